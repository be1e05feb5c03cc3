import { issueHealthPolicy } from '../support/book.js';
import { goLive } from '../support/live.js';
import { expectAccessible, expectGoodLooks, expectNoOverflow } from '../support/looks.js';
import { addCustomer, newMobile, newPan, newWord } from '../support/people.js';
import {
  choose,
  customerRow,
  dialog,
  expectToast,
  openList,
  toastArea,
} from '../support/screens.js';
import { exhaustively } from '../support/test.js';
import { expect, signInAs, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

type Api = Parameters<typeof addCustomer>[0];

/** One person who was entered twice, the second time in another script. */
async function addTwice(api: Api) {
  const shared = {
    ...{ panNumber: newPan('N'), dateOfBirth: '1980-05-01', phone: newMobile() },
  };
  const word = newWord();
  const name = `Sreedharan ${word}`;
  const first = await addCustomer(api, { name, city: 'Kochi', ...shared });
  const second = await addCustomer(api, {
    ...{ name: `ശ്രീധരൻ ${word}`, city: 'Thrissur', email: `${word}@example.com`, ...shared },
  });
  return { word, first, second };
}

const pairOf = (first: { id: number }, second: { id: number }) =>
  `/customers/duplicates/${first.id}/${second.id}`;

test('one person who was entered twice is found, merged, reached by both numbers, and parted again', async ({
  page,
  request,
}) => {
  const { word, first, second } = await addTwice(request);
  const policy = await issueHealthPolicy(request, second.id);
  await issueHealthPolicy(request, first.id);
  await issueHealthPolicy(request, first.id);

  await openList(page, word);
  await page.getByRole('link', { name: 'Duplicates' }).click();
  const row = page.getByRole('listitem').filter({ hasText: word });
  await expect(row).toContainText('Very likely');
  await expect(row).toContainText('Same PAN');
  await expect(row).toContainText('Same birthday, same name in another script');
  await expectGoodLooks(page, 'duplicates');
  await row.getByRole('link').click();
  await expect(page).toHaveURL(pairOf(first, second));

  // Whoever has more is to remain, with what only the other one says.
  const remains = page.getByRole('radiogroup', { name: 'Who remains' }).getByRole('radio');
  await expect(remains.first()).toBeChecked();
  const email = page.getByRole('radiogroup', { name: 'Email' }).getByRole('radio');
  await expect(email.last()).toBeChecked();
  const city = page.getByRole('radiogroup', { name: 'City' });
  await expect(city.getByRole('radio').first()).toBeChecked();
  await city.getByText('Thrissur').click();
  await expect(city.getByRole('radio').last()).toBeChecked();
  await expect(page.getByRole('region', { name: 'The same in both' })).toContainText('Phone');
  const holdings = page.getByRole('region', { name: 'What moves along' });
  await expect(holdings.getByRole('row', { name: /^Policies/ })).toHaveText('Policies2+ 13');
  await expect(page.getByRole('region', { name: 'What will happen' })).toContainText(
    `${first.name} (${first.id}) remains; the number ${second.id} leads there for ever. ` +
      '1 policy moves along. Taken over: Email and City. It can be undone.',
  );
  await expectGoodLooks(page, 'comparison');

  await page.getByRole('button', { name: 'Merge Customers' }).click();
  await expectToast(
    page,
    'Customers Merged',
    `Customer ${second.id} leads to ${first.name} (${first.id}) from now on.`,
  );
  const drawer = dialog(page, first.name);
  const merged = drawer.getByRole('region', { name: 'Merged customers' });
  await expect(merged).toContainText(`Merged with ${second.name} (${second.id})`);
  await expect(drawer.getByText('Thrissur')).toBeVisible();
  await expectGoodLooks(page, 'merged-customer');
  await drawer.getByRole('tab', { name: 'Policies' }).click();
  await expect(drawer.getByRole('link', { name: policy.policyNumber })).toBeVisible();

  // The other number leads there, and what happened under it is told in words.
  await page.goto(`/customers?customer=${second.id}`);
  await expect(page).toHaveURL(`/customers?customer=${first.id}`);
  await expect(drawer.getByText(`Customer ${second.id} was merged into this one.`)).toBeVisible();
  await drawer.getByRole('button', { name: `History of customer ${second.id}` }).click();
  const history = dialog(page, `${second.name} (${second.id})`);
  await expect(history).toContainText(`Merged into customer ${first.id}`);
  await expectGoodLooks(page, 'former-history');
  await page.keyboard.press('Escape');
  await expect(history).toBeHidden();
  await openList(page, word);
  await expect(customerRow(page, first.name)).toBeVisible();
  await expect(customerRow(page, second.name)).toBeHidden();

  await page.goto(`/customers?customer=${first.id}`);
  await drawer.getByRole('button', { name: `Undo the merge with customer ${second.id}` }).click();
  await choose(page.getByRole('alertdialog').getByRole('button', { name: 'Undo Merge' }));
  await expectToast(
    page,
    'Merge Undone',
    `${second.name} (${second.id}) is a customer of their own again.`,
  );
  await expect(merged).toBeHidden();
  await expect(drawer.getByText('Kochi')).toBeVisible();
  await toastArea(page).getByRole('button', { name: 'Open' }).click();
  await dialog(page, second.name).getByRole('tab', { name: 'Policies' }).click();
  await expect(
    dialog(page, second.name).getByRole('link', { name: policy.policyNumber }),
  ).toBeVisible();
});

further(
  'by the keyboard alone, on a phone: chosen, merged, and undone from the notification',
  async ({ page, request }) => {
    const { word, first, second } = await addTwice(request);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/customers/duplicates');
    const row = page.getByRole('listitem').filter({ hasText: word });
    await expect(row).toBeVisible();
    await expectGoodLooks(page, 'duplicates-on-a-phone');
    const link = row.getByRole('link');
    const isReached = () => link.evaluate((element) => element === document.activeElement);
    for (let step = 0; step < 50 && !(await isReached()); step += 1) await page.keyboard.press('j');
    await page.keyboard.press('Enter');

    const remains = page.getByRole('radiogroup', { name: 'Who remains' }).getByRole('radio');
    await remains.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(remains.last()).toBeChecked();
    const name = page.getByRole('radiogroup', { name: 'Name' }).getByRole('radio');
    await expect(name.last()).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(name.last()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(name.first()).toBeChecked();
    await expectGoodLooks(page, 'comparison-on-a-phone');
    await page.keyboard.press('Control+Enter');
    await expect(toastArea(page).locator('strong')).toHaveText('Customers Merged');
    // Who remains took over how the other one is called.
    await expect(page).toHaveURL(`/customers?customer=${second.id}`);
    await expect(dialog(page, first.name)).toBeVisible();

    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await expect(toastArea(page).getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toastArea(page).locator('strong')).toHaveText('Merge Undone');
    await expect(dialog(page, second.name)).toBeVisible();
    const apart = await (await request.get(`/api/customers/${first.id}`)).json();
    expect(apart).toMatchObject({ id: first.id, name: first.name });
  },
);

further(
  'two who are two are marked as distinct once, and may still be compared',
  async ({ page, request }) => {
    const { word, first, second } = await addTwice(request);
    await page.goto(`/customers?customer=${first.id}`);
    const drawer = dialog(page, first.name);
    const hint = drawer.getByRole('complementary', { name: 'Likely duplicate' });
    await expect(hint).toContainText(`May be the same person as ${second.name} (${second.id})`);
    await expectGoodLooks(page, 'likely-duplicate');
    await hint.getByRole('link', { name: `Compare with ${second.name}` }).click();
    await page.getByRole('button', { name: 'Not the Same Person' }).click();
    const asked = page.getByRole('alertdialog');
    await expectGoodLooks(page, 'told-apart');
    await choose(asked.getByRole('button', { name: 'Not the Same Person' }));
    await expectToast(
      page,
      'Marked as Not the Same',
      `${first.name} and ${second.name} will not be suggested again.`,
    );
    await expect(page).toHaveURL('/customers/duplicates');
    await expect(page.getByRole('region', { name: 'Likely duplicates' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: word })).toHaveCount(0);

    await page.goto(`/customers?customer=${first.id}`);
    await expect(drawer.getByRole('tab', { name: 'Details' })).toBeVisible();
    await expect(hint).toBeHidden();
    await drawer.getByRole('button', { name: 'More actions' }).click();
    await choose(page.getByRole('menuitem', { name: 'Merge with…' }));
    const choosing = dialog(page, `Merge ${first.name} with…`);
    await choosing.getByRole('combobox').fill(second.name);
    await page.getByRole('option', { name: second.name }).click();
    await choosing.getByRole('button', { name: 'Compare' }).click();
    await expect(page).toHaveURL(pairOf(first, second));
  },
);

further(
  'two who were marked as distinct are compared again, by the keyboard alone',
  async ({ page, request }) => {
    const { word, first, second } = await addTwice(request);
    const told = await request.post(`/api/customers/${first.id}/distinct`, {
      data: { otherId: second.id },
    });
    expect(told.status(), await told.text()).toBe(200);
    await page.goto('/customers/duplicates');
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }),
    ).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('listitem').filter({ hasText: word })).toHaveCount(0);
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Marked as Not the Same' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/customers/duplicates?view=distinct');
    const row = page.getByRole('listitem').filter({ hasText: word });
    await expect(row).toContainText('Not the same, said admin on');
    await expectAccessible(page);
    await expectNoOverflow(page);
    await row
      .getByRole('button', { name: `Compare ${first.name} and ${second.name} again` })
      .focus();
    await page.keyboard.press('Enter');
    await expect(toastArea(page).locator('strong')).toHaveText('Compared Again');
    await expect(row).toHaveCount(0);
    await views.getByRole('link', { name: 'Suggested' }).click();
    await expect(row).toContainText('Very likely');
    await page.goto(`/customers?customer=${second.id}`);
    const drawer = dialog(page, second.name);
    await drawer.getByRole('tab', { name: 'History' }).click();
    await expect(drawer).toContainText(`May be the same person as customer ${first.id} after all`);
  },
);

further(
  'an auditor sees on the replay where a merged number leads, and which records moved',
  async ({ page, context, request, newUser }) => {
    const { first, second } = await addTwice(request);
    const policy = await issueHealthPolicy(request, second.id);
    const merged = await request.post(`/api/customers/${first.id}/merge`, {
      data: { duplicateId: second.id, version: first.version, duplicateVersion: second.version },
    });
    expect(merged.status(), await merged.text()).toBe(200);
    const undone = await request.post(`/api/customers/${first.id}/merge/undo`, {
      data: { duplicateId: second.id },
    });
    expect(undone.status(), await undone.text()).toBe(200);
    const again = await request.get(`/api/customers/${first.id}`);
    const other = await request.get(`/api/customers/${second.id}`);
    const versions = {
      version: (await again.json()).version,
      duplicateVersion: (await other.json()).version,
    };
    await request.post(`/api/customers/${first.id}/merge`, {
      data: { duplicateId: second.id, ...versions },
    });
    const auditor = await newUser('auditor');
    await context.clearCookies();
    await signInAs(page, auditor);
    await page.goto(`/audit/customer/${second.id}`);
    await expect(page.getByText('leads to')).toContainText(`${first.name} (${first.id})`);
    await page.getByText('leads to').getByRole('link').click();
    await expect(page).toHaveURL(`/audit/customer/${first.id}`);
    const merges = page.getByRole('region', { name: 'Merges' });
    await expect(merges).toContainText('Parted again by admin');
    await expect(merges.getByRole('link', { name: policy.policyNumber }).first()).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
  },
);

test.describe('while others work', () => {
  test.use({ isLive: true });

  further('whoever is second to merge a pair is told who remains', async ({ page, request }) => {
    const { first, second } = await addTwice(request);
    await goLive(page, pairOf(first, second));
    await expect(page.getByRole('button', { name: 'Merge Customers' })).toBeVisible();
    const seen = { version: first.version, duplicateVersion: second.version };
    const merged = await request.post(`/api/customers/${first.id}/merge`, {
      data: { duplicateId: second.id, ...seen },
    });
    expect(merged.status(), await merged.text()).toBe(200);
    await expect(page.getByText(`Customer ${second.id} has been merged into`)).toBeVisible();
    await page.getByRole('link', { name: 'Open Customer' }).click();
    await expect(dialog(page, first.name)).toBeVisible();
  });
});

further(
  'a merge that is refused says why, and what was chosen stays',
  async ({ page, request }) => {
    const { first, second } = await addTwice(request);
    await page.goto(pairOf(first, second));
    const city = page.getByRole('radiogroup', { name: 'City' });
    await city.getByText('Thrissur').click();
    const changed = await request.put(`/api/customers/${second.id}`, {
      data: { occupation: 'Nurse' },
    });
    expect(changed.status()).toBe(200);
    await page.getByRole('button', { name: 'Merge Customers' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Someone else changed' });
    await expect(alert).toBeVisible();
    await expect(page.getByRole('radiogroup', { name: 'Occupation' })).toContainText('Nurse');
    await expect(city.getByRole('radio').last()).toBeChecked();
    await expectGoodLooks(page, 'refused-merge');
    await page.getByRole('button', { name: 'Merge Customers' }).click();
    await expect(toastArea(page).locator('strong')).toHaveText('Customers Merged');
  },
);

further(
  'an agent sees who was merged, and neither merges nor undoes',
  async ({ page, context, request, newUser }) => {
    const { first, second } = await addTwice(request);
    const merged = await request.post(`/api/customers/${first.id}/merge`, {
      data: { duplicateId: second.id, version: first.version, duplicateVersion: second.version },
    });
    expect(merged.status(), await merged.text()).toBe(200);
    const agent = await newUser('agent');
    await context.clearCookies();
    await signInAs(page, agent);
    await page.goto(`/customers?customer=${second.id}`);
    const drawer = dialog(page, first.name);
    await expect(drawer.getByRole('region', { name: 'Merged customers' })).toContainText(
      `Merged with ${second.name} (${second.id})`,
    );
    await expect(drawer.getByRole('button', { name: /^Undo the merge/ })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Duplicates' })).toBeHidden();
    await page.goto('/customers/duplicates');
    await expect(page.getByText('You do not have access to this page')).toBeVisible();
  },
);

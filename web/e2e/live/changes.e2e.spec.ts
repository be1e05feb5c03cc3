import { editDialog, field, fillIn, openEdit, save } from '../support/customerForm.js';
import { goLive, ownWay } from '../support/live.js';
import { intercept, LOST_CONNECTIONS, ofOperation, operationsSent } from '../support/network.js';
import {
  addCustomer,
  addCustomers,
  changeCustomer,
  deleteCustomer,
  newPerson,
  newWord,
} from '../support/people.js';
import { customerRow, customerRows, dialog, expectCount, openList } from '../support/screens.js';
import { exhaustively, expect, test, WHOLE_BOOK } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ isLive: true });

const listOf = (word: string) => `/customers?q=${encodeURIComponent(word)}`;

test('what a colleague adds, changes and deletes appears in an open list', async ({
  page,
  browser,
  signedIn,
}) => {
  const word = newWord();
  await goLive(page, listOf(word));
  await expect(page.getByText('No customers match your search criteria')).toBeVisible();

  const elsewhere = await browser.newContext({ storageState: signedIn });
  const added = await addCustomer(elsewhere.request, { name: `Anil ${word}`, city: 'Kochi' });
  const row = customerRow(page, added.name);
  await expect(row).toContainText('Kochi');
  await expectCount(page, '1 customer');

  const colleague = await elsewhere.newPage();
  await openList(colleague, word);
  const form = await openEdit(colleague, added.name);
  await fillIn(form, { city: 'Thrissur' });
  await save(form).click();
  await expect(row).toContainText('Thrissur');

  await deleteCustomer(elsewhere.request, added.id);
  await expect(row).toBeHidden();
  await elsewhere.close();
});

further(
  'rows that others added or changed are marked, and our own are not',
  async ({ page, request }) => {
    const word = newWord();
    const mine = await addCustomer(request, { name: `Anil ${word}`, city: 'Kochi' });
    const theirs = await addCustomer(request, { name: `Bina ${word}`, city: 'Kochi' });
    await goLive(page, listOf(word));
    const form = await openEdit(page, mine.name);
    await fillIn(form, { city: 'Thrissur' });
    // What others do before the list has come again is in it, unmarked.
    const reloaded = page.waitForResponse((answer) =>
      ofOperation('CustomerList')(answer.request()),
    );
    await save(form).click();
    await reloaded;
    await expect(customerRow(page, mine.name)).toContainText('Thrissur');

    await changeCustomer(request, theirs.id, { city: 'Kollam' });
    const added = await addCustomer(request, { name: `Chitra ${word}` });
    await expect(customerRow(page, theirs.name)).toContainText('Just changed by somebody else');
    await expect(customerRow(page, added.name)).toContainText('Just added by somebody else');
    await expect(customerRow(page, mine.name)).not.toContainText('somebody else');
  },
);

further(
  'a row under the pointer stays there when others add rows above it',
  async ({ page, request }) => {
    const word = newWord();
    const name = (nth: number) => `B${String(nth).padStart(3, '0')} ${word}`;
    await addCustomers(
      request,
      Array.from({ length: 40 }, (_, nth) => newPerson({ name: name(nth) })),
    );
    await goLive(page, `${listOf(word)}&sort=name`);
    await expectCount(page, '40 customers');
    const row = customerRow(page, name(4));
    await row.hover();
    const before = await row.boundingBox();
    await addCustomer(request, { name: `A ${word}` });
    await expectCount(page, '41 customers');
    await expect.poll(() => row.boundingBox()).toEqual(before);
  },
);

further('an open drawer and its history follow', async ({ page, request }) => {
  const customer = await addCustomer(request, { city: 'Kochi' });
  await goLive(page, `/customers?customer=${customer.id}&tab=history`);
  const drawer = dialog(page, customer.name);
  await expect(drawer.getByRole('listitem')).toHaveCount(1);
  await changeCustomer(request, customer.id, { city: 'Kollam' });
  await expect(drawer.getByRole('listitem')).toHaveCount(2);
  await drawer.getByRole('tab', { name: 'Details' }).click();
  await expect(drawer).toContainText('Kollam');
});

further(
  'rows above what is in sight do not move it, and the keyboard stays where it is',
  async ({ page, request }) => {
    const word = newWord();
    const name = (nth: number) => `B${String(nth).padStart(3, '0')} ${word}`;
    // More than are in sight, and no more than come at once.
    const people = Array.from({ length: 40 }, (_, nth) => newPerson({ name: name(nth) }));
    await addCustomers(request, people);
    await goLive(page, `${listOf(word)}&sort=name`);
    await expectCount(page, '40 customers');
    const last = customerRow(page, name(39));
    await customerRow(page, name(0)).press('End');
    await expect(last).toBeFocused();
    await expect.poll(() => last.boundingBox().then((box) => box?.y)).toBeLessThan(900);
    const before = await last.boundingBox();

    await addCustomer(request, { name: `A ${word}` });
    await expectCount(page, '41 customers');
    await expect.poll(() => last.boundingBox()).toEqual(before);
    await expect(last).toBeFocused();
  },
);

further(
  'a list that is not open is asked for again when it is opened',
  async ({ page, request }) => {
    const word = newWord();
    const customer = await addCustomer(request, { name: `Anil ${word}`, city: 'Kochi' });
    await goLive(page, listOf(word));
    await expect(customerRow(page, customer.name)).toContainText('Kochi');
    await page.getByRole('link', { name: 'Quotations' }).click();
    await expect(page).toHaveURL(/quotations/);
    const asked = page.waitForRequest((sent) => ofOperation('QuotationList')(sent));
    await changeCustomer(request, customer.id, { city: 'Kollam' });
    await asked;
    await page.goBack();
    await expect(customerRow(page, customer.name)).toContainText('Kollam');
  },
);

test('while somebody types, nothing changes around them; then it does', async ({
  page,
  request,
}) => {
  const word = newWord();
  const customer = await addCustomer(request, { name: `Anil ${word}`, city: 'Kochi' });
  await goLive(page, listOf(word));
  const form = await openEdit(page, customer.name);
  await fillIn(form, { email: 'mine@example.com' });
  const sent = operationsSent(page);
  // Another window of the same agent shows when it has arrived.
  const beside = await page.context().newPage();
  await goLive(beside, listOf(word));
  await addCustomer(request, { name: `Bina ${word}` });
  await expect(customerRows(beside)).toHaveCount(2);
  expect(sent).not.toContain('CustomerList');
  await expect(field(form, 'email')).toHaveValue('mine@example.com');

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(editDialog(page)).toBeHidden();
  await expect(customerRows(page)).toHaveCount(2);
});

further(
  'a change of our own is not asked for twice',
  { tag: WHOLE_BOOK },
  async ({ page, request }) => {
    const word = newWord();
    const customer = await addCustomer(request, { name: `Anil ${word}`, city: 'Kochi' });
    await goLive(page, listOf(word));
    const form = await openEdit(page, customer.name);
    await fillIn(form, { city: 'Thrissur' });
    const lists = await intercept(page, ofOperation('CustomerList'), (route) => route.fallback());
    await save(form).click();
    await expect(customerRow(page, customer.name)).toContainText('Thrissur');
    // A change of somebody else, which comes after ours, is asked for once.
    await addCustomer(request, { name: `Bina ${word}` });
    await expect(customerRows(page)).toHaveCount(2);
    // Once for each, or for both at once where theirs comes before ours was asked for.
    expect(lists.count()).toBeLessThanOrEqual(2);
  },
);

test('the figures of the dashboard follow without waiting for their turn', {
  tag: WHOLE_BOOK,
}, async ({ page, request }) => {
  await goLive(page, '/');
  const recent = page.getByRole('region', { name: 'Recent Customers' });
  await expect(recent.getByRole('listitem').first()).toBeVisible();
  const customer = await addCustomer(request);
  await expect(recent.getByText(customer.name)).toBeVisible();
});

test.describe('when the server was away', () => {
  test.use({
    expectedErrors: new RegExp(
      `${LOST_CONNECTIONS.source}|net::ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE)`,
    ),
  });

  test('the page says so, and catches up by itself', async ({ page, request, baseURL }) => {
    const word = newWord();
    const way = await ownWay(baseURL ?? '');
    const first = await addCustomer(request, { name: `Anil ${word}` });
    await goLive(page, `${way.url}${listOf(word)}`);
    await expect(customerRow(page, first.name)).toBeVisible();
    await way.close();
    await expect(page.getByRole('banner').getByRole('status')).toHaveText('Reconnecting');
    const missed = await addCustomer(request, { name: `Bina ${word}` });
    // What was there stays.
    await expect(customerRow(page, first.name)).toBeVisible();

    await way.open();
    await expect(customerRow(page, missed.name)).toBeVisible();
    await expect(page.getByRole('banner').getByRole('status')).toBeEmpty();
    await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeEmpty();
    await page.goto('about:blank');
    await way.close();
  });
});

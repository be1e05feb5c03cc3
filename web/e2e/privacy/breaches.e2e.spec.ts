import { addDays } from '@insuremanager/contracts/rules/calendar';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { emailsTo } from '@insuremanager/deploy/testing/e2e/emails';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { changeTheme, expectGoodLooks } from '../support/looks.js';
import { addCustomer, newPan, newWord } from '../support/people.js';
import { choose, dialog, toastArea } from '../support/screens.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { emailTo, expect, signInAs, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({ storageState: SIGNED_OUT });

const region = (page: Page, name: string): Locator => page.getByRole('region', { name });

/** Sees a whole PAN, which is recorded. */
async function reveal(api: APIRequestContext, customerId: number): Promise<void> {
  const answer = await api.post('/graphql', {
    data: {
      query: `mutation ($customerId: Int!, $commandId: ID!) {
        revealIdentityNumber(
          customerId: $customerId, field: panNumber, reason: "A claim", commandId: $commandId
        ) { value }
      }`,
      variables: { customerId, commandId: crypto.randomUUID() },
    },
  });
  const { errors } = await answer.json();
  expect(errors).toBeUndefined();
}

test('a breach is opened, its persons found in the log and written to, its clocks ticked, and it is closed', async ({
  page,
  newUser,
}) => {
  const admin = await newUser('admin');
  await signInAs(page, admin);
  const [word, surname] = [newWord(), newWord()];
  const email = `${word.toLowerCase()}@example.com`;
  const withPan = { panNumber: newPan(surname) };
  const mailed = await addCustomer(page.request, { name: `Meera ${surname}`, email, ...withPan });
  const onPaper = await addCustomer(page.request, {
    ...{ name: `Paul ${surname}`, panNumber: newPan(surname) },
    ...{ address: '12 MG Road', city: 'Kochi' },
  });
  await addCustomer(page.request, { name: `Nobody ${surname}`, email: `no.${email}` });
  for (const { id } of [mailed, onPaper]) await reveal(page.request, id);

  await page.goto('/privacy/breaches');
  await page.getByRole('button', { name: 'Open Breach' }).press('Enter');
  const opening = dialog(page, 'Open Breach');
  await expect(opening.getByLabel('Aware since')).toBeFocused();
  await opening.getByLabel('Title').fill(`Reveals ${word}`);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(opening.getByLabel('What happened')).toHaveAccessibleDescription(
    'What happened is required',
  );
  await opening.getByLabel('What happened').fill(`An account was misused: ${word}.`);
  await expectGoodLooks(page, 'the form of a breach');
  await changeTheme(page);
  await opening.getByLabel('What happened').press('ControlOrMeta+Enter');
  const breach = page.getByRole('article', { name: `Reveals ${word}` });
  await expect(breach).toBeVisible();

  const persons = region(page, 'Persons concerned');
  await expect(persons).toContainText('It does not record that somebody read a list');
  await persons.getByRole('checkbox', { name: admin.username }).press('Space');
  const soon = new Date(Date.now() + 3_600_000 + 5.5 * 3_600_000).toISOString().slice(0, 16);
  await persons.getByLabel('Until').fill(soon);
  await persons.getByRole('button', { name: 'Look Up' }).press('Enter');
  await expect(persons.getByRole('status')).toHaveText('2 persons, by 2 entries of the log.');
  const found = region(page, 'Persons found');
  await expect(found.getByRole('row')).toHaveCount(3);
  await expect(found).toContainText(`Meera ${surname}`);
  await expect(found).toContainText('Aadhaar number or PAN');
  await expectGoodLooks(page, 'persons who were found in the log');
  await changeTheme(page);
  await persons.getByRole('button', { name: 'Confirm 2 persons' }).press('Enter');
  await expect(persons).toContainText('2 persons confirmed');

  const letters = region(page, 'Letters to the persons');
  await letters.getByRole('button', { name: 'Write Letter' }).press('Enter');
  const writing = dialog(page, 'Letter to the Persons');
  await expect(writing.getByLabel('What happened').first()).toHaveValue(
    `An account was misused: ${word}.`,
  );
  await writing.getByLabel('Whom they can ask').fill('Leela, 0484 2345678');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(writing).toBeHidden();
  await letters.getByRole('button', { name: 'Send 1 Letter by Email' }).press('Enter');
  await choose(page.getByRole('button', { name: 'Send', exact: true }));
  await expect(letters.getByRole('status')).toContainText('1 sent by email', { timeout: 150_000 });
  const { text } = await emailTo(email, /security|Important|personal data/);
  expect(text).toContain(`An account was misused: ${word}.`);
  expect(text).toContain('Your Aadhaar number or PAN');
  expect(text).toContain('Leela, 0484 2345678');
  expect(await emailsTo(email)).toHaveLength(1);
  expect(await emailsTo(`no.${email}`)).toHaveLength(0);
  const confirmed = region(page, 'Confirmed persons');
  await expect(confirmed.getByRole('row', { name: `Meera ${surname}` })).toContainText('Sent');
  await expect(confirmed.getByRole('row', { name: `Paul ${surname}` })).toContainText(
    'To be printed',
  );

  const pdfs = [
    letters.getByRole('button', { name: 'Print 1 Letter' }),
    page.getByRole('link', { name: `Letter to Meera ${surname} as PDF` }),
  ];
  for (const pdf of pdfs) {
    const address = await pdf.getAttribute('href');
    const answer = await page.request.get(address ?? '');
    expect(answer.headers()['content-type']).toBe('application/pdf');
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
  }

  const board = region(page, 'Reports to the Data Protection Board');
  await board.getByText('Within 72 hours').press('Enter');
  await expect(board).toContainText('1 informed by email');
  await expect(board).not.toContainText(surname);

  const clocks = region(page, 'Clocks');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await bell.click();
  const notices = page.getByRole('region', { name: 'Breaches of personal data' });
  await expect(notices.getByText('Inform each person').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bell).toBeFocused();
  await clocks.getByRole('button', { name: 'Not needed: Report to CERT-In' }).press('Enter');
  await expect(clocks.getByRole('button', { name: 'Untick: Report to CERT-In' })).toBeFocused();
  for (const step of ['Inform the Data Protection Board', 'Inform each person']) {
    await clocks.getByRole('button', { name: `Done: ${step}` }).press('Enter');
    await expect(clocks.getByRole('button', { name: `Untick: ${step}` })).toBeVisible();
  }
  await expect(clocks).toContainText(`ticked by ${admin.username}`);
  await expect(clocks).toContainText('2 days 23 h left');
  await expectGoodLooks(page, 'a breach');
  await changeTheme(page);

  await page.getByRole('button', { name: 'Close Breach' }).press('Enter');
  const closing = dialog(page, 'Close Breach');
  await closing.getByLabel('Conclusion').fill('The account is disabled.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(closing).toBeHidden();
  await expect(region(page, 'Conclusion')).toContainText('The account is disabled.');
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  await expect(region(page, 'History')).toContainText('Confirmed 2 persons');
  await page.getByRole('link', { name: 'All breaches' }).click();
  await expect(page.getByRole('link', { name: `Reveals ${word}` })).toContainText('Closed');

  await page.goto(`/settings/audit?userId=${admin.id}&kind=privacy`);
  await expect(page.getByRole('grid', { name: 'Audit log' })).toContainText('Closed breach');
});

further(
  'a request is added by the keyboard, is overdue, and is closed with an outcome',
  async ({ page, newUser }) => {
    await signInAs(page, await newUser('admin'));
    const { id, name } = await addCustomer(page.request);
    await page.goto(`/privacy/requests?customerId=${id}`);
    await page.getByRole('button', { name: 'Add Request' }).press('Enter');
    const adding = dialog(page, 'Add Request');
    await expect(adding.getByLabel('Customer')).toBeFocused();
    await page.keyboard.type(name);
    await expect(page.getByRole('option', { name })).toBeVisible();
    await page.keyboard.press('Enter');
    await adding.getByLabel('Right').selectOption('Erasure (s. 12)');
    const long = formatDay(addDays(kolkataDay(new Date()), -40));
    await adding.getByLabel('Received on').fill(long);
    await adding.getByLabel('How').selectOption('Letter');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(adding.getByLabel('In words')).toHaveAccessibleDescription('In words is required');
    await adding.getByLabel('In words').fill('Please forget me.');
    await expectGoodLooks(page, 'the form of a request');
    await changeTheme(page);
    await adding.getByLabel('In words').press('ControlOrMeta+Enter');
    await expect(adding).toBeHidden();
    const row = page.getByRole('grid', { name: 'Requests of persons' }).getByRole('row', { name });
    await expect(row).toContainText('Overdue');

    await toastArea(page).getByRole('button', { name: 'View' }).click();
    const request = dialog(page, 'Erasure (s. 12)');
    await expect(request).toContainText('Please forget me.');
    const places = request.getByRole('navigation', { name: 'Where it is done' });
    await expect(places.getByRole('link').first()).toHaveAttribute(
      'href',
      `/customers?customer=${id}`,
    );
    await expectGoodLooks(page, 'a request');
    await changeTheme(page);
    await request.getByRole('button', { name: 'Close Request' }).press('Enter');
    const closing = dialog(page, 'Close Request');
    await closing.getByLabel('Outcome').selectOption('Refused');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(closing.getByLabel('Reason')).toHaveAccessibleDescription(
      'Give the reason of the refusal',
    );
    await closing.getByLabel('Reason').fill('The law has it kept.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(closing).toBeHidden();
    await expect(request).toContainText('The law has it kept.');
    await expect(request).toContainText('Closed: refused');
    await expect(row).toContainText('Refused');
  },
);

test('nobody but an administrator has the desk', async ({ page, newUser }) => {
  await signInAs(page, await newUser('manager'));
  await page.goto('/privacy/breaches');
  await expect(page.getByText('You do not have access to this page')).toBeVisible();
  const answer = await page.request.get('/api/privacy/breaches/1/letters.pdf');
  expect(answer.status()).toBe(403);
});

import { readFile } from 'node:fs/promises';
import type { SavedCustomer } from '@insuremanager/contracts/customers/customerViews';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { issueVehiclePolicy } from '../support/book.js';
import { addDocument } from '../support/documents.js';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer, newAadhaar, newPan, newWord } from '../support/people.js';
import { addQuotation } from '../support/quotations.js';
import { dialog, toastArea } from '../support/screens.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { expect, signInAs, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);
const whole = isExhaustive(import.meta.url);

// Who reads and changes nothing walks every screen: nothing on it may end in a refusal.

test.use({ storageState: SIGNED_OUT });

interface Book {
  readonly customer: SavedCustomer;
  readonly surname: string;
  readonly aadhaar: string;
  readonly pan: string;
  readonly policyId: number;
  readonly policyNumber: string;
  readonly pendingId: number;
  readonly acceptedId: number;
  readonly documentId: number;
}

/** A customer with a record of each kind, each in the state in which most can be done with it. */
async function addBook(api: APIRequestContext): Promise<Book> {
  const surname = newWord();
  const aadhaar = newAadhaar();
  const pan = newPan(surname);
  const customer = await addCustomer(api, {
    name: `Ravi ${surname}`,
    email: `${surname.toLowerCase()}@example.com`,
    address: '12 Harbour Road',
    aadhaarNumber: aadhaar,
    panNumber: pan,
  });
  const policy = await issueVehiclePolicy(api, customer.id, 10);
  const pending = await addQuotation(api, customer.id);
  const accepted = await addQuotation(api, customer.id, { status: 'accepted' });
  const document = await addDocument(api, customer.id);
  return {
    customer,
    surname,
    aadhaar,
    pan,
    policyId: policy.id,
    policyNumber: policy.policyNumber,
    pendingId: pending.id,
    acceptedId: accepted.id,
    documentId: document.id,
  };
}

/** Everything that was refused to the page, from now on. */
function refusalsOf(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() === 403) refused.push(pathname);
    if (pathname !== '/graphql') return;
    const text = await response.text().catch(() => '');
    if (text.includes('"FORBIDDEN"')) refused.push(response.request().postData() ?? pathname);
  });
  return refused;
}

const CHANGING =
  /^(add .*|edit|delete.*|upload document|renew|endorse|cancel|reinstate|send .*|remind of.*|accept|reject|convert.*|email|assign to me|choose owner…|follow-up date…|quick add|reminder settings|set kyc.*|verify.*|give to.*)$/i;

/** Nothing that is on the screen, and in the menu of each first row, changes anything. */
async function expectNothingToChange(page: Page, within: Page | Locator = page): Promise<void> {
  for (const role of ['button', 'menuitem'] as const) {
    await expect(within.getByRole(role, { name: CHANGING })).toHaveCount(0);
  }
}

async function expectReadOnly(page: Page, address: string, what: string): Promise<void> {
  await test.step(what, async () => {
    await page.goto(address);
    await expect(page.locator('main')).not.toContainText('Loading');
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectNothingToChange(page);
    await expect(alerts(page)).toHaveCount(0);
    await expect(toastArea(page).locator('strong')).toHaveCount(0);
  });
}

/** The tabs of the open drawer, each looked at. */
async function lookAtTabs(page: Page, names: readonly string[]): Promise<void> {
  const tabs = page.getByRole('dialog').getByRole('tab');
  await expect(tabs).toHaveText([...names]);
  for (const name of names) {
    await tabs.filter({ hasText: name }).click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expect(page.getByRole('tabpanel').locator('[aria-busy=true]')).toHaveCount(0);
    await expectNothingToChange(page);
    await expect(alerts(page)).toHaveCount(0);
  }
}

/** What is said as an alert; the place where it would be said is always there. */
const alerts = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('an auditor reads everything and changes nothing', async ({ page, adminApi, newUser }) => {
  const book = await addBook(adminApi);
  await signInAs(page, await newUser('auditor'));
  const refused = refusalsOf(page);

  await expectReadOnly(page, '/', 'the dashboard');
  await expect(navigation(page).getByRole('link')).toHaveText([
    'Dashboard',
    'Customers',
    'Health Insurance',
    'Vehicle Insurance',
    'Documents',
    'Quotations',
    'Leads',
    'Claims',
    'Tasks',
    'Premiums',
    'Reminders',
    'Reports',
    'Audit',
  ]);
  await expect(page.getByRole('textbox', { name: 'Global Search' })).toBeVisible();

  await expectReadOnly(page, `/customers?customer=${book.customer.id}`, 'a customer');
  await expect(page.getByRole('dialog')).toContainText(`${book.pan.slice(0, 5)}XXXX`);
  await lookAtTabs(page, [
    'Details',
    'Policies',
    'Documents',
    'Quotations',
    'Claims',
    'Notes',
    'Consent',
    'History',
  ]);
  await expect(page.getByRole('dialog')).not.toContainText(book.pan);

  await expectReadOnly(page, `/vehicle-insurance?policy=${book.policyId}`, 'a policy');
  await lookAtTabs(page, ['Details', 'Terms', 'Claims', 'Notes', 'Documents', 'History']);
  if (whole)
    await expectReadOnly(page, `/quotations?quotation=${book.pendingId}`, 'a pending quotation');
  await expectReadOnly(page, `/quotations?quotation=${book.acceptedId}`, 'an accepted quotation');
  await expect(page.getByRole('link', { name: 'PDF' })).toBeVisible();
  await expectReadOnly(page, `/documents?document=${book.documentId}`, 'a document');
  await expectReadOnly(page, '/reminders', 'upcoming reminders');
  await expectReadOnly(page, '/reminders?view=history', 'sent reminders');
  await expectReadOnly(page, '/reminders?view=board', 'the renewal board');
  await expect(page.getByText('Drag a card')).toHaveCount(0);
  await expectReadOnly(page, '/settings/audit', 'the audit log');

  await test.step('forms do not open by their addresses', async () => {
    const addresses = [
      `/vehicle-insurance?edit=${book.policyId}&change=renew`,
      '/customers?add=1',
      `/customers?edit=${book.customer.id}`,
      `/vehicle-insurance?remind=${book.policyId}`,
      `/quotations?edit=${book.acceptedId}&change=convert`,
      '/documents?upload=1',
      '/reminders?settings=1',
    ];
    for (const address of whole ? addresses : addresses.slice(0, 2)) {
      await page.goto(address);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(page.getByRole('grid').first()).toBeVisible();
      await expect(page.locator('form')).toHaveCount(0);
    }
  });
  expect(refused).toEqual([]);
});

further(
  'an auditor sees a whole number for a minute, and says why',
  async ({ page, adminApi, newUser }) => {
    const book = await addBook(adminApi);
    await page.clock.install();
    await signInAs(page, await newUser('auditor'));
    await page.goto(`/customers?customer=${book.customer.id}`);
    const drawer = page.getByRole('dialog', { name: book.customer.name });
    await drawer.getByRole('button', { name: 'Reveal Aadhaar number' }).click();
    const asking = dialog(page, 'Reveal Aadhaar number');
    const reason = asking.getByRole('textbox', { name: 'Reason' });
    await expect(reason).toBeFocused();
    await reason.fill('abc');
    await asking.getByRole('button', { name: 'Reveal' }).click();
    await expect(asking).toContainText('Give a reason of 5 to 300 characters');
    await expectGoodLooks(page, 'the question for the reason');
    await reason.fill('Complaint 12 of 2026');
    await page.keyboard.press('Control+Enter');
    await expect(asking).toBeHidden();
    await expect(drawer).toContainText(book.aadhaar);
    await expectGoodLooks(page, 'a whole number');
    expect(page.url()).not.toContain(book.aadhaar);

    await page.clock.runFor(61_000);
    await expect(drawer).not.toContainText(book.aadhaar);
    await drawer.getByRole('tab', { name: 'History' }).click();
    await expect(drawer).toContainText('Aadhaar number revealed: Complaint 12 of 2026');
  },
);

further(
  'an analyst sees figures and lists without the persons',
  async ({ page, adminApi, newUser }) => {
    const book = await addBook(adminApi);
    await signInAs(page, await newUser('analyst'));
    const refused = refusalsOf(page);
    const expectNobody = async () => {
      const text = await page.locator('body').innerText();
      const { surname, pan, aadhaar, customer } = book;
      for (const secret of [surname, pan, aadhaar.slice(8), customer.phone.slice(-5), 'Harbour']) {
        expect(text).not.toContain(secret);
      }
      await expect(page.locator('a[href^="tel:"], a[href*="wa.me"]')).toHaveCount(0);
    };

    await expectReadOnly(page, '/', 'the dashboard');
    await expectNobody();
    await expect(navigation(page).getByRole('link')).toHaveText([
      'Dashboard',
      'Customers',
      'Health Insurance',
      'Vehicle Insurance',
      'Quotations',
      'Leads',
      'Claims',
      'Tasks',
      'Premiums',
      'Reports',
    ]);
    await expect(page.getByLabel('Global Search')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Notifications/ })).toHaveCount(0);

    await expectReadOnly(page, `/customers?customer=${book.customer.id}`, 'a customer');
    const drawer = page.getByRole('dialog');
    await expect(drawer).toContainText(`R. ${book.surname.charAt(0)}.`);
    await expect(drawer).toContainText(`${book.pan.slice(0, 5)}XXXX`);
    await expect(drawer.getByRole('button', { name: /^Reveal/ })).toHaveCount(0);
    await lookAtTabs(page, ['Details', 'Policies', 'Quotations', 'Claims', 'Notes']);
    await expectNobody();
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    await expectReadOnly(page, `/vehicle-insurance?policy=${book.policyId}`, 'a policy');
    await expect(page.getByRole('dialog')).toContainText(book.policyNumber);
    await lookAtTabs(page, ['Details', 'Terms', 'Claims', 'Notes']);
    await expectNobody();
    await expectReadOnly(page, `/quotations?quotation=${book.acceptedId}`, 'a quotation');
    await expect(page.getByRole('link', { name: 'PDF' })).toHaveCount(0);
    await expectNobody();

    for (const address of ['/documents', '/reminders']) {
      await page.goto(address);
      await expect(
        page.getByRole('heading', { name: 'You do not have access to this page' }),
      ).toBeVisible();
    }
    await expectGoodLooks(page, 'a page that is not for them');
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(page).toHaveURL(/\/$/);
    expect(refused).toEqual([]);
  },
);

for (const [where, viewport] of [
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test.describe(`on a ${where}`, () => {
    test.use({ viewport });

    further('masked lists and records look right', async ({ page, adminApi, newUser }) => {
      const book = await addBook(adminApi);
      await signInAs(page, await newUser('analyst'));
      await page.goto(`/customers?customer=${book.customer.id}`);
      await expect(page.getByRole('dialog')).toContainText('Aadhaar number');
      await expectGoodLooks(page, 'a customer');
      await page.goto(`/vehicle-insurance?customerId=${book.customer.id}`);
      await expect(page.getByRole('grid')).toContainText(book.policyNumber);
      await expectGoodLooks(page, 'policies');
    });
  });
}

further(
  'a list is had as a file, as it is filtered and sorted',
  async ({ page, adminApi, newUser }) => {
    const book = await addBook(adminApi);
    await signInAs(page, await newUser('manager'));
    await page.goto(`/quotations?customerId=${book.customer.id}&status=accepted&sort=total`);
    await page.getByRole('button', { name: 'Export' }).click();
    const details = page.getByRole('menuitem', { name: 'CSV, all details' });
    const [download] = await Promise.all([page.waitForEvent('download'), details.click()]);
    expect(download.suggestedFilename()).toMatch(/^quotations-\d{4}-\d\d-\d\d\.csv$/);
    const [head, line, ...more] = (await readFile(await download.path(), 'utf8'))
      .trim()
      .split('\r\n');
    expect(head).toContain('Quotation number,Customer number,Customer,');
    // Of the customer's two quotations the one that was accepted.
    expect(line).toContain(`,${book.customer.id},Ravi ${book.surname},`);
    expect(line).toContain(',accepted,');
    expect(more).toEqual([]);
  },
);

further('an agent exports nothing, and has all the rest', async ({ page, adminApi, newUser }) => {
  const book = await addBook(adminApi);
  await signInAs(page, await newUser('agent'));
  await page.goto(`/customers?customer=${book.customer.id}`);
  await expect(page.getByRole('button', { name: 'Add Customer' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText(book.pan);
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
});

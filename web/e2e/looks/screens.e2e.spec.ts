import type { Page } from '@playwright/test';
import { issueHealthPolicy, issueVehiclePolicy } from '../support/book.js';
import { addDocument } from '../support/documents.js';
import { expectGoodLooks, tooWide } from '../support/looks.js';
import { addCustomer, newAadhaar, newPan, newWord } from '../support/people.js';
import { addQuotation } from '../support/quotations.js';
import { expect, SIGNED_OUT, test } from '../support/test.js';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** A customer with one record of each kind, all with long names. */
async function addBook({ request }: Page) {
  const word = newWord();
  const { id } = await addCustomer(request, {
    name: `Venkatanarasimharajuvaripeta Subrahmanyam Iyer ${word}`,
    email: `a.very.long.address.of.a.customer.${word.toLowerCase()}@subdomain.example.com`,
    aadhaarNumber: newAadhaar(),
    panNumber: newPan(word),
    address: '12 Marine Drive, '.repeat(12),
    city: 'Thiruvananthapuram',
    kycStatus: 'verified',
  });
  const insurer = { insuranceCompany: 'The Oriental Insurance Company Limited of all the States' };
  const health = await issueHealthPolicy(request, id, 6, insurer);
  const vehicle = await issueVehiclePolicy(request, id, 6, {
    ...insurer,
    vehicleMake: 'Ashok Leyland',
  });
  const document = await addDocument(request, id);
  const quotation = await addQuotation(request, id, { status: 'accepted' });
  return { word, id, health, vehicle, document, quotation };
}

type Book = Awaited<ReturnType<typeof addBook>>;

/** Addresses of what is looked at, by the part of the product that a failure is to name. */
const PLACES: Record<string, (book: Book) => string[]> = {
  customers: ({ word, id }) => [
    `/customers?q=${word}`,
    `/customers?customer=${id}`,
    `/customers?customer=${id}&tab=history`,
    '/customers?add=1',
    `/customers?edit=${id}`,
  ],
  policies: ({ word, health, vehicle }) => [
    `/health-insurance?q=${word}`,
    `/health-insurance?policy=${health.id}`,
    '/health-insurance?add=1',
    `/vehicle-insurance?q=${word}`,
    `/vehicle-insurance?policy=${vehicle.id}&tab=history`,
    `/vehicle-insurance?edit=${vehicle.id}&change=renew`,
  ],
  'documents and quotations': ({ word, document, quotation }) => [
    `/documents?q=${word}`,
    `/documents?document=${document.id}`,
    '/documents?upload=1',
    `/quotations?q=${word}`,
    `/quotations?quotation=${quotation.id}`,
    `/quotations?edit=${quotation.id}&change=convert`,
    '/quotations?add=1',
  ],
  'the work of a day': () => [
    '/',
    '/reminders',
    '/reminders?view=board',
    '/reminders?view=history',
    '/reminders?settings=1',
  ],
  settings: () => [
    '/settings',
    '/settings/security',
    '/settings/preferences',
    '/settings/agency',
    '/settings/users',
    '/settings/audit',
    '/no/such/page',
  ],
};

/** Whether it shows a panel or a form over the screen, whose code comes after the screen's. */
const opensPanel = (address: string) =>
  /[?&](customer|policy|document|quotation|add|edit|upload|settings)=/.test(address);

for (const [part, addressesOf] of Object.entries(PLACES)) {
  test(`${part}: every screen, panel and form looks right`, async ({ page }) => {
    for (const address of addressesOf(await addBook(page))) {
      await page.setViewportSize(DESK);
      await page.goto(address);
      // Of the screen: what shows while nobody knows yet who is signed in has a heading, too.
      await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toBeVisible();
      if (opensPanel(address)) await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.locator('.skeleton-bar, [aria-busy=true]')).toHaveCount(0);
      await expectGoodLooks(page, address);
      // What is accessible does not hang on the width: the specs of each screen look at both.
      await page.setViewportSize(PHONE);
      await expect.poll(() => tooWide(page), `${address} on a phone`).toEqual([]);
    }
  });
}

test.describe('signed out', () => {
  test.use({ storageState: SIGNED_OUT });

  test('the login looks right', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByLabel('Username')).toBeVisible();
    await expectGoodLooks(page, '/login');
  });
});

import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import type { Locator } from '@playwright/test';
import { addCustomer, changeCustomer, deleteCustomer, newAadhaar } from '../support/people.js';
import { customerRow, dialog, ON_NAME, openList } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const DAY_MS = 86_400_000;
const entries = (drawer: Locator) => drawer.getByRole('listitem');

test('a row opens its customer beside the list; the address holds it', async ({
  page,
  request,
}) => {
  const aadhaarNumber = newAadhaar();
  const customer = await addCustomer(request, { city: 'Kochi', aadhaarNumber });
  await openList(page, customer.name);
  await customerRow(page, customer.name).click(ON_NAME);
  const drawer = dialog(page, customer.name);
  await expect(drawer).toContainText(formatPhone(customer.phone));
  await expect(drawer).toContainText('Kochi');
  await expect(drawer).toContainText(`XXXX XXXX ${aadhaarNumber.slice(-4)}`);
  await expect(drawer).toContainText('Pending');
  await expect(page).toHaveURL(new RegExp(`customer=${customer.id}$`));
  // It slides in: until it stands still, a screen measures fractions.
  expect((await page.locator('.drawer').boundingBox())?.width).toBeCloseTo(640, 0);

  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();
  await expect(page).not.toHaveURL(/customer=/);
  await page.goForward();
  await expect(drawer).toBeVisible();
  await page.reload();
  await expect(drawer).toContainText('Kochi');
  await page.goBack();
  await expect(drawer).toBeHidden();
});

further(
  'History tells every event in words: who, when, before and after',
  async ({ page, request }) => {
    const customer = await addCustomer(request, { city: 'Kochi' });
    await changeCustomer(request, customer.id, { city: 'Thrissur', email: 'new@example.com' });
    await changeCustomer(request, customer.id, { kycStatus: 'verified', email: null });
    await page.goto(`/customers?customer=${customer.id}`);
    const drawer = dialog(page, customer.name);
    await drawer.getByRole('tab', { name: 'History' }).click();
    await expect(page).toHaveURL(/tab=history/);

    await expect(entries(drawer).locator('strong')).toHaveText([
      'KYC status set to verified',
      'Email changed',
      'Email and city changed',
      'Customer added',
    ]);
    const [kyc, cleared, moved, added] = await entries(drawer).all();
    if (!kyc || !cleared || !moved || !added) throw new Error('There are four entries');
    await expect(kyc.getByRole('definition')).toHaveText(/Pending.*Verified/i);
    await expect(cleared.getByRole('definition')).toHaveText(/new@example\.com.*\(empty\)/);
    await expect(moved.getByRole('definition').filter({ hasText: 'Kochi' })).toHaveText(
      /Kochi.*Thrissur/,
    );
    await expect(added).toContainText('admin (admin)');
    await expect(added.getByRole('time')).toHaveText(/^\d{1,2} \w+ \d{4}, \d{1,2}:\d\d [ap]m$/);
    await expect(added).toContainText(formatPhone(customer.phone));
  },
);

further(
  'as of a day the customer is shown as it was at that day’s end',
  async ({ page, request }) => {
    const customer = await addCustomer(request, { city: 'Kochi' });
    const today = formatDay(kolkataDay(new Date()));
    const yesterday = formatDay(kolkataDay(new Date(Date.now() - DAY_MS)));
    await page.goto(`/customers?customer=${customer.id}`);
    const drawer = dialog(page, customer.name);
    await drawer.getByRole('tab', { name: 'History' }).click();
    await drawer.getByLabel('As of').fill(yesterday);
    await drawer.getByLabel('As of').press('Enter');
    await expect(drawer.getByText(`There was no such customer on ${yesterday}`)).toBeVisible();
    await expect(page).toHaveURL(/asof=/);
    await drawer.getByLabel('As of').fill(today);
    await expect(drawer.getByText(`As it was at the end of ${today}`)).toBeVisible();
    await expect(drawer).toContainText('Kochi');
    await drawer.getByRole('button', { name: 'Back to today' }).click();
    await expect(page).not.toHaveURL(/asof=/);

    // The calendar offers no day that has not been.
    await drawer.getByRole('button', { name: 'Choose from a calendar' }).click();
    await expect(page.getByRole('grid', { name: /\d{4}/ })).toBeVisible();
  },
);

further('the history of a deleted customer is found by its address', async ({ page, request }) => {
  const customer = await addCustomer(request);
  await deleteCustomer(request, customer.id);
  await page.goto(`/customers?customer=${customer.id}`);
  const drawer = dialog(page, customer.name);
  await expect(drawer.getByText('Deleted', { exact: true })).toBeVisible();
  await expect(entries(drawer).locator('strong')).toHaveText([
    'Customer deleted',
    'Customer added',
  ]);
  await expect(drawer.getByRole('button', { name: 'Edit' })).toBeHidden();
});

further('of an id that never was, nothing is known', async ({ page }) => {
  await page.goto('/customers?customer=123456789');
  await expect(page.getByRole('dialog')).toContainText(
    'There is no customer with the number 123456789.',
  );
});

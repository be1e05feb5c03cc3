import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../support/looks.js';
import { intercept } from '../support/network.js';
import { addCustomer } from '../support/people.js';
import { policyDialog, policyField, SCREENS } from '../support/policies.js';
import { customerGrid, dialog } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

// React says of every error that a boundary caught what it was.
test.use({ expectedErrors: /net::ERR_FAILED|Code did not arrive|dynamically imported module/ });

/** The code of a part does not come, until `stop`. */
const withoutCode = (page: Page, part: string) =>
  intercept(
    page,
    (request) => request.url().includes(`/assets/${part}-`),
    (route) => route.abort(),
  );

const notLoaded = (page: Page) => page.getByRole('alertdialog', { name: 'Not loaded' });
const missingPart = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'This part of the page did not load.' });

test('what is typed stays where the code of a part does not come, which can be tried again', async ({
  page,
}) => {
  const missing = await withoutCode(page, 'DayCalendar');
  await page.goto(`${SCREENS.health}?add=1`);
  const form = policyDialog(page, 'Add', 'health');
  const number = policyField(form, 'Policy number');
  await number.fill('HL/7');
  await form.getByRole('button', { name: 'Choose from a calendar' }).first().click();
  await expect(missingPart(page)).toBeVisible();
  await expect(number).toHaveValue('HL/7');
  await expectGoodLooks(page, 'a calendar that did not come');
  await missing.stop();
  await missingPart(page).getByRole('button', { name: 'Retry' }).click();
  await expect(page.locator('.bp6-datepicker')).toBeVisible();
  await expect(number).toHaveValue('HL/7');
});

for (const [part, address, name] of [
  ['CustomerDialog', '/customers?add=1', 'Add Customer'],
  ['PolicyDialog', '/vehicle-insurance?add=1', 'Add Vehicle Policy'],
  ['QuotationDialog', '/quotations?add=1', 'Add Quotation'],
  ['UploadDialog', '/documents?upload=1', 'Upload Document'],
  ['SettingsDialog', '/reminders?settings=1', 'Reminder Settings'],
] as const) {
  further(`the page stays where the code of ${name} does not come`, async ({ page }) => {
    const missing = await withoutCode(page, part);
    await page.goto(address);
    await expect(notLoaded(page)).toBeVisible();
    await expect(notLoaded(page).getByRole('button', { name: 'Retry' })).toBeFocused();
    await expect(page.getByRole('navigation', { includeHidden: true }).first()).toBeVisible();

    await page.keyboard.press('Enter');
    await expect(notLoaded(page)).toBeVisible();
    await missing.stop();
    await notLoaded(page).getByRole('button', { name: 'Retry' }).click();
    await expect(dialog(page, name)).toBeVisible();
    await expect(notLoaded(page)).toHaveCount(0);
  });
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`${viewport.width} pixels wide`, () => {
    test.use({ viewport });

    further('a record whose code does not come is closed, and opens later', async ({ page }) => {
      const customer = await addCustomer(page.request);
      const missing = await withoutCode(page, 'CustomerDrawer');
      await page.goto(`/customers?q=${encodeURIComponent(customer.name)}&customer=${customer.id}`);
      await expect(notLoaded(page)).toBeVisible();
      await expectGoodLooks(page, 'a record that did not come');
      await page.keyboard.press('Escape');
      await expect(notLoaded(page)).toBeHidden();
      await expect(page).not.toHaveURL(/customer=/);

      await missing.stop();
      await customerGrid(page).getByRole('row', { name: customer.name }).click();
      await expect(dialog(page, customer.name)).toBeVisible();
    });

    further('a screen whose code does not come leaves the rest of the page', async ({ page }) => {
      await page.goto('/settings');
      await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
      const missing = await withoutCode(page, 'SecurityPanel');
      await page.getByRole('link', { name: 'Security' }).click();
      await expect(missingPart(page)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Preferences' })).toBeVisible();
      await expectGoodLooks(page, 'a tab that did not come');
      await missing.stop();
      await missingPart(page).getByRole('button', { name: 'Retry' }).click();
      await expect(missingPart(page)).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'Password', exact: true })).toBeVisible();
    });
  });
}

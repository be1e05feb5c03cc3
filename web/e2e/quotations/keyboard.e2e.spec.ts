import { tabThrough } from '../support/keyboard.js';
import { addCustomer } from '../support/people.js';
import { policyField as field } from '../support/policies.js';
import {
  addDialog,
  addQuotation,
  compareDialog,
  openQuotations,
  quotationRow,
} from '../support/quotations.js';
import { dialog, expectToast, toastArea } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

further('a quotation is added without a mouse', async ({ page, request }) => {
  const customer = await addCustomer(request);
  await openQuotations(page);
  await page.getByRole('main').getByRole('button', { name: 'Add Quotation' }).first().focus();
  await page.keyboard.press('Enter');
  const form = addDialog(page);
  await expect(field(form, 'Customer')).toBeFocused();
  await page.keyboard.insertText(customer.name);
  await expect(page.getByRole('option', { name: customer.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(form, 'Customer')).toHaveValue(customer.name);
  await tabThrough(page, [
    'Choose another customer',
    'Insurance type',
    'Policy type',
    ['Insurance company', 'Star Health'],
    ['Sum assured', '500000'],
    ['Premium amount', '12000'],
    ['Service charges', '100'],
    'Total amount',
    'Validity \\(days\\)',
    'Status',
    'Notes',
    'Cancel',
    'Add Quotation',
  ]);
  await expect(field(form, 'Total amount')).toHaveValue('₹12,100.00');
  await page.keyboard.press('Control+Enter');
  await expect(toastArea(page).locator('strong')).toHaveText('Quotation Created');
});

further('rows, menus, answers and the comparison go by keys', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const second = await addQuotation(request, customer.id);
  const first = await addQuotation(request, customer.id, { premiumAmount: '900' });
  await openQuotations(page, customer.name);
  await quotationRow(page, first.quotationNumber).focus();
  await page.keyboard.press('ArrowDown');
  const row = quotationRow(page, second.quotationNumber);
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page, second.quotationNumber)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page, second.quotationNumber)).toBeHidden();

  const choose = async (item: string) => {
    await row.focus();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused();
    const entries = await page.getByRole('menuitem').allTextContents();
    for (const entry of entries.slice(1, entries.indexOf(item) + 1)) {
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('menuitem', { name: entry, exact: true })).toBeFocused();
    }
    await page.keyboard.press('Enter');
  };
  await choose('Accept');
  await expectToast(page, 'Quotation Updated', `${second.quotationNumber} has been accepted.`);
  await choose('Compare…');
  const compared = compareDialog(page);
  // The customer's other quotations come by a question of their own.
  await expect(compared.getByRole('checkbox', { name: first.quotationNumber })).toBeVisible();
  await compared.getByRole('region', { name: 'Comparison' }).focus();
  await tabThrough(page, [second.quotationNumber, `${first.quotationNumber}.*`]);
  await page.keyboard.press('Space');
  await expect(compared.getByText('Lowest')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(compared).toBeHidden();
});

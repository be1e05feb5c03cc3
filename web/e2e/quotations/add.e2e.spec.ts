import { addDays } from '@insuremanager/contracts/rules/calendar';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Locator } from '@playwright/test';
import { LOST_CONNECTIONS, loseAnswers, ofOperation } from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import {
  addPolicy,
  policyField as field,
  fillPolicy as fill,
  pickCustomer,
} from '../support/policies.js';
import {
  addDialog,
  addQuotation,
  findQuotation,
  openQuotations,
  QUOTATIONS,
  quotationGrid,
} from '../support/quotations.js';
import { expectToast, quickAdd, toastArea } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: LOST_CONNECTIONS });

const dayFromNow = (days: number) => formatDay(addDays(kolkataDay(new Date()), days));

test('a quotation is added, with its total, tax and validity while it is typed', async ({
  page,
  request,
}) => {
  const customer = await addCustomer(request);
  await openQuotations(page);
  await page.getByRole('main').getByRole('button', { name: 'Add Quotation' }).first().click();
  const form = addDialog(page);
  await expect(field(form, 'Customer')).toBeFocused();
  for (const [label, value] of [
    ['Insurance type', 'health'],
    ['Policy type', 'individual'],
    ['Sum assured', '0'],
    ['Premium amount', '0'],
    ['Service charges', '0'],
    ['Total amount', '₹0.00'],
    ['Validity \\(days\\)', '30'],
    ['Status', 'pending'],
  ] as const) {
    await expect(field(form, label)).toHaveValue(value);
  }
  await expect(form.getByText(`Valid until ${dayFromNow(30)}`)).toBeVisible();

  await pickCustomer(page, form, customer.name);
  await fill(form, { 'Insurance type': 'Vehicle' });
  await fill(form, {
    'Vehicle type': 'Truck',
    'Vehicle number': 'kl-07 ab 1234',
    'Insurance company': 'Niva Bupa',
    'Insured declared value \\(IDV\\)': '500000',
    'Premium amount': '11800',
  });
  await expect(field(form, 'Total amount')).toHaveValue('₹11,800.00');
  await expect(form.getByText('includes ₹1,800.00 GST at 18 %')).toBeVisible();
  await fill(form, { 'Service charges': '₹1,23,456.50' });
  await expect(field(form, 'Total amount')).toHaveValue('₹1,35,256.50');
  await fill(form, { 'Service charges': 'some' });
  await expect(field(form, 'Total amount')).toHaveValue('₹11,800.00');
  await fill(form, { 'Service charges': '200', 'Validity \\(days\\)': '15' });
  await expect(field(form, 'Total amount')).not.toBeEditable();
  await expect(form.getByText(`Valid until ${dayFromNow(15)}`)).toBeVisible();
  await page.keyboard.press('Control+Enter');

  await expect(toastArea(page).locator('strong')).toHaveText('Quotation Created');
  await expect(toastArea(page).getByRole('link', { name: 'Open PDF' })).toHaveAttribute(
    'href',
    /^\/api\/quotations\/\d+\/pdf$/,
  );
  const row = quotationGrid(page).getByRole('row').filter({ hasText: customer.name });
  // Each amount under its own heading, and the heading by which the list is sorted is there.
  for (const [label, cell] of [
    ['Sum assured', 'cover'],
    ['Premium', 'premium'],
    ['Total', 'total'],
  ] as const) {
    const heading = page.getByRole('columnheader', { name: label });
    const amount = row.locator(`[data-cell=${cell}]`);
    const rightOf = (part: Locator) => part.evaluate((one) => one.getBoundingClientRect().right);
    // The columns take the widths of what has come.
    const apart = async () => Math.abs((await rightOf(heading)) - (await rightOf(amount)));
    await expect.poll(apart, label).toBeLessThan(1);
  }
  await expect(page.getByRole('columnheader', { name: 'Added' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  for (const text of ['Niva Bupa', '₹5,00,000', '₹11,800.00', '₹12,000.00']) {
    await expect(row).toContainText(text);
  }
  await expect(row).toContainText(dayFromNow(15));
  await expect(row).toContainText('Pending');
});

further(
  'what is required is told; what looks wrong is a warning and is saved',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    await page.goto(`${QUOTATIONS}?add=1`);
    const form = addDialog(page);
    await form.getByRole('button', { name: 'Add Quotation' }).click();
    await expect(form.getByRole('alert')).toContainText('Customer is required');
    await expect(field(form, 'Customer')).toBeFocused();

    await pickCustomer(page, form, customer.name);
    await fill(form, { 'Premium amount': '-5' });
    await field(form, 'Service charges').focus();
    await expect(form.getByText('Premium amount must not be negative').first()).toBeVisible();
    await fill(form, { 'Validity \\(days\\)': '0' });
    await field(form, 'Service charges').focus();
    await expect(form.getByText(/Validity must be 1 to 365 whole days/).first()).toBeVisible();
    await fill(form, {
      'Premium amount': '900',
      'Sum assured': '800',
      'Validity \\(days\\)': '30',
      'Insurance company': '',
    });
    await field(form, 'Service charges').focus();
    await expect(form.getByText('The premium is higher than the cover.')).toBeVisible();
    await expect(form.getByText('No insurance company is entered.')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(toastArea(page).locator('strong')).toHaveText('Quotation Created');
  },
);

further('an insurer in use is suggested, and another may be typed', async ({ page, request }) => {
  const insurer = `Insurer ${newWord()}`;
  const customer = await addCustomer(request);
  await addPolicy(request, 'health', customer.id, { insuranceCompany: insurer });
  await page.goto(`${QUOTATIONS}?add=1&customerId=${customer.id}`);
  const form = addDialog(page);
  await expect(field(form, 'Customer')).toHaveValue(customer.name);
  await field(form, 'Insurance company').pressSequentially(insurer.slice(0, 14));
  await page.getByRole('option', { name: insurer }).click();
  await expect(field(form, 'Insurance company')).toHaveValue(insurer);
  await fill(form, { 'Insurance company': `${insurer} of old` });
  await page.keyboard.press('Tab');
  await expect(field(form, 'Insurance company')).toHaveValue(`${insurer} of old`);
});

further('a lost answer keeps what was typed, and saves once', async ({ page, request }) => {
  const customer = await addCustomer(request);
  await page.goto(`${QUOTATIONS}?add=1&customerId=${customer.id}`);
  const form = addDialog(page);
  await fill(form, { 'Insurance company': 'Star Health', 'Premium amount': '1000' });
  const broken = await loseAnswers(page, ofOperation('CreateQuotation'));
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Error', 'Failed to save quotation. Please try again.');
  await expect(field(form, 'Insurance company')).toHaveValue('Star Health');
  await broken.stop();
  await form.getByRole('button', { name: 'Add Quotation' }).click();
  await expect(toastArea(page).locator('strong')).toHaveText('Quotation Created');
  await expect(page.getByText('1 quotation', { exact: true })).toBeVisible();
});

further('every way out of a form that is not saved is guarded', async ({ page }) => {
  await page.goto('/settings');
  await quickAdd(page, 'Quotation');
  const form = addDialog(page);
  await fill(form, { 'Premium amount': '1000' });
  await form.getByRole('button', { name: 'Cancel' }).click();
  const ask = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await ask.getByRole('button', { name: 'Keep editing' }).click();
  await expect(ask).toBeHidden();
  await form.getByRole('button', { name: 'Close' }).click();
  await ask.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toBeHidden();
});

further(
  'the quotation that was added says the same to the REST face',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const quotation = await addQuotation(request, customer.id, { notes: 'Cashless in Kochi' });
    await page.goto(`${QUOTATIONS}?quotation=${quotation.id}`);
    await expect(page.getByRole('dialog', { name: quotation.quotationNumber })).toContainText(
      'Cashless in Kochi',
    );
    expect(await findQuotation(request, quotation.id)).toMatchObject({
      totalAmount: '12750.50',
      gstRate: 0,
      status: 'pending',
    });
  },
);

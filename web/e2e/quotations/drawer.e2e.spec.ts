import { addDays } from '@insuremanager/contracts/rules/calendar';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { addCustomer } from '../support/people.js';
import { addPolicy } from '../support/policies.js';
import {
  addCarQuotation,
  addQuotation,
  changeQuotation,
  QUOTATIONS,
} from '../support/quotations.js';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

further(
  'a quotation opens by its address, with amounts, validity, past and history',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const quotation = await addCarQuotation(request, customer.id, { premiumAmount: '11800' });
    await changeQuotation(request, quotation.id, { serviceCharges: '900' });
    await page.goto(`${QUOTATIONS}?quotation=${quotation.id}`);
    const drawer = dialog(page, quotation.quotationNumber);
    for (const text of [
      '₹11,800.00',
      '₹1,800.00 at 18 %',
      '₹900.00',
      '₹12,700.00',
      customer.name,
    ]) {
      await expect(drawer).toContainText(text);
    }
    const today = kolkataDay(new Date());
    await expect(drawer).toContainText(`${formatDay(addDays(today, 30))} (30 days)`);
    await drawer.getByRole('tab', { name: 'History' }).click();
    await drawer.getByRole('textbox', { name: 'As of' }).fill(formatDay(today));
    await expect(drawer.getByText(/As it was at the end of/)).toBeVisible();
    await drawer.getByRole('textbox', { name: 'As of' }).fill(formatDay(addDays(today, -1)));
    await expect(drawer.getByText(/There was no such quotation on/)).toBeVisible();
    await drawer.getByRole('button', { name: 'All history' }).click();
    await expect(drawer.getByText('₹250.00').first()).toBeVisible();
    await expect(drawer.getByText('₹900.00').first()).toBeVisible();
  },
);

further('on a phone, its number stands on one line', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const customer = await addCustomer(request);
  const { id, quotationNumber } = await addQuotation(request, customer.id);
  await page.goto(`${QUOTATIONS}?quotation=${id}`);
  const lines = await dialog(page, quotationNumber)
    .getByRole('heading', { name: quotationNumber })
    .evaluate((heading) => {
      const text = document.createRange();
      text.selectNodeContents(heading);
      return text.getClientRects().length;
    });
  expect(lines).toBe(1);
});

further(
  'a customer’s quotations are in their drawer, which adds to them',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    await page.goto(`/customers?customer=${customer.id}&tab=quotations`);
    const drawer = dialog(page, customer.name);
    await expect(drawer.getByText('No quotations')).toBeVisible();
    await drawer.getByRole('button', { name: 'Add quotation' }).click();
    const form = dialog(page, 'Add Quotation');
    await expect(form.getByLabel(/^Customer/)).toHaveValue(customer.name);
    await form.getByRole('button', { name: 'Cancel' }).click();
    const quotation = await addQuotation(request, customer.id);
    await expect(drawer).toBeVisible();
    await drawer.getByRole('tab', { name: 'Details' }).click();
    await drawer.getByRole('tab', { name: 'Quotations' }).click();
    await drawer.getByRole('link', { name: quotation.quotationNumber }).click();
    await expect(dialog(page, quotation.quotationNumber)).toContainText('₹12,750.50');
  },
);

further('a policy that came from no quotation says nothing of one', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const policy = await addPolicy(request, 'health', customer.id);
  await page.goto(`/health-insurance?policy=${policy.id}`);
  await expect(dialog(page, policy.policyNumber)).toContainText('Last changed');
  await expect(dialog(page, policy.policyNumber)).not.toContainText('From quotation');
});

further(
  'an answer to a quotation that was deleted meanwhile says so',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const { id, quotationNumber } = await addQuotation(request, customer.id);
    await page.goto(`${QUOTATIONS}?quotation=${id}`);
    const drawer = dialog(page, quotationNumber);
    await expect(drawer.getByRole('button', { name: 'Accept' })).toBeVisible();
    expect((await request.delete(`/api/quotations/${id}`)).status()).toBe(204);
    await drawer.getByRole('button', { name: 'Accept' }).click();
    await expectToast(page, 'Error', 'This quotation has been deleted.');
    await expect(drawer.getByText('Deleted', { exact: true })).toBeVisible();
  },
);

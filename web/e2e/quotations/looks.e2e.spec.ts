import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../support/looks.js';
import { cutOff, hold, LOST_CONNECTIONS, ofOperation } from '../support/network.js';
import { addCustomer } from '../support/people.js';
import { policyField as field, fillPolicy as fill } from '../support/policies.js';
import {
  addCarQuotation,
  addDialog,
  addQuotation,
  changeQuotation,
  compareDialog,
  convertDialog,
  editDialog,
  emailDialog,
  openQuotations,
  QUOTATIONS,
  quotationRow,
} from '../support/quotations.js';
import { dialog } from '../support/screens.js';
import { expect, test } from '../support/test.js';

// Each run looks at every screen in looks/screens.
test.skip(!isExhaustive(import.meta.url), 'exhaustive, of another share');

const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

test.use({
  expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 4(09|12)`),
});

/** A customer with quotations of either type, with all there is to show, some of it long. */
async function addFull(page: Page) {
  const customer = await addCustomer(page.request, {
    name: 'Venkatanarasimharajuvaripeta Subrahmanyam Iyer of Thiruvananthapuram',
    email: 'a.very.long.address.of.a.customer@some-insurance-brokerage.example.com',
  });
  const long = {
    insuranceCompany: 'The Oriental Insurance Company Limited of all the States',
    sumAssured: '9999999999.99',
    premiumAmount: '99999999.99',
    serviceCharges: '99999999.99',
    notes: 'Cashless in all hospitals of Kerala. '.repeat(8),
  };
  const car = await addCarQuotation(page.request, customer.id, { ...long, status: 'accepted' });
  const health = await addQuotation(page.request, customer.id, { serviceCharges: '0' });
  const others = [
    await addQuotation(page.request, customer.id, { serviceCharges: '0', status: 'rejected' }),
    await addQuotation(page.request, customer.id, { insuranceCompany: null, status: 'expired' }),
  ];
  const dear = await addQuotation(page.request, customer.id, long);
  return { customer, car, health, ofHealth: [dear, health, ...others] };
}

for (const [where, viewport] of Object.entries(WIDTHS)) {
  test.describe(`on a ${where}`, () => {
    test.use({ viewport });

    test('the list looks right in each of its states', async ({ page }) => {
      const { customer, car } = await addFull(page);
      const list = await hold(page, ofOperation('QuotationList'));
      await page.goto(`${QUOTATIONS}?customerId=${customer.id}`);
      await expect(page.getByRole('status', { name: 'Loading quotations' })).toBeVisible();
      await expectGoodLooks(page, 'skeleton');
      list.release();
      await expect(quotationRow(page, car.quotationNumber)).toBeVisible();
      await expectGoodLooks(page, 'quotations');
      await quotationRow(page, car.quotationNumber).click({ button: 'right' });
      await expect(page.getByRole('menu')).toBeVisible();
      await expectGoodLooks(page, 'the menu of a row');
      await page.keyboard.press('Escape');

      await page.goto(
        `${QUOTATIONS}?status=pending,accepted&insurer=Nobody&pastValidity=true&totalFrom=5`,
      );
      await expect(page.getByText('No quotations match your search criteria')).toBeVisible();
      await expectGoodLooks(page, 'nothing found, with filters');
      await page.getByRole('button', { name: 'Advanced Search' }).click();
      await expect(page.getByRole('form', { name: 'Advanced Search' })).toBeVisible();
      await expectGoodLooks(page, 'Advanced Search');
      await cutOff(page, ofOperation('QuotationList'));
      await openQuotations(page);
      await expect(page.getByText('Failed to load quotations')).toBeVisible();
      await expectGoodLooks(page, 'failure');
    });

    test('the form looks right: wrong, warned, stale', async ({ page }) => {
      const { customer, health } = await addFull(page);
      await page.goto(`${QUOTATIONS}?add=1&customerId=${customer.id}`);
      await fill(addDialog(page), { 'Premium amount': '-5', 'Validity \\(days\\)': 'x' });
      await fill(addDialog(page), { 'Insurance type': 'Vehicle' });
      await fill(addDialog(page), { 'Vehicle number': 'XX' });
      await page.keyboard.press('Control+Enter');
      await expect(addDialog(page).getByRole('alert')).toContainText('Please check');
      await expectGoodLooks(page, 'errors and warnings');

      page.once('dialog', (question) => question.accept());
      await page.goto(`${QUOTATIONS}?edit=${health.id}`);
      await fill(editDialog(page), { Notes: 'Mine' });
      await changeQuotation(page.request, health.id, { notes: 'Theirs' });
      await page.keyboard.press('Control+Enter');
      await expect(editDialog(page).getByText('This quotation was changed while')).toBeVisible();
      await expectGoodLooks(page, 'a stale edit');
    });

    test('an email and a conversion look right', async ({ page }) => {
      const { car } = await addFull(page);
      await page.goto(`${QUOTATIONS}?edit=${car.id}&change=email`);
      await expect(field(emailDialog(page), 'To')).toHaveValue(/@/);
      await expectGoodLooks(page, 'email');
      await page.goto(`${QUOTATIONS}?edit=${car.id}&change=convert`);
      await expect(field(convertDialog(page), 'Policy number')).toBeVisible();
      await expectGoodLooks(page, 'conversion');
    });

    test('the drawers look right: a quotation, its history, a customer’s', async ({ page }) => {
      const { customer, car, health } = await addFull(page);
      await page.goto(`${QUOTATIONS}?quotation=${car.id}`);
      const accepted = dialog(page, car.quotationNumber);
      await expect(accepted.getByRole('button', { name: 'Convert' })).toBeVisible();
      await expectGoodLooks(page, 'accepted');
      await accepted.getByRole('tab', { name: 'History' }).click();
      await expect(accepted.getByRole('listitem').first()).toBeVisible();
      await expectGoodLooks(page, 'history');
      await page.goto(`${QUOTATIONS}?quotation=${health.id}`);
      const pending = dialog(page, health.quotationNumber);
      await expect(pending.getByRole('button', { name: 'Accept' })).toBeVisible();
      await expectGoodLooks(page, 'pending');
      await page.goto(`/customers?customer=${customer.id}&tab=quotations`);
      const policyholder = dialog(page, customer.name);
      await expect(policyholder.getByRole('link', { name: car.quotationNumber })).toBeVisible();
      await expectGoodLooks(page, 'a customer’s quotations');
    });

    test('the comparison looks right, and scrolls within itself', async ({ page }) => {
      const { ofHealth } = await addFull(page);
      await page.goto(`${QUOTATIONS}?compare=${ofHealth.map(({ id }) => id).join(',')}`);
      const compared = compareDialog(page);
      await expect(compared.getByText('Lowest')).toHaveCount(2);
      await expect(compared.getByRole('checkbox')).toHaveCount(4);
      await expectGoodLooks(page, 'four side by side');
      const scrolls = await compared
        .getByRole('region', { name: 'Comparison' })
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
      expect(scrolls).toBe(where === 'phone');
    });
  });
}

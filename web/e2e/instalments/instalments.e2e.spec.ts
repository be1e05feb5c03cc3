import { addMonths } from '@insuremanager/contracts/rules/calendar';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer } from '../support/people.js';
import { addPolicy, dayFromNow, policyField as field, fillPolicy } from '../support/policies.js';
import { dialog, toastArea } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const panel = (page: Page) => page.locator('.drawer');
const premiums = (page: Page) => panel(page).getByRole('region', { name: 'Premiums' });

test('the premiums of a policy are followed from the list to the receipt, and taken back', async ({
  page,
  request,
}) => {
  const customer = await addCustomer(request);
  const startDate = dayFromNow(-100);
  const { id, policyNumber } = await addPolicy(request, 'health', customer.id, {
    ...{ premiumFrequency: 'quarterly', startDate, endDate: dayFromNow(264) },
  });
  await page.goto(`/instalments?customerId=${customer.id}`);
  const row = page.getByRole('row', { name: new RegExp(policyNumber) });
  await expect(row).toContainText('1 of 4');
  await expect(row).toContainText('Overdue');
  await expectGoodLooks(page, 'premiums due');
  await row.click();
  await expect(premiums(page).getByRole('listitem')).toHaveCount(4);
  await expect(premiums(page).getByRole('listitem').first()).toContainText(
    `${formatDay(startDate)} · ₹12,500.50`,
  );

  await premiums(page).getByRole('button', { name: 'Mark instalment 1 as paid' }).click();
  const paying = dialog(page, 'Mark Premium as Paid: Health Policy');
  await expect(field(paying, 'Reference')).toBeFocused();
  await fillPolicy(paying, { Reference: '4111 1111 1111 1111' });
  await page.keyboard.press('Control+Enter');
  await expect(paying.getByText('This is a card number').first()).toBeVisible();
  await fillPolicy(paying, { Reference: '412345678901' });
  await paying.getByRole('button', { name: 'Mark as Paid' }).dblclick();
  await expect(toastArea(page)).toContainText('1 of 4 instalments are paid');
  const first = premiums(page).getByRole('listitem').first();
  await expect(first).toContainText('(UPI, 412345678901)');
  await expect(row).toContainText(formatDay(addMonths(startDate, 3)));
  await expect(premiums(page).getByRole('listitem').nth(1)).toContainText('Grace until');
  await expectGoodLooks(page, 'the premiums of a policy');

  const address = await first.getByLabel('Receipt of instalment 1').getAttribute('href');
  const receipt = await request.get(address ?? '');
  expect(receipt.headers()['content-type']).toBe('application/pdf');
  expect((await receipt.body()).subarray(0, 5).toString()).toBe('%PDF-');

  await first.getByRole('button', { name: 'Take back payment of instalment 1' }).click();
  const takingBack = dialog(page, 'Take Back Payment: Health Policy');
  await fillPolicy(takingBack, { Reason: 'Wrong policy' });
  await takingBack.getByRole('button', { name: 'Take Back Payment' }).click();
  await expect(toastArea(page)).toContainText('instalment 1 is due again');
  await expect(row).toContainText(formatDay(startDate));
  await panel(page).getByRole('tab', { name: 'History' }).click();
  await expect(panel(page).getByText('Payment of instalment 1 taken back')).toBeVisible();
  expect((await request.get(`/api/health-policies/${id}/receipt?instalment=1`)).status()).toBe(409);
});

further(
  'a premium that another window has marked is not marked as the next one',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const { id, policyNumber } = await addPolicy(request, 'health', customer.id, {
      ...{ premiumFrequency: 'quarterly', startDate: dayFromNow(-100), endDate: dayFromNow(264) },
    });
    await page.goto(`/instalments?policy=${id}&edit=${id}&change=pay`);
    const paying = dialog(page, 'Mark Premium as Paid: Health Policy');
    await fillPolicy(paying, { Reference: '412345678901' });
    const data = { paidOn: dayFromNow(-1), means: 'upi' };
    const path = `/api/health-policies/${id}`;
    expect((await request.post(`${path}/pay-instalments`, { data })).ok()).toBe(true);
    await paying.getByRole('button', { name: 'Mark as Paid' }).click();
    await expect(paying.getByText('was changed while you were editing')).toBeVisible();
    await paying.getByRole('button', { name: 'Reapply My Changes' }).click();
    await expect(paying.getByText('Instalment 1 has already been marked as paid.')).toBeVisible();
    expect(await (await request.get(path)).json()).toMatchObject({
      policyNumber,
      instalmentsPaid: 1,
    });
  },
);

further('several premiums are marked at once from the menu of a row', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const { policyNumber } = await addPolicy(request, 'health', customer.id, {
    ...{ premiumFrequency: 'monthly', startDate: dayFromNow(-120), endDate: dayFromNow(244) },
  });
  await page.goto(`/instalments?customerId=${customer.id}`);
  const row = page.getByRole('row', { name: new RegExp(policyNumber) });
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Mark as Paid' }).click();
  const paying = dialog(page, 'Mark Premium as Paid: Health Policy');
  await fillPolicy(paying, { Instalment: '4' });
  await expect(paying.getByText('4 instalments at once')).toBeVisible();
  await expect(field(paying, 'Amount')).toBeHidden();
  await page.keyboard.press('Control+Enter');
  await expect(toastArea(page)).toContainText('4 of 12 instalments are paid');
  await expect(row).toContainText('5 of 12');
});

test('what was paid is found by keyboard, with what it comes to', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const { id, policyNumber } = await addPolicy(request, 'health', customer.id, {
    ...{ premiumFrequency: 'monthly', startDate: dayFromNow(-100), endDate: dayFromNow(264) },
  });
  const path = `/api/health-policies/${id}/pay-instalments`;
  for (const data of [
    { paidOn: dayFromNow(-70), means: 'cheque', number: 2 },
    { paidOn: dayFromNow(-1), means: 'upi', reference: '412345678901', amount: '999.25' },
  ]) {
    expect((await request.post(path, { data })).ok()).toBe(true);
  }
  await page.goto(`/instalments?customerId=${customer.id}`);
  await expect(page.getByRole('row', { name: new RegExp(policyNumber) })).toContainText('4 of 12');
  const tab = page.getByRole('navigation', { name: 'Premiums' }).getByText('Payments');
  await tab.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox', { name: 'Search payments' }).focus();
  await page.keyboard.type(policyNumber);
  const rows = page.getByRole('row', { name: new RegExp(policyNumber) });
  // While it is searched, the rows of before are dimmed.
  await expect(page.locator('.record-list-footer')).toHaveText('3 payments');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('412345678901');
  const total = page.locator('.payment-totals');
  await expect(total).toContainText('₹26,000.25 3 payments');
  await expect(total).toContainText('Cheque ₹25,001.00');
  await expectGoodLooks(page, 'payments');

  await rows.first().focus();
  await page.keyboard.press('Enter');
  await expect(premiums(page).getByRole('listitem').nth(2)).toContainText('(UPI, 412345678901)');
  await page.keyboard.press('Escape');
  await expect(rows.first()).toBeFocused();
});

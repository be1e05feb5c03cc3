import { addCustomer } from '../support/people.js';
import { policyField as field, fillPolicy as fill } from '../support/policies.js';
import {
  addCarQuotation,
  addQuotation,
  changeQuotation,
  chooseInQuotation,
  editDialog,
  findQuotation,
  openQuotations,
  QUOTATIONS,
  quotationRow,
} from '../support/quotations.js';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: /status of 409/ });

further('a quotation is edited, and the row and the cards follow', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const quotation = await addCarQuotation(request, customer.id);
  const { quotationNumber: number } = quotation;
  await openQuotations(page, customer.name);
  await chooseInQuotation(page, number, 'Edit');
  const form = editDialog(page);
  await expect(field(form, 'Vehicle number')).toHaveValue('KL 07 AB 1234');
  await expect(field(form, 'Total amount')).toHaveValue('₹12,750.50');
  await fill(form, { 'Premium amount': '20000', Status: 'Rejected', Notes: 'Too dear' });
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Quotation Updated', `${number} has been updated.`);
  await expect(quotationRow(page, number)).toContainText('₹20,250.00');
  await expect(quotationRow(page, number)).toContainText('Rejected');
  expect(await findQuotation(request, quotation.id)).toMatchObject({
    premiumAmount: '20000.00',
    status: 'rejected',
    notes: 'Too dear',
  });
});

further('another type of insurance drops what the one before had', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const quotation = await addCarQuotation(request, customer.id);
  await page.goto(`${QUOTATIONS}?edit=${quotation.id}`);
  const form = editDialog(page);
  await fill(form, { 'Insurance type': 'Health' });
  await fill(form, { 'Policy type': 'Group' });
  await expect(form.getByText('GST at 18 %')).toBeVisible();
  await fill(form, { 'Policy type': 'Family' });
  await expect(form.getByText('no GST (0 %)')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(form).toBeHidden();
  await expect
    .poll(() => findQuotation(request, quotation.id))
    .toMatchObject({
      insuranceType: 'health',
      policyType: 'family',
      vehicleType: null,
      vehicleNumber: null,
      gstRate: 0,
    });
});

further(
  'what a colleague changed meanwhile is shown, and my changes go on top',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const quotation = await addQuotation(request, customer.id);
    await page.goto(`${QUOTATIONS}?edit=${quotation.id}`);
    const form = editDialog(page);
    await fill(form, { 'Service charges': '500', 'Insurance company': 'Mine' });
    await changeQuotation(request, quotation.id, {
      premiumAmount: '13000',
      insuranceCompany: 'Theirs',
    });
    await page.keyboard.press('Control+Enter');
    const notice = form
      .getByRole('alert')
      .filter({ hasText: 'was changed while you were editing' });
    await expect(notice).toContainText('This quotation was changed');
    await expect(notice).toContainText('₹13,000.00');
    await expect(field(form, 'Total amount')).toHaveValue('₹13,500.00');
    await notice.getByRole('radio', { name: 'Theirs: Theirs' }).click({ force: true });
    await form.getByRole('button', { name: 'Reapply My Changes' }).click();
    await expectToast(page, 'Quotation Updated', `${quotation.quotationNumber} has been updated.`);
    expect(await findQuotation(request, quotation.id)).toMatchObject({
      premiumAmount: '13000.00',
      serviceCharges: '500.00',
      insuranceCompany: 'Theirs',
    });
  },
);

further('an answer is written down from the row and from the drawer', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const quotation = await addQuotation(request, customer.id);
  const { quotationNumber: number } = quotation;
  await openQuotations(page, customer.name);
  await chooseInQuotation(page, number, 'Reject');
  await expectToast(page, 'Quotation Updated', `${number} has been rejected.`);
  await expect(quotationRow(page, number)).toContainText('Rejected');
  await changeQuotation(request, quotation.id, { status: 'pending' });

  await page.goto(`${QUOTATIONS}?quotation=${quotation.id}`);
  const drawer = dialog(page, number);
  await drawer.getByRole('button', { name: 'Accept' }).click();
  await expectToast(page, 'Quotation Updated', `${number} has been accepted.`);
  await expect(drawer.getByRole('button', { name: 'Convert' })).toBeVisible();
  await drawer.getByRole('tab', { name: 'History' }).click();
  await expect(drawer.getByText('Accepted', { exact: true }).first()).toBeVisible();
});

further('an answer to what has changed meanwhile is not taken', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const quotation = await addQuotation(request, customer.id);
  await page.goto(`${QUOTATIONS}?quotation=${quotation.id}`);
  const drawer = dialog(page, quotation.quotationNumber);
  await expect(drawer).toContainText('₹12,750.50');
  await changeQuotation(request, quotation.id, { premiumAmount: '90000' });
  await drawer.getByRole('button', { name: 'Accept' }).click();
  await expectToast(
    page,
    'Error',
    'Someone else changed this quotation. Check it, then try again.',
  );
  await expect(drawer).toContainText('₹90,250.00');
  expect((await findQuotation(request, quotation.id)).status).toBe('pending');
});

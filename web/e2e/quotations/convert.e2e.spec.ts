import { addDays, endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { expectAccessible } from '../support/looks.js';
import { LOST_CONNECTIONS, loseAnswers, ofOperation } from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import { policyField as field, fillPolicy as fill, findPolicies } from '../support/policies.js';
import {
  addCarQuotation,
  addQuotation,
  changeQuotation,
  convertDialog,
  editDialog,
  findQuotation,
  openQuotations,
  openRowMenu,
  QUOTATIONS,
} from '../support/quotations.js';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 409`) });

const START = kolkataDay(new Date());

test('an accepted quotation becomes a policy, once, and each leads to the other', async ({
  page,
  request,
}) => {
  const customer = await addCustomer(request, { kycStatus: 'verified' });
  const quotation = await addCarQuotation(request, customer.id);
  const number = `MO/${newWord()}`;
  await page.goto(`${QUOTATIONS}?quotation=${quotation.id}`);
  const drawer = dialog(page, quotation.quotationNumber);
  await drawer.getByRole('button', { name: 'Accept' }).click();
  await drawer.getByRole('button', { name: 'Convert' }).click();

  const form = convertDialog(page);
  await expect(field(form, 'Policy number')).toBeFocused();
  await expect(form).toContainText(customer.name);
  for (const [label, value] of [
    ['Insurance company', 'New India Assurance'],
    ['Vehicle number', 'KL 07 AB 1234'],
    ['Vehicle type', 'car'],
    ['Insured declared value \\(IDV\\)', '5,00,000'],
    ['Premium amount', '12,500.50'],
    ['Status', 'active'],
  ] as const) {
    await expect(field(form, label)).toHaveValue(value);
  }
  await fill(form, { 'Policy number': number, 'Start date': formatDay(START) });
  await page.keyboard.press('Control+Enter');
  await expectToast(
    page,
    'Policy Created',
    `${number} has been issued from ${quotation.quotationNumber}.`,
  );
  await drawer.getByRole('link', { name: `policy ${number}` }).click();
  const policy = dialog(page, number);
  await expect(policy).toContainText('₹12,500.50');
  await policy.getByRole('link', { name: quotation.quotationNumber }).click();

  await expect(drawer).toContainText('can no longer be changed');
  await expectAccessible(page);
  await expect(drawer.getByRole('button', { name: 'Edit' })).toBeHidden();
  await drawer.getByRole('tab', { name: 'History' }).click();
  await expect(drawer.getByText('Became a policy')).toBeVisible();
  expect(await findPolicies(request, 'vehicle', number)).toMatchObject([
    { customerId: customer.id, endDate: endOfTerm(START), premiumAmount: '12500.50' },
  ]);
});

further(
  'a lost answer converts once; what is converted is not edited',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const quotation = await addQuotation(request, customer.id, { status: 'accepted' });
    const number = `HL/${newWord()}`;
    await page.goto(`${QUOTATIONS}?edit=${quotation.id}&change=convert`);
    const form = convertDialog(page);
    await fill(form, { 'Policy number': number, 'Start date': formatDay(addDays(START, 1)) });
    const broken = await loseAnswers(page, ofOperation('ConvertQuotation'));
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Error', 'Failed to save policy. Please try again.');
    await broken.stop();
    await form.getByRole('button', { name: 'Issue Health Policy' }).click();
    await expect(form).toBeHidden();
    expect(await findPolicies(request, 'health', number)).toHaveLength(1);
    expect((await findQuotation(request, quotation.id)).policyId).not.toBeNull();

    await page.goto(`${QUOTATIONS}?edit=${quotation.id}`);
    await expect(editDialog(page)).toContainText('can no longer be changed');
    await expect(editDialog(page).getByRole('link', { name: `policy ${number}` })).toBeVisible();
    await openQuotations(page, customer.name);
    const menu = await openRowMenu(page, quotation.quotationNumber);
    await expect(menu.getByRole('menuitem')).toHaveText([
      'View',
      'Open PDF',
      'Email',
      'Compare…',
      'Delete',
    ]);
  },
);

further(
  'what is not accepted says so in place of the form, and leads to where it is',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    for (const status of ['pending', 'rejected', 'expired']) {
      const quotation = await addQuotation(request, customer.id, { status });
      await page.goto(`${QUOTATIONS}?edit=${quotation.id}&change=convert`);
      const form = convertDialog(page);
      await expect(form).toContainText(`This quotation is ${status}.`);
      await expect(field(form, 'Policy number')).toBeHidden();
      await form.getByRole('button', { name: 'Open Quotation' }).click();
      await expect(form).toBeHidden();
      await expect(dialog(page, quotation.quotationNumber)).toBeVisible();
    }
  },
);

further(
  'what the customer has turned down meanwhile is not converted',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const quotation = await addQuotation(request, customer.id, { status: 'accepted' });
    await page.goto(`${QUOTATIONS}?edit=${quotation.id}&change=convert`);
    const form = convertDialog(page);
    await fill(form, { 'Policy number': `HL/${newWord()}`, 'Start date': formatDay(START) });
    await changeQuotation(request, quotation.id, { status: 'rejected' });
    await page.keyboard.press('Control+Enter');
    await expect(form.getByRole('alert')).toContainText('Rejected');
    await page.keyboard.press('Control+Enter');
    await expect(form.getByRole('alert').first()).toContainText('Accept the quotation first.');
    expect((await findQuotation(request, quotation.id)).policyId).toBeNull();
  },
);

further(
  'what was quoted anew meanwhile is shown before it becomes a policy',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const quotation = await addQuotation(request, customer.id, { status: 'accepted' });
    const number = `HL/${newWord()}`;
    await page.goto(`${QUOTATIONS}?edit=${quotation.id}&change=convert`);
    const form = convertDialog(page);
    const premium = field(form, 'Premium amount');
    await fill(form, { 'Policy number': number, 'Start date': formatDay(START) });
    await changeQuotation(request, quotation.id, { premiumAmount: '14000', sumAssured: '600000' });
    await page.keyboard.press('Control+Enter');

    const notice = form.getByRole('alert').filter({ hasText: 'Nothing you typed is lost.' });
    await expect(notice).toContainText('This quotation was changed while you were editing');
    await expect(notice.getByRole('insertion').filter({ hasText: '14,000' })).toBeVisible();
    await expect(premium).toHaveValue('14,000');
    await expect(field(form, 'Sum assured')).toHaveValue('6,00,000');
    await expect(field(form, 'Policy number')).toHaveValue(number);
    expect((await findQuotation(request, quotation.id)).policyId).toBeNull();

    await premium.fill('13500');
    await premium.blur();
    await expect(form.getByText('₹14,000.00 was quoted.')).toBeVisible();
    await form.getByRole('button', { name: 'Issue Health Policy' }).click();
    await expectToast(
      page,
      'Policy Created',
      `${number} has been issued from ${quotation.quotationNumber}.`,
    );
    expect(await findPolicies(request, 'health', number)).toMatchObject([
      { premiumAmount: '13500.00', sumAssured: '600000.00' },
    ]);
  },
);

further(
  'what is of another type of insurance meanwhile is converted anew',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const quotation = await addQuotation(request, customer.id, { status: 'accepted' });
    await page.goto(`${QUOTATIONS}?edit=${quotation.id}&change=convert`);
    const form = convertDialog(page);
    await fill(form, { 'Policy number': `HL/${newWord()}`, 'Start date': formatDay(START) });
    const car = { insuranceType: 'vehicle', vehicleType: 'car', vehicleNumber: 'NEW' };
    await changeQuotation(request, quotation.id, car);
    await page.keyboard.press('Control+Enter');
    await expect(form.getByRole('alert')).toContainText(
      'The insurance type of this quotation has changed',
    );
    expect((await findQuotation(request, quotation.id)).policyId).toBeNull();
  },
);

import { endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { addDialog as addCustomerDialog, field as customerField } from '../support/customerForm.js';
import { addCustomer, newWord } from '../support/people.js';
import {
  addPolicy,
  dayFromNow,
  fillPolicy,
  findPolicies,
  policyDialog,
  policyField,
  SCREENS,
} from '../support/policies.js';
import {
  addDialog,
  addQuotation,
  convertDialog,
  findQuotation,
  QUOTATIONS,
} from '../support/quotations.js';
import { dialog, expectToast, toastArea } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const NOTES = 'Zero depreciation.\n\n1. Roadside assistance\n2. Key replacement';

further(
  'notes keep their lines, in the record, in its history and in its form',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const quotation = await addQuotation(request, customer.id, { notes: NOTES });
    expect((await findQuotation(request, quotation.id)).notes).toBe(NOTES);
    await page.goto(`${QUOTATIONS}?quotation=${quotation.id}`);
    const drawer = dialog(page, quotation.quotationNumber);
    /** As people see it: what is not kept by the page's style is one line. */
    const shown = () => drawer.locator('dd', { hasText: 'Zero depreciation.' }).innerText();
    await expect.poll(shown).toBe(NOTES);
    await drawer.getByRole('tab', { name: 'History' }).click();
    await expect.poll(shown).toBe(NOTES);
    await page.goto(`${QUOTATIONS}?edit=${quotation.id}`);
    await expect(policyField(dialog(page, 'Edit Quotation'), 'Notes')).toHaveValue(NOTES);
  },
);

further('lines that are typed are stored as lines', async ({ page, request }) => {
  const customer = await addCustomer(request);
  await page.goto(`${QUOTATIONS}?add=1&customerId=${customer.id}`);
  const form = addDialog(page);
  await policyField(form, 'Notes').pressSequentially('One');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Two');
  await page.keyboard.press('Control+Enter');
  await expect(toastArea(page).locator('strong')).toHaveText('Quotation Created');
  const answer = await request.get('/api/quotations', { params: { search: customer.name } });
  expect(await answer.json()).toMatchObject([{ notes: 'One\nTwo' }]);
});

further(
  'an error goes when its field is filled by the program, or its cause is put right',
  async ({ page, request }) => {
    await page.goto(`${SCREENS.health}?add=1`);
    const form = policyDialog(page, 'Add', 'health');
    await fillPolicy(form, { 'Start date': '', 'End date': '' });
    await page.keyboard.press('Control+Enter');
    const needsEnd = form.getByText('End date is required');
    await expect(needsEnd.first()).toBeVisible();
    await policyField(form, 'Start date').fill(formatDay(dayFromNow(0)));
    await expect(policyField(form, 'End date')).not.toHaveValue('');
    await expect(needsEnd).toHaveCount(0);

    // Two fields are held against each other once each of all is right.
    const customer = await addCustomer(request);
    const policy = await addPolicy(request, 'health', customer.id);
    await page.goto(`${SCREENS.health}?edit=${policy.id}`);
    const edit = policyDialog(page, 'Edit', 'health');
    const isBefore = edit.getByText('End date must not be before the start date');
    await fillPolicy(edit, { 'Start date': '05/03/2026', 'End date': '04/03/2026' });
    await page.keyboard.press('Control+Enter');
    await expect(isBefore.first()).toBeVisible();
    await policyField(edit, 'Start date').fill('05/03/2025');
    await expect(isBefore).toHaveCount(0);
    await expect(policyField(edit, 'End date')).toHaveAttribute('aria-invalid', 'false');
  },
);

further('a number that is kept after all is no error', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const policy = await addPolicy(request, 'health', customer.id);
  await page.goto(`${SCREENS.health}?edit=${policy.id}&change=renew`);
  const form = policyDialog(page, 'Renew', 'health');
  const keep = form.getByRole('checkbox', { name: `Keep the number ${policy.policyNumber}` });
  await keep.uncheck({ force: true });
  await page.keyboard.press('Control+Enter');
  await expect(form.getByText('Policy number is required').first()).toBeVisible();
  await keep.check({ force: true });
  await expect(form.getByText('Policy number is required')).toHaveCount(0);
});

further(
  'a new policy is proposed for a year from today, by the insurer of the last one',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const [number, insurer] = [`P/${newWord()}`, `Insurer ${newWord()}`];
    await page.goto(`${SCREENS.health}?add=1&customerId=${customer.id}`);
    const form = policyDialog(page, 'Add', 'health');
    await expect(policyField(form, 'Start date')).toHaveValue(formatDay(dayFromNow(0)));
    await expect(policyField(form, 'End date')).toHaveValue(formatDay(endOfTerm(dayFromNow(0))));
    await expect(policyField(form, 'Insurance company')).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(form, 'what is proposed is nothing that was typed').toBeHidden();

    await page.goto(`${SCREENS.health}?add=1&customerId=${customer.id}`);
    await fillPolicy(form, { 'Policy number': number, 'Insurance company': insurer });
    await form.getByRole('button', { name: 'Add Health Policy' }).click();
    await expectToast(page, 'Policy Created', `${number} has been added.`);
    await page.goto(`${SCREENS.health}?add=1`);
    await expect(policyField(form, 'Insurance company')).toHaveValue(insurer);
    await page.goto(`${SCREENS.vehicle}?add=1`);
    const other = policyDialog(page, 'Add', 'vehicle');
    await expect(policyField(other, 'Insurance company')).toHaveValue('');
  },
);

further('what a quotation becomes begins today', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const quotation = await addQuotation(request, customer.id, { status: 'accepted' });
  await page.goto(`${QUOTATIONS}?edit=${quotation.id}&change=convert`);
  const form = convertDialog(page);
  await expect(policyField(form, 'Start date')).toHaveValue(formatDay(dayFromNow(0)));
  await expect(policyField(form, 'End date')).toHaveValue(formatDay(endOfTerm(dayFromNow(0))));
});

test('amounts in lakhs and crores and short dates are understood', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const number = `P/${newWord()}`;
  await page.goto(`${SCREENS.health}?add=1&customerId=${customer.id}`);
  const form = policyDialog(page, 'Add', 'health');
  await fillPolicy(form, {
    'Policy number': number,
    'Insurance company': 'Star Health',
    'Start date': '5/3/26',
    'Sum assured': '2.5 cr',
    'Premium amount': '99999999999999',
  });
  await policyField(form, 'Status').focus();
  await expect(policyField(form, 'Start date')).toHaveValue('05/03/2026');
  await expect(policyField(form, 'End date')).toHaveValue('04/03/2027');
  await expect(policyField(form, 'Sum assured')).toHaveValue('2,50,00,000');
  await expect(form.getByText('Premium amount can be at most ₹9,99,99,999.99')).toBeVisible();
  await fillPolicy(form, { 'Premium amount': '1.25L' });
  await policyField(form, 'Status').focus();
  await expect(policyField(form, 'Premium amount')).toHaveValue('1,25,000');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Policy Created', `${number} has been added.`);
  expect(await findPolicies(request, 'health', number)).toMatchObject([
    { sumAssured: '25000000.00', premiumAmount: '125000.00', startDate: '2026-03-05' },
  ]);
});

further('a birth with two digits of the year lies behind us', async ({ page }) => {
  await page.goto('/customers?add=1');
  const form = addCustomerDialog(page);
  for (const [typed, day] of [
    ['5/3/85', '05/03/1985'],
    ['5-3-49', '05/03/1949'],
  ] as const) {
    await customerField(form, 'dateOfBirth').fill(typed);
    await customerField(form, 'name').focus();
    await expect(customerField(form, 'dateOfBirth')).toHaveValue(day);
  }
});

further('what a person types has the direction of its script', async ({ page }) => {
  await page.goto('/customers?add=1');
  const form = addCustomerDialog(page);
  await expect(customerField(form, 'name')).toHaveAttribute('dir', 'auto');
  await expect(form.getByRole('textbox', { name: 'Address' })).toHaveAttribute('dir', 'auto');
  await page.goto(`${SCREENS.health}?add=1`);
  const policy = policyDialog(page, 'Add', 'health');
  await expect(policyField(policy, 'Customer')).toHaveAttribute('dir', 'auto');
  await expect(policyField(policy, 'Insurance company')).toHaveAttribute('dir', 'auto');
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  further('what is pressed in a form is 44 px high', async ({ page }) => {
    await page.goto(`${SCREENS.vehicle}?add=1`);
    const form = policyDialog(page, 'Add', 'vehicle');
    await expect(policyField(form, 'Customer')).toBeVisible();
    const low = await form.evaluate((element) =>
      Array.from(element.querySelectorAll<HTMLElement>('input, select, button'))
        .filter((one) => one.offsetParent !== null && one.offsetHeight < 44)
        .map((one) => `${one.tagName} ${one.ariaLabel ?? one.textContent} ${one.offsetHeight}`),
    );
    expect(low).toEqual([]);
  });
});

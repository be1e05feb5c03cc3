import { endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Request } from '@playwright/test';
import { cutOff, hold, LOST_CONNECTIONS, loseAnswers, ofOperation } from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import {
  addPolicy,
  dayFromNow,
  fillPolicy,
  findPolicies,
  KINDS,
  NAMES,
  openPolicies,
  pickCustomer,
  policyDialog,
  policyField,
  policyRow,
  SCREENS,
} from '../support/policies.js';
import { expectToast, quickAdd } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 409`) });

const FAILED = 'Failed to save policy. Please try again.';
const PLATE = 'KL07AB1234';

for (const kind of KINDS) {
  const addLabel = `Add ${NAMES[kind]} Policy`;

  const first = kind === 'health' ? test : further;
  first(`a ${kind} policy is added with the defaults of the house`, async ({ page, request }) => {
    const customer = await addCustomer(request, { kycStatus: 'verified' });
    const number = `P/${newWord()}`;
    await openPolicies(page, kind);
    await page.getByRole('main').getByRole('button', { name: addLabel }).first().click();
    const form = policyDialog(page, 'Add', kind);
    await expect(policyField(form, 'Customer')).toBeFocused();
    await expect(policyField(form, 'Premium frequency')).toHaveValue('yearly');
    await expect(policyField(form, 'Status')).toHaveValue('active');
    await expect(policyField(form, 'Premium amount')).toHaveValue('0');
    const [typeLabel, type] =
      kind === 'health' ? ['Policy type', 'individual'] : ['Vehicle type', 'car'];
    await expect(policyField(form, typeLabel)).toHaveValue(type);

    await pickCustomer(page, form, customer.name);
    await fillPolicy(form, {
      'Policy number': number,
      'Insurance company': 'Niva Bupa',
      ...(kind === 'vehicle' && { 'Vehicle number': 'kl-07 ab 1234' }),
      'Start date': formatDay(dayFromNow(0)),
      [kind === 'health' ? 'Sum assured' : 'Insured declared value \\(IDV\\)']: '500000',
      'Premium amount': '₹12,500.50',
    });
    await expect(policyField(form, 'End date')).toHaveValue(formatDay(endOfTerm(dayFromNow(0))));
    if (kind === 'vehicle') {
      await expect(policyField(form, 'Vehicle number')).toHaveValue('KL 07 AB 1234');
    }
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Policy Created', `${number} has been added.`);
    const row = policyRow(page, number);
    await expect(row).toContainText(customer.name);
    await expect(row).toContainText('Niva Bupa');
    await expect(row).toContainText('₹12,500.50');
    await expect(row).toContainText('Yearly');
    expect(await findPolicies(request, kind, number)).toMatchObject([
      {
        customerId: customer.id,
        policyNumber: number,
        sumAssured: '500000.00',
        premiumAmount: '12500.50',
        status: 'active',
        ...(kind === 'vehicle' && { vehicleNumber: PLATE }),
      },
    ]);
  });
}

further(
  'what is required is told at each field and in a summary that leads there',
  async ({ page }) => {
    await page.goto(`${SCREENS.vehicle}?add=1`);
    const form = policyDialog(page, 'Add', 'vehicle');
    await form.getByRole('button', { name: 'Add Vehicle Policy' }).click();
    const summary = form.getByRole('alert');
    await expect(summary).toContainText('Please check 4 fields');
    for (const sentence of [
      'Customer is required',
      'Policy number is required',
      'Insurance company is required',
      'Vehicle number is required',
    ]) {
      await expect(summary).toContainText(sentence);
    }
    await summary.getByRole('button', { name: 'Vehicle number' }).click();
    await expect(policyField(form, 'Vehicle number')).toBeFocused();
    await summary.getByRole('button', { name: 'Customer' }).click();
    await expect(policyField(form, 'Customer')).toBeFocused();
  },
);

test('what cannot be is an error, what looks wrong a warning', async ({ page, request }) => {
  const customer = await addCustomer(request);
  await page.goto(`${SCREENS.health}?add=1`);
  const form = policyDialog(page, 'Add', 'health');
  await pickCustomer(page, form, customer.name);
  await expect(form.getByText('The KYC of this customer is not verified.')).toBeVisible();
  await fillPolicy(form, { 'Premium amount': 'a lot' });
  await policyField(form, 'Sum assured').focus();
  await expect(
    form.getByText('Premium amount must be an amount in rupees, such as 12500.50 or 5 lakh'),
  ).toBeVisible();
  await fillPolicy(form, { 'Premium amount': '-5' });
  await policyField(form, 'Sum assured').focus();
  await expect(form.getByText('Premium amount must not be negative')).toBeVisible();
  await fillPolicy(form, { 'Premium amount': '900', 'Sum assured': '800' });
  await policyField(form, 'Policy number').focus();
  await expect(form.getByText('The premium is higher than the cover.')).toBeVisible();
  await fillPolicy(form, { 'Start date': '01/04/2020', 'End date': '31/03/2020' });
  await policyField(form, 'Policy number').focus();
  await fillPolicy(form, { 'Policy number': 'X', 'Insurance company': 'Y' });
  await page.keyboard.press('Control+Enter');
  await expect(form.getByText('End date must not be before the start date').first()).toBeVisible();
  await fillPolicy(form, { 'Start date': '30/02/2026' });
  await policyField(form, 'Policy number').focus();
  await expect(form.getByText(/Start date must be a date that exists/).first()).toBeVisible();
  await expect(policyField(form, 'Start date')).toHaveValue('30/02/2026');
});

further('a customer is found while typing, by keyboard alone', async ({ page, request }) => {
  const word = newWord();
  const customer = await addCustomer(request, { name: `Beena ${word}`, kycStatus: 'verified' });
  await page.goto(`${SCREENS.health}?add=1`);
  const form = policyDialog(page, 'Add', 'health');
  const picker = policyField(form, 'Customer');
  await picker.pressSequentially(word);
  const option = page.getByRole('option', { name: customer.name });
  await expect(option).toContainText(customer.phone.slice(-5));
  await expect(option).toContainText('Verified');
  await page.keyboard.press('Enter');
  await expect(picker).toHaveValue(customer.name);
  await expect(picker).toBeFocused();
  await expect(form, 'Enter chose, and saved nothing').toBeVisible();
  await picker.fill('somebody else');
  await expect(page.getByText('No matching customer')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No matching customer')).toBeHidden();
  await expect(form, 'Escape closed the suggestions only').toBeVisible();
  await page.keyboard.press('Tab');
  await expect(picker, 'what was not chosen is nobody').toHaveValue(customer.name);
});

further('an older answer never stands under newer words', async ({ page, request }) => {
  const [first, second] = [newWord(), newWord()];
  await addCustomer(request, { name: `Anil ${first}` });
  await addCustomer(request, { name: `Anil ${second}` });
  await page.goto(`${SCREENS.health}?add=1`);
  const asksForFirst = (sent: Request) =>
    ofOperation('CustomerChoices')(sent) && sent.postDataJSON().variables.search === first;
  const held = await hold(page, asksForFirst);
  const picker = policyField(policyDialog(page, 'Add', 'health'), 'Customer');
  await picker.fill(first);
  await expect(page.getByText('Searching…')).toBeVisible();
  await expect.poll(held.count).toBe(1);
  const takenBack = page.waitForEvent('requestfailed', asksForFirst);
  await picker.fill(second);
  await expect(page.getByRole('option', { name: second })).toBeVisible();
  await takenBack;
  held.release();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([new RegExp(second)]);
});

further('an insurer in use is suggested, and another may be typed', async ({ page, request }) => {
  const insurer = `Insurer ${newWord()}`;
  const customer = await addCustomer(request);
  await addPolicy(request, 'health', customer.id, { insuranceCompany: insurer });
  await page.goto(`${SCREENS.health}?add=1`);
  const field = policyField(policyDialog(page, 'Add', 'health'), 'Insurance company');
  await field.pressSequentially(insurer.slice(0, 14));
  await expect(page.getByRole('option', { name: insurer })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(insurer);
  await field.fill(`${insurer} of old`);
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue(`${insurer} of old`);
});

further('a number that is taken is told at its field', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const taken = await addPolicy(request, 'health', customer.id);
  await page.goto(`${SCREENS.health}?add=1&customerId=${customer.id}`);
  const form = policyDialog(page, 'Add', 'health');
  await expect(policyField(form, 'Customer')).toHaveValue(customer.name);
  await fillPolicy(form, {
    'Policy number': taken.policyNumber,
    'Insurance company': 'Star Health',
    'Start date': formatDay(dayFromNow(0)),
  });
  await page.keyboard.press('Control+Enter');
  await expect(policyField(form, 'Policy number')).toHaveAttribute('aria-invalid', 'true');
  await expect(policyField(form, 'Policy number')).toBeFocused();
});

further(
  'a double click saves once; a lost answer does not save twice',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const fill = async (number: string) => {
      await page.goto(`${SCREENS.health}?add=1&customerId=${customer.id}`);
      const form = policyDialog(page, 'Add', 'health');
      await fillPolicy(form, {
        'Policy number': number,
        'Insurance company': 'Star Health',
        'Start date': formatDay(dayFromNow(0)),
      });
      return form.getByRole('button', { name: 'Add Health Policy' });
    };
    const once = `P/${newWord()}`;
    await (await fill(once)).dblclick();
    await expectToast(page, 'Policy Created', `${once} has been added.`);
    expect(await findPolicies(request, 'health', once)).toHaveLength(1);

    const lost = `P/${newWord()}`;
    const save = await fill(lost);
    const broken = await loseAnswers(page, ofOperation('CreatePolicy'));
    await save.click();
    await expectToast(page, 'Error', FAILED);
    await broken.stop();
    await save.click();
    await expectToast(page, 'Policy Created', `${lost} has been added.`);
    expect(await findPolicies(request, 'health', lost)).toHaveLength(1);
  },
);

further('nothing is lost without a network, and every way out is guarded', async ({ page }) => {
  await openPolicies(page, 'health');
  await quickAdd(page, 'Health Policy');
  const form = policyDialog(page, 'Add', 'health');
  await fillPolicy(form, { 'Policy number': 'Half a policy' });
  const ask = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  const keepEditing = async () => {
    await ask.getByRole('button', { name: 'Keep editing' }).click();
    await expect(ask).toBeHidden();
    // Where it was before the question.
    await expect(cancel).toBeFocused();
  };
  const cancel = form.getByRole('button', { name: 'Cancel' });
  await cancel.click();
  await keepEditing();
  await page.goBack();
  await keepEditing();
  await expect(policyField(form, 'Policy number')).toHaveValue('Half a policy');

  await cutOff(page, ofOperation('CustomerChoices'));
  await policyField(form, 'Customer').fill(newWord());
  await expect(page.getByText('The search failed. Type again.')).toBeVisible();
  await policyField(form, 'Policy number').focus();
  await form.getByRole('button', { name: 'Close' }).click();
  await ask.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toBeHidden();
});

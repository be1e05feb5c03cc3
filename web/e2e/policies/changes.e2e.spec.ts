import { addDays, endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { confirmDelete } from '../support/confirm.js';
import { cutOff, hold, LOST_CONNECTIONS, ofOperation, operationsSent } from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import {
  addPolicy,
  changePolicy,
  chooseInRow,
  correctPolicy,
  fillPolicy,
  findPolicies,
  openPolicies,
  policyDialog,
  policyField,
  policyRow,
  SCREENS,
} from '../support/policies.js';
import { choose, dialog, expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 4(09|12)`) });

further(
  'renewing proposes the year after the end, under the same number',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const policy = await addPolicy(request, 'health', customer.id);
    const start = addDays(policy.endDate, 1);
    await openPolicies(page, 'health', policy.policyNumber);
    await chooseInRow(page, policy.policyNumber, 'Renew');
    const form = policyDialog(page, 'Renew', 'health');
    await expect(policyField(form, 'Start date')).toHaveValue(formatDay(start));
    await expect(policyField(form, 'End date')).toHaveValue(formatDay(endOfTerm(start)));
    await expect(policyField(form, 'Policy number')).toHaveValue(policy.policyNumber);
    await expect(form.getByText('The KYC of this customer is not verified.')).toBeVisible();
    await fillPolicy(form, { 'Start date': formatDay(addDays(start, 2)) });
    await expect(
      form.getByText('2 days without cover: waiting periods may begin again.'),
    ).toBeVisible();
    await fillPolicy(form, { 'Start date': formatDay(policy.endDate) });
    await form.getByRole('button', { name: 'Renew Policy' }).click();
    await expect(
      form
        .getByText(`The new term must start after this one ends, on ${formatDay(policy.endDate)}`)
        .first(),
    ).toBeVisible();
    await fillPolicy(form, { 'Start date': formatDay(start), 'Premium amount': '13000' });
    await page.keyboard.press('Control+Enter');
    await expectToast(
      page,
      'Policy Renewed',
      `${policy.policyNumber} runs from ${formatDay(start)} to ${formatDay(endOfTerm(start))}.`,
    );
    const terms = await findPolicies(request, 'health', policy.policyNumber);
    expect(terms.map(({ status, premiumAmount }) => [status, premiumAmount]).sort()).toEqual([
      ['active', '13000.00'],
      ['renewed', '12500.50'],
    ]);
  },
);

test('a renewal may bring a new number; the terms lead to each other', async ({
  page,
  request,
}) => {
  const customer = await addCustomer(request);
  const policy = await addPolicy(request, 'vehicle', customer.id);
  const number = `MO/${newWord()}`;
  await openPolicies(page, 'vehicle', policy.policyNumber);
  await chooseInRow(page, policy.policyNumber, 'Renew');
  const form = policyDialog(page, 'Renew', 'vehicle');
  await form.getByText(`Keep the number ${policy.policyNumber}`).click();
  await expect(policyField(form, 'Policy number')).toBeFocused();
  await expect(policyField(form, 'Policy number')).toHaveValue('');
  await policyField(form, 'Policy number').fill(number);
  await form.getByRole('button', { name: 'Renew Policy' }).click();
  await expect(form).toBeHidden();
  await expect(policyRow(page, policy.policyNumber)).toContainText('Renewed');
  await policyRow(page, policy.policyNumber).click();
  const drawer = dialog(page, policy.policyNumber);
  await drawer.getByRole('tab', { name: 'Terms' }).click();
  const terms = drawer.getByRole('region', { name: 'Terms', exact: true });
  await expect(terms.getByRole('listitem')).toHaveCount(2);
  await drawer.getByRole('button', { name: number }).click();
  await expect(dialog(page, number)).toBeVisible();
  await dialog(page, number).getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Renew' })).toBeVisible();
});

further(
  'after a renewal nothing is asked for but the list and its cards',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const { policyNumber } = await addPolicy(request, 'health', customer.id);
    await openPolicies(page, 'health', policyNumber);
    await chooseInRow(page, policyNumber, 'Renew');
    const form = policyDialog(page, 'Renew', 'health');
    await expect(policyField(form, 'Premium amount')).toBeFocused();
    const list = await hold(page, ofOperation('PolicyList'));
    const sent = operationsSent(page);
    await form.getByRole('button', { name: 'Renew Policy' }).click();

    // Before the list has come again, the term that ended says so, in its row and in its drawer.
    await policyRow(page, policyNumber).filter({ hasText: 'Renewed' }).click();
    const drawer = dialog(page, policyNumber);
    await expect(drawer.getByText('Renewed').first()).toBeVisible();
    await drawer.getByRole('button', { name: 'Close' }).click();
    list.release();
    await expect(policyRow(page, policyNumber)).toHaveCount(2);
    expect(sent.sort()).toEqual(['PolicyCards', 'PolicyList', 'RenewPolicy']);
  },
);

further(
  'deleting a renewal gives the term before its place again, in the list and its drawer',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const policy = await addPolicy(request, 'health', customer.id);
    const next = `HL/${newWord()}`;
    await changePolicy(request, policy, 'renew', { policyNumber: next });
    await page.goto(`${SCREENS.health}?customerId=${customer.id}`);
    const row = policyRow(page, policy.policyNumber);
    await row.click();
    const drawer = dialog(page, policy.policyNumber);
    await expect(drawer.getByText('Renewed').first()).toBeVisible();
    await drawer.getByRole('button', { name: 'Close' }).click();

    await chooseInRow(page, next, 'Delete');
    await confirmDelete(page);
    await expectToast(page, 'Policy Deleted', `${next} has been deleted.`);
    await expect(policyRow(page, next)).toBeHidden();
    await expect(row).toContainText('Active');
    await row.click();
    await expect(drawer.getByText('Active').first()).toBeVisible();
    await drawer.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menuitem', { name: 'Renew' })).toBeVisible();
  },
);

further(
  'a policy that a colleague has renewed says so, and what to do',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const policy = await addPolicy(request, 'health', customer.id);
    await openPolicies(page, 'health', policy.policyNumber);
    await chooseInRow(page, policy.policyNumber, 'Renew');
    const form = policyDialog(page, 'Renew', 'health');
    await expect(policyField(form, 'Premium amount')).toBeFocused();
    await changePolicy(request, policy, 'renew');
    await form.getByRole('button', { name: 'Renew Policy' }).click();
    await expect(form.getByRole('alert')).toHaveText(
      'This policy has already been renewed. Close this form and open the new term.',
    );
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(policyRow(page, policy.policyNumber).first()).toContainText('Renewed');
    expect(await findPolicies(request, 'health', policy.policyNumber)).toHaveLength(2);
  },
);

further('an endorsement shows what it changes, from when and why', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const policy = await addPolicy(request, 'vehicle', customer.id);
  await openPolicies(page, 'vehicle', policy.policyNumber);
  await chooseInRow(page, policy.policyNumber, 'Endorse');
  const form = policyDialog(page, 'Endorse', 'vehicle');
  const changes = form.getByRole('region', { name: 'What changes' });
  await expect(changes).toContainText('Nothing yet');
  await form.getByRole('button', { name: 'Endorse Policy' }).click();
  await expect(form.getByRole('alert')).toContainText('Reason is required');
  await fillPolicy(form, { Reason: 'A new gas kit' });
  await page.keyboard.press('Control+Enter');
  await expect(form.getByText('Change at least one field of the cover')).toBeVisible();
  await fillPolicy(form, { 'Insured declared value \\(IDV\\)': '700000', 'Vehicle type': 'Truck' });
  await expect(changes.getByRole('deletion')).toHaveText(['Car', '₹5,00,000']);
  await expect(changes.getByRole('insertion')).toHaveText(['Truck', '₹7,00,000']);
  await page.keyboard.press('Control+Enter');
  await expect(form).toBeHidden();
  const [endorsed] = await findPolicies(request, 'vehicle', policy.policyNumber);
  expect(endorsed).toMatchObject({ sumAssured: '700000.00', vehicleType: 'truck', version: 1 });
  await policyRow(page, policy.policyNumber).click();
  const drawer = dialog(page, policy.policyNumber);
  await drawer.getByRole('tab', { name: 'History' }).click();
  await expect(drawer.getByText('A new gas kit')).toBeVisible();
});

further(
  'cancelling asks for a day and a reason; reinstating undoes it',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const policy = await addPolicy(request, 'health', customer.id);
    await openPolicies(page, 'health', policy.policyNumber);
    await chooseInRow(page, policy.policyNumber, 'Cancel');
    const form = policyDialog(page, 'Cancel', 'health');
    await form.getByRole('button', { name: 'Cancel Policy' }).click();
    await expect(form.getByRole('alert')).toContainText('Reason');
    await fillPolicy(form, { Reason: 'Premium not paid', 'Cancelled on': '01/01/2020' });
    await form.getByRole('button', { name: 'Cancel Policy' }).click();
    await expect(form.getByText(/Choose a date within the term/).first()).toBeVisible();
    await fillPolicy(form, { 'Cancelled on': formatDay(policy.startDate), Note: 'Told by phone' });
    await form.getByRole('button', { name: 'Cancel Policy' }).click();
    await expectToast(page, 'Policy Cancelled', `${policy.policyNumber} has been cancelled.`);
    const row = policyRow(page, policy.policyNumber);
    await expect(row).toContainText('Cancelled');

    await row.click({ button: 'right' });
    await expect(page.getByRole('menuitem')).toHaveText(['View', 'Edit', 'Reinstate', 'Delete']);
    await choose(page.getByRole('menuitem', { name: 'Reinstate' }));
    const again = policyDialog(page, 'Reinstate', 'health');
    await expect(again).toContainText('is cancelled now');
    await fillPolicy(again, { Note: 'Paid after all' });
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Policy Reinstated', `${policy.policyNumber} is active again.`);
    await expect(row).toContainText('Active');
  },
);

further(
  'what a colleague changed meanwhile is shown, and my changes go on top',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const policy = await addPolicy(request, 'health', customer.id);
    await openPolicies(page, 'health', policy.policyNumber);
    await chooseInRow(page, policy.policyNumber, 'Edit');
    const form = policyDialog(page, 'Edit', 'health');
    await fillPolicy(form, { 'Premium amount': '14000', 'Insurance company': 'Mine' });
    await correctPolicy(request, policy, { insuranceCompany: 'Theirs', sumAssured: '600000' });
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect(form.getByRole('heading')).toContainText([
      'This policy was changed while you were editing',
    ]);
    const choice = form.getByRole('radiogroup', {
      name: 'Insurance company: both of you changed it',
    });
    await choice.getByText('Theirs: Theirs').click();
    await expect(policyField(form, 'Sum assured')).toHaveValue('6,00,000');
    await expect(policyField(form, 'Premium amount')).toHaveValue('14,000');
    await form.getByRole('button', { name: 'Reapply My Changes' }).click();
    await expectToast(page, 'Policy Updated', `${policy.policyNumber} has been updated.`);
    expect(await findPolicies(request, 'health', policy.policyNumber)).toMatchObject([
      {
        insuranceCompany: 'Theirs',
        sumAssured: '600000.00',
        premiumAmount: '14000.00',
        version: 2,
      },
    ]);
  },
);

further(
  'delete asks first, tells a failure, and takes the policy out of the list',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const { policyNumber } = await addPolicy(request, 'health', customer.id);
    await openPolicies(page, 'health', policyNumber);
    const broken = await cutOff(page, ofOperation('DeletePolicy'));
    await chooseInRow(page, policyNumber, 'Delete');
    const question = page.getByRole('alertdialog', { name: `Delete ${policyNumber}?` });
    await expect(question).toContainText('The history of this policy is kept.');
    await confirmDelete(page);
    await expectToast(page, 'Error', 'Failed to delete policy. Please try again.');
    await broken.stop();
    await chooseInRow(page, policyNumber, 'Delete');
    await confirmDelete(page);
    await expectToast(page, 'Policy Deleted', `${policyNumber} has been deleted.`);
    await expect(page.getByText('No policies match your search criteria')).toBeVisible();
    expect(await findPolicies(request, 'health', policyNumber)).toEqual([]);
  },
);

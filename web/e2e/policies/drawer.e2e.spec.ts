import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { confirmDelete } from '../support/confirm.js';
import { breakDown, ofOperation } from '../support/network.js';
import { addCustomer, deleteCustomer, newWord } from '../support/people.js';
import {
  addPolicy,
  changePolicy,
  correctPolicy,
  deletePolicy,
  fillPolicy,
  policyDialog,
  policyField,
  SCREENS,
} from '../support/policies.js';
import { choose, dialog, expectToast, openList } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: /status of (409|502)/ });

test('a policy opens by its address, with its details, its past and its history', async ({
  page,
  request,
}) => {
  const customer = await addCustomer(request);
  const policy = await addPolicy(request, 'health', customer.id);
  await correctPolicy(request, policy, { premiumAmount: '13000', status: 'expired' });
  await page.goto(`${SCREENS.health}?policy=${policy.id}`);
  const drawer = dialog(page, policy.policyNumber);
  await expect(drawer).toContainText('₹13,000.00');
  await expect(drawer).toContainText(customer.name);
  await drawer.getByRole('tab', { name: 'History' }).click();
  await drawer.getByRole('textbox', { name: 'As of' }).fill(formatDay(kolkataDay(new Date())));
  await expect(drawer.getByText(/As it was at the end of/)).toBeVisible();
  await drawer.getByRole('button', { name: 'All history' }).click();
  await expect(drawer.getByText('₹12,500.50').first()).toBeVisible();
  await expect(drawer.getByText('₹13,000.00').first()).toBeVisible();
});

further(
  'the terms tell the history of the whole policy, oldest first, as it is now',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const policy = await addPolicy(request, 'health', customer.id);
    const number = `HL/${newWord()}`;
    const next = await changePolicy(request, policy, 'renew', { policyNumber: number });
    await page.goto(`${SCREENS.health}?policy=${next.id}&tab=terms`);
    const drawer = dialog(page, number);
    const history = drawer.getByRole('region', { name: 'History of the policy' });
    const termOf = ({ startDate, endDate, policyNumber }: typeof policy) =>
      `${formatDay(startDate)} – ${formatDay(endDate)} ${policyNumber}`;
    await expect(history.getByRole('heading', { level: 4 })).toHaveText([
      termOf(policy),
      termOf(next),
    ]);
    const told = history.getByRole('listitem').locator('strong');
    const before = [
      'Policy issued',
      `Renewed until ${formatDay(next.endDate)} as policy ${next.policyNumber}`,
      `Issued as the renewal of policy ${policy.policyNumber}`,
    ];
    await expect(told).toHaveText(before);

    await drawer.getByRole('button', { name: 'More actions' }).click();
    await choose(page.getByRole('menuitem', { name: 'Cancel' }));
    const form = policyDialog(page, 'Cancel', 'health');
    await fillPolicy(form, { Reason: 'Premium not paid' });
    await form.getByRole('button', { name: 'Cancel Policy' }).click();
    await expect(form).toBeHidden();
    await expect(told).toHaveText([
      ...before,
      `Cancelled from ${formatDay(next.startDate)} (unpaid premium)`,
    ]);
  },
);

further(
  'of a policy whose terms are all deleted, the terms still tell the history',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const policy = await addPolicy(request, 'vehicle', customer.id);
    const next = await changePolicy(request, policy, 'renew');
    await deletePolicy(request, next);
    await deletePolicy(request, policy);
    const failing = await breakDown(page, ofOperation('PolicyTermHistories'));
    await page.goto(`${SCREENS.vehicle}?policy=${policy.id}&tab=terms`);
    const drawer = dialog(page, policy.policyNumber);
    const history = drawer.getByRole('region', { name: 'History of the policy' });
    await expect(history.getByRole('alert')).toContainText('Failed to load the history');
    await failing.stop();
    await history.getByRole('button', { name: 'Retry' }).click();
    await expect(history.getByRole('heading', { level: 4 })).toContainText(['Deleted', 'Deleted']);
    await expect(history.getByText('Policy deleted')).toHaveCount(2);
    await expect(drawer.getByRole('region', { name: 'Terms', exact: true })).toBeHidden();
  },
);

further('a policy of the other kind opens on its own screen', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const policy = await addPolicy(request, 'vehicle', customer.id);
  await page.goto(`${SCREENS.health}?policy=${policy.id}`);
  await expect(page).toHaveURL(`${SCREENS.vehicle}?policy=${policy.id}`);
  await expect(dialog(page, policy.policyNumber)).toBeVisible();
});

further(
  'a customer’s drawer shows all that they hold, and adds to it',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const health = await addPolicy(request, 'health', customer.id, { premiumFrequency: 'monthly' });
    const car = await addPolicy(request, 'vehicle', customer.id, { premiumAmount: '1000' });
    await changePolicy(request, car, 'cancel', { reason: 'sold_vehicle' });
    await page.goto(`/customers?customer=${customer.id}&tab=policies`);
    const drawer = dialog(page, customer.name);
    await expect(drawer.getByRole('definition')).toHaveText([
      '1',
      '₹1,50,006.00',
      formatDay(health.endDate),
    ]);
    await drawer.getByRole('link', { name: car.policyNumber }).click();
    await expect(dialog(page, car.policyNumber)).toContainText('Cancelled');
    await dialog(page, car.policyNumber).getByRole('button', { name: 'Close' }).click();
    await expect(drawer).toBeVisible();

    await drawer.getByRole('button', { name: 'Add vehicle policy' }).click();
    const form = policyDialog(page, 'Add', 'vehicle');
    await expect(policyField(form, 'Customer')).toHaveValue(customer.name);
    await fillPolicy(form, {
      'Policy number': `${car.policyNumber}-2`,
      'Insurance company': 'Star Health',
      'Vehicle number': 'KL 07 AB 1234',
      'Start date': formatDay(kolkataDay(new Date())),
    });
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Policy Created', `${car.policyNumber}-2 has been added.`);
    await expect(drawer.getByRole('link', { name: `${car.policyNumber}-2` })).toBeVisible();
  },
);

further(
  'a customer with active policies is not deleted; the sentence names them',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const policy = await addPolicy(request, 'health', customer.id);
    await openList(page, customer.name);
    await page.getByRole('button', { name: `Actions for ${customer.name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await confirmDelete(page);
    const said = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('paragraph');
    await expect(said).toContainText(policy.policyNumber);
    await expect(said).not.toContainText('try again');
    await changePolicy(request, policy, 'cancel', { reason: 'duplicate' });
    await deleteCustomer(request, customer.id);
  },
);

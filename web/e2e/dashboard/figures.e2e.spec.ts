import { issueHealthPolicy, issueVehiclePolicy } from '../support/book.js';
import { card, metric, renewal, showMetrics } from '../support/dashboard.js';
import { addCustomer, newPerson } from '../support/people.js';
import { dialog, expectToast, quickAdd } from '../support/screens.js';
import { exhaustively, expect, test, WHOLE_BOOK } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const FIGURES = {
  totalCustomers: 12480,
  activePolicies: 30,
  monthlyRevenue: '₹12,34,568',
  dueRenewals: 6,
  healthPoliciesCount: 10,
  vehiclePoliciesCount: 20,
  monthlyGrowth: 18,
};

test('four cards tell the figures, each with what it means', async ({ page }) => {
  await showMetrics(page, () => FIGURES);
  await page.goto('/');
  await expect(metric(page, 'Total Customers')).toHaveText('Total Customers12,480Active accounts');
  await expect(metric(page, 'Active Policies')).toHaveText('Active Policies30Currently active');
  await expect(metric(page, 'Monthly Revenue')).toHaveText(
    'Monthly Revenue₹12,34,568Estimated monthly',
  );
  await expect(metric(page, 'Due Renewals')).toHaveText('Due Renewals6Requires attention');
});

further('an empty book shows its figures as they are', async ({ page }) => {
  await showMetrics(page, () => ({}));
  await page.goto('/');
  await expect(metric(page, 'Total Customers')).toContainText('0');
  await expect(metric(page, 'Monthly Revenue')).toContainText('₹0');
  await expect(card(page, 'Policy Distribution').getByText('0%')).toHaveCount(2);
  await expect(card(page, 'Recent Customers')).toContainText('No recent customers');
  await expect(card(page, 'Upcoming Renewals')).toContainText('No upcoming renewals');
});

test('each card leads to what it counts', async ({ page }) => {
  await showMetrics(page, () => ({ ...FIGURES, upcomingRenewals: [renewal(1, 3)] }));
  await page.goto('/');
  await metric(page, 'Total Customers').click();
  await expect(page).toHaveURL('/customers');
  await page.goBack();

  for (const [item, path, kind] of [
    ['Health Insurance 10', '/health-insurance?status=active', 'health'],
    ['Vehicle Insurance 20', '/vehicle-insurance?status=active', 'vehicle'],
  ] as const) {
    await metric(page, 'Active Policies').click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page).toHaveURL(path);
    // The address changes before the screen does. Who went back in between would still see the menu
    // close, and get the focus back from it.
    const search = page.getByRole('searchbox', { name: `Search ${kind} policies` });
    await expect(search).toBeVisible();
    await page.goBack();
  }

  await metric(page, 'Monthly Revenue').click();
  await expect(card(page, 'Revenue Trends')).toBeFocused();
  await metric(page, 'Due Renewals').click();
  await expect(card(page, 'Upcoming Renewals')).toBeFocused();
  await expect(card(page, 'Upcoming Renewals')).toBeInViewport();
});

further('the active policies part into the two kinds', async ({ page }) => {
  await showMetrics(page, () => FIGURES);
  await page.goto('/');
  const shares = card(page, 'Policy Distribution');
  await expect(shares.getByRole('listitem')).toHaveText([
    'Health Insurance10 33%',
    'Vehicle Insurance20 67%',
  ]);
  const bar = shares.getByRole('progressbar', { name: /^Vehicle Insurance/ });
  await expect(bar).toHaveAttribute('aria-valuenow', '67');
  await shares.getByRole('link', { name: 'Health Insurance' }).click();
  await expect(page).toHaveURL('/health-insurance?status=active');
});

further('the overview counts the kinds and tells the growth of the month', async ({ page }) => {
  let monthlyGrowth: number | null = 18;
  await showMetrics(page, () => ({ ...FIGURES, monthlyGrowth }));
  const figures = card(page, 'Policies Overview').getByRole('definition');
  await page.goto('/');
  await expect(figures).toHaveText(['10', '20', '2', '+18%']);
  monthlyGrowth = -4;
  await page.reload();
  await expect(figures).toHaveText(['10', '20', '2', '−4%']);
  monthlyGrowth = null;
  await page.reload();
  await expect(figures).toHaveText(['10', '20', '2', '–']);
  await expect(card(page, 'Policies Overview')).toContainText('nothing to compare');
});

further(
  'what has just been saved elsewhere is counted when one comes back',
  {
    tag: WHOLE_BOOK,
  },
  async ({ page }) => {
    await page.goto('/');
    await expect(metric(page, 'Total Customers')).toContainText(/\d/);
    const before = await (await page.request.get('/api/dashboard/metrics')).json();
    const grouped = new Intl.NumberFormat('en-IN');
    const expectTotal = (total: number) =>
      expect(metric(page, 'Total Customers').locator('.metric-value')).toHaveText(
        grouped.format(total),
      );
    await expectTotal(before.totalCustomers);

    await quickAdd(page, 'Customer');
    const person = newPerson();
    const form = dialog(page, 'Add Customer');
    await form.getByLabel('Name').fill(person.name);
    await form.getByLabel('Phone').fill(person.phone);
    await form.getByRole('button', { name: 'Add Customer' }).click();
    await expectToast(page, 'Customer Created', `${person.name} has been added.`);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expectTotal(before.totalCustomers + 1);
    await expect(card(page, 'Recent Customers').getByRole('listitem').first()).toContainText(
      person.name,
    );
  },
);

further(
  'policies count for their kinds, their premiums for the month',
  { tag: WHOLE_BOOK },
  async ({ page }) => {
    const metrics = async () => (await page.request.get('/api/dashboard/metrics')).json();
    const before = await metrics();
    const customer = await addCustomer(page.request);
    await issueHealthPolicy(page.request, customer.id);
    await issueVehiclePolicy(page.request, customer.id);
    const after = await metrics();
    expect(after.activePolicies).toBe(before.activePolicies + 2);
    await page.goto('/');
    const figures = card(page, 'Policies Overview').getByRole('definition');
    const grouped = new Intl.NumberFormat('en-IN');
    await expect(figures.nth(0)).toHaveText(grouped.format(before.healthPoliciesCount + 1));
    await expect(figures.nth(1)).toHaveText(grouped.format(before.vehiclePoliciesCount + 1));
    await expect(metric(page, 'Monthly Revenue')).toContainText(after.monthlyRevenue);
  },
);

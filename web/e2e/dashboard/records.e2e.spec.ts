import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { dayIn, issueHealthPolicy, issueVehiclePolicy } from '../support/book.js';
import { card, renewal, showMetrics } from '../support/dashboard.js';
import { addCustomer, newWord } from '../support/people.js';
import { dialog } from '../support/screens.js';
import { exhaustively, expect, test, WHOLE_BOOK } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test('the newest customers open beside their list, and closing leads back', {
  tag: WHOLE_BOOK,
}, async ({ page }) => {
  const customer = await addCustomer(page.request, { name: `Devika ${newWord()}` });
  await page.goto('/');
  const recent = card(page, 'Recent Customers');
  const row = recent.getByRole('listitem').first();
  await expect(row).toContainText('D');
  await expect(row).toContainText(customer.name);
  await expect(row).toContainText(formatPhone(customer.phone));
  await expect(row.getByRole('time')).toHaveText(
    formatDay(kolkataDay(new Date(customer.createdAt))),
  );
  await expect(recent.getByRole('listitem')).not.toHaveCount(6);

  await row.getByRole('link', { name: customer.name }).click();
  await expect(page).toHaveURL(`/customers?customer=${customer.id}`);
  const drawer = dialog(page, customer.name);
  await expect(drawer).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/');

  await recent.getByRole('link', { name: 'View All' }).click();
  await expect(page).toHaveURL('/customers');
});

further('renewals tell when they are due: urgent ones in red and with a sign', async ({ page }) => {
  await showMetrics(page, () => ({
    upcomingRenewals: [0, 1, 15, 16, 30].map((days, at) => renewal(at + 1, days)),
  }));
  await page.goto('/');
  const rows = card(page, 'Upcoming Renewals').getByRole('listitem');
  await expect(rows).toHaveText([
    /Customer 1.*HL-1.*Due today/,
    /Customer 2.*HL-2.*Due in 1 dayRemind$/,
    /Customer 3.*HL-3.*Due in 15 days/,
    /Customer 4.*HL-4.*Due in 16 days/,
    /Customer 5.*HL-5.*Due in 30 days/,
  ]);
  const tones = await rows
    .locator('.badge')
    .evaluateAll((badges) => badges.map((badge) => badge.getAttribute('data-tone')));
  expect(tones).toEqual(['bad', 'bad', 'bad', 'wait', 'wait']);
  await expect(rows.getByRole('img', { name: 'Urgent' })).toHaveCount(3);
});

further('a renewal opens its policy, of either kind', async ({ page }) => {
  const customer = await addCustomer(page.request, { name: `Anoop ${newWord()}` });
  const policies = [
    await issueHealthPolicy(page.request, customer.id, 3),
    await issueVehiclePolicy(page.request, customer.id, 3),
  ];
  await showMetrics(page, () => ({
    upcomingRenewals: policies.map(({ id, kind, policyNumber }) => ({
      ...renewal(id, 3),
      policyType: kind,
      policyNumber,
      customerName: customer.name,
    })),
  }));
  for (const { id, kind, policyNumber } of policies) {
    await page.goto('/');
    await card(page, 'Upcoming Renewals').getByRole('link', { name: policyNumber }).click();
    await expect(page).toHaveURL(`/${kind}-insurance?policy=${id}`);
  }
});

further('the lists behind the renewals hold what is due of each kind', async ({ page }) => {
  const customer = await addCustomer(page.request);
  const due = await issueVehiclePolicy(page.request, customer.id, 30);
  await page.goto('/');
  await card(page, 'Upcoming Renewals')
    .getByRole('link', { name: /^All due vehicle/ })
    .click();
  await expect(page).toHaveURL(
    `/vehicle-insurance?status=active&endsFrom=${dayIn(0)}&endsTo=${dayIn(30)}&sort=ends`,
  );
  await page.getByRole('searchbox').fill(due.policyNumber);
  await expect(page.getByRole('row').filter({ hasText: due.policyNumber })).toBeVisible();
});

further(
  'what is due soonest is in the list, and in the figure',
  { tag: WHOLE_BOOK },
  async ({ page }) => {
    const customer = await addCustomer(page.request);
    await issueHealthPolicy(page.request, customer.id, 0);
    const metrics = await (await page.request.get('/api/dashboard/metrics')).json();
    await page.goto('/');
    const rows = card(page, 'Upcoming Renewals').getByRole('listitem');
    await expect(rows.first()).toContainText('Due today');
    await expect(rows).toHaveCount(metrics.upcomingRenewals.length);
    expect(metrics.dueRenewals).toBeGreaterThan(0);
  },
);

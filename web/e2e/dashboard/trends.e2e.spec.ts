import { issueHealthPolicy } from '../support/book.js';
import { card, showTrend } from '../support/dashboard.js';
import { addCustomer } from '../support/people.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

further('while there is no history, a sample is shown and called one', async ({ page }) => {
  await showTrend(page, () => false);
  await page.goto('/');
  const trends = card(page, 'Revenue Trends');
  await expect(trends.getByText('Sample data', { exact: true })).toBeVisible();
  await expect(trends.getByRole('img', { name: /sample data/ })).toBeVisible();
  await expect(trends.getByRole('caption')).toHaveText('Revenue by month (sample data)');
  await expect(trends.getByRole('row')).toHaveText([
    'MonthPremium',
    'Jan₹32,000.00',
    'Feb₹42,000.00',
    'Mar₹38,000.00',
    'Apr₹45,000.00',
    'May₹52,000.00',
    'Jun₹48,000.00',
  ]);
  const chart = trends.getByRole('img', { name: /^Line chart/ });
  for (const amount of ['₹20k', '₹40k', '₹32k', '₹42k', '₹38k', '₹45k', '₹52k', '₹48k']) {
    await expect(chart.getByText(amount, { exact: true }).first()).toBeVisible();
  }
});

test('the months of the book are drawn, told in full where one points, and in a table', async ({
  page,
}) => {
  await showTrend(page, () => true);
  await page.goto('/');
  const trends = card(page, 'Revenue Trends');
  const chart = trends.getByRole('img', { name: /^Line chart/ });
  await expect(chart).toBeVisible();
  await expect(trends.getByText('Sample data')).toBeHidden();
  for (const month of ['May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct']) {
    await expect(chart.getByText(month, { exact: true })).toBeVisible();
  }
  await expect(trends.getByRole('row').last()).toHaveText('Oct 2026, so far₹36,000.50');
  const box = await chart.boundingBox();
  if (!box) throw new Error('There is no chart');
  await page.mouse.move(box.x + 60, box.y + box.height / 2);
  const tip = page.locator('.chart-tip');
  await expect(tip).toContainText('May 2026');
  await expect(tip).toContainText('₹31,000.50');
});

further(
  'the selector goes between half a year and a year, and a reload keeps the choice',
  async ({ page }) => {
    await showTrend(page, () => true);
    await page.goto('/');
    const trends = card(page, 'Revenue Trends');
    const rows = trends.getByRole('row');
    const period = trends.getByRole('combobox', { name: 'Period of the revenue trends' });
    await expect(period.getByRole('option')).toHaveText(['Last 6 months', 'Last year']);
    await expect(rows).toHaveCount(1 + 6);
    await period.selectOption('Last year');
    await expect(rows).toHaveCount(1 + 12);
    await expect(rows.nth(1)).toHaveText('Nov 2025₹31,000.50');
    await expect(
      trends.getByRole('img', { name: /^Line chart/ }).getByText('Jan 2026'),
    ).toBeVisible();
    await page.reload();
    await expect(rows).toHaveCount(1 + 12);
    await period.selectOption('Last 6 months');
    await expect(rows).toHaveCount(1 + 6);
    await expect(page).toHaveURL('/');
  },
);

further('a policy that begins today is in this month', async ({ page }) => {
  const customer = await addCustomer(page.request);
  await issueHealthPolicy(page.request, customer.id, 364);
  await page.goto('/');
  const trends = card(page, 'Revenue Trends');
  await expect(trends.getByRole('row')).toHaveCount(1 + 6);
  await expect(trends.getByRole('row').last()).toHaveText(/, so far₹[\d,]*[1-9][\d,]*\.\d{2}$/);
  await expect(trends.getByText('Sample data')).toBeHidden();
});

import type { Page } from '@playwright/test';
import { card, metric, renewal, showMetrics } from '../support/dashboard.js';
import {
  answerWith,
  breakDown,
  cutOff,
  hold,
  intercept,
  LOST_CONNECTIONS,
  ofOperation,
} from '../support/network.js';
import { stopClock } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 502`) });

const toMetrics = ofOperation('DashboardMetrics');
const total = (page: Page) => metric(page, 'Total Customers').locator('.metric-value');

further(
  'while the figures are on their way, what comes stands in their shape',
  async ({ page }) => {
    await showMetrics(page, () => ({
      totalCustomers: 12480,
      upcomingRenewals: [renewal(1, 3), renewal(2, 20)],
    }));
    const held = await hold(page, toMetrics);
    await page.goto('/');
    await expect(
      page.getByRole('status').filter({ hasText: 'Loading the dashboard' }),
    ).toBeAttached();
    await expect(page.getByRole('main').locator('.skeleton-bar').first()).toBeVisible();
    await expect(page.getByRole('img', { name: /^Line chart/ })).toBeVisible();
    const places = () =>
      page.locator('.metric-card, .card').evaluateAll((cards) =>
        cards.map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return [x, y, width, height].map(Math.round);
        }),
      );
    const before = await places();
    expect(before).toHaveLength(9);
    held.release();
    await expect(total(page)).toHaveText('12,480');
    expect(await places()).toEqual(before);
  },
);

further('without a network it says so, and can be asked again', async ({ page }) => {
  const broken = await cutOff(page, toMetrics);
  await page.goto('/');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert.getByRole('heading')).toHaveText('Failed to load dashboard data');
  await expect(alert).toContainText('Failed to fetch dashboard metrics');
  await broken.stop();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(total(page)).toHaveText(/\d/);
  await expect(page.getByText('Failed to load dashboard data')).toBeHidden();
});

further('an error that says nothing is an unknown one', async ({ page }) => {
  await breakDown(page, toMetrics);
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Unknown error occurred');
});

test('the figures are asked for every 30 s, and change without a flicker', async ({ page }) => {
  let totalCustomers = 1;
  await showMetrics(page, () => ({ totalCustomers }));
  await page.clock.install();
  await page.goto('/');
  await expect(total(page)).toHaveText('1');
  const asked = await intercept(page, toMetrics, (route) => route.fallback());
  const skeletons = await page.evaluateHandle(() => {
    const seen = { count: 0 };
    new MutationObserver(() => {
      seen.count += document.querySelectorAll('.metric-card .skeleton-bar').length;
    }).observe(document.body, { subtree: true, childList: true });
    return seen;
  });
  // That jump asks once; from there on each half minute does.
  totalCustomers = 2;
  await stopClock(page);
  await expect(total(page)).toHaveText('2');
  const before = asked.count();
  totalCustomers = 3;
  await page.clock.runFor(29_000);
  expect(asked.count()).toBe(before);
  await expect(total(page)).toHaveText('2');
  await page.clock.runFor(1000);
  await expect(total(page)).toHaveText('3');
  expect(asked.count()).toBe(before + 1);
  expect(await skeletons.evaluate(({ count }) => count)).toBe(0);
});

/** Puts the tab behind another one, or in front again. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

further(
  'nothing is asked in a tab that nobody sees; shown again, it catches up',
  async ({ page }) => {
    let totalCustomers = 1;
    await showMetrics(page, () => ({ totalCustomers }));
    await page.clock.install();
    await page.goto('/');
    await expect(total(page)).toHaveText('1');
    const asked = await intercept(page, toMetrics, (route) => route.fallback());
    await setHidden(page, true);
    totalCustomers = 2;
    await page.clock.runFor(95_000);
    expect(asked.count()).toBe(0);
    await setHidden(page, false);
    await expect(total(page)).toHaveText('2');
  },
);

further(
  'when newer figures cannot be had, the last ones stay and are said to be that',
  async ({ page }) => {
    await showMetrics(page, () => ({ totalCustomers: 41 }));
    await page.clock.install();
    await page.goto('/');
    await expect(total(page)).toHaveText('41');
    const broken = await cutOff(page, toMetrics);
    await page.clock.runFor(30_000);
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load dashboard data' });
    await expect(alert).toContainText('Showing the last figures received.');
    await expect(total(page)).toHaveText('41');
    await broken.stop();
    // Without anyone pressing Retry.
    await page.clock.runFor(30_000);
    await expect(alert).toBeHidden();
  },
);

further('a trend that cannot be had leaves the rest as it is', async ({ page }) => {
  await showMetrics(page, () => ({ totalCustomers: 41 }));
  const broken = await cutOff(page, ofOperation('RevenueTrend'));
  await page.goto('/');
  const trends = card(page, 'Revenue Trends');
  await expect(trends.getByRole('alert')).toContainText('Failed to load revenue trends');
  await expect(total(page)).toHaveText('41');
  await broken.stop();
  await answerWith(page, 'RevenueTrend', () => ({
    revenueTrend: { __typename: 'RevenueTrend', hasHistory: false, months: [] },
  }));
  await trends.getByRole('button', { name: 'Retry' }).click();
  await expect(trends.getByRole('img', { name: /^Line chart/ })).toBeVisible();
});

import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { renewal, showMetrics, showTrend } from '../support/dashboard.js';
import { expectGoodLooks } from '../support/looks.js';
import { cutOff, hold, LOST_CONNECTIONS, ofOperation } from '../support/network.js';
import { expect, test } from '../support/test.js';

// Each run looks at every screen in looks/screens.
test.skip(!isExhaustive(import.meta.url), 'exhaustive, of another share');

const LONG = 'Venkatanarasimharajuvaripeta Subrahmanyam Iyer Padmanabhan';
const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

test.use({ expectedErrors: LOST_CONNECTIONS });

for (const [where, viewport] of Object.entries(WIDTHS)) {
  test.describe(`on a ${where}`, () => {
    test.use({ viewport });

    test('the dashboard looks right in each of its states', async ({ page }) => {
      let hasHistory = false;
      await showTrend(page, () => hasHistory);
      const empty = await showMetrics(page, () => ({}));
      await page.goto('/');
      await expect(page.getByText('No recent customers')).toBeVisible();
      await expect(page.getByText('Sample data', { exact: true })).toBeVisible();
      await expectGoodLooks(page, 'an empty book');
      await empty.stop();

      hasHistory = true;
      await showMetrics(page, () => ({
        totalCustomers: 12_34_567,
        activePolicies: 31_567,
        monthlyRevenue: '₹12,34,56,789',
        dueRenewals: 412,
        healthPoliciesCount: 12_345,
        vehiclePoliciesCount: 19_222,
        monthlyGrowth: -12,
        recentCustomers: [1, 2, 3, 4, 5].map((id) => ({
          id,
          name: id % 2 ? LONG : 'മോഹൻലാൽ വിശ്വനാഥൻ',
          phone: '+919876543210',
          createdAt: '2026-03-31T19:00:00.000Z',
        })),
        upcomingRenewals: [0, 1, 15, 16, 30].map((days, at) => ({
          ...renewal(at + 1, days),
          customerName: LONG,
          policyNumber: 'OG-26-1507-1802-00012345/AND-A-LONG-NUMBER-IN-FULL',
        })),
      }));
      await page.goto('/?trend=12');
      await expect(page.getByText('Due in 30 days')).toBeVisible();
      await expect(page.getByRole('img', { name: /^Line chart/ })).toBeVisible();
      await expectGoodLooks(page, 'a full book');

      const held = await hold(page, ofOperation('DashboardMetrics'));
      await page.reload();
      await expect(page.locator('.skeleton-bar').first()).toBeVisible();
      await expectGoodLooks(page, 'skeleton');
      held.release();
      await held.stop();

      await cutOff(page, ofOperation('DashboardMetrics'));
      await page.reload();
      await expect(page.getByText('Failed to load dashboard data')).toBeVisible();
      await expectGoodLooks(page, 'failure');
    });
  });
}

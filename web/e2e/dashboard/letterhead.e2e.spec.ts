import { showMetrics } from '../support/dashboard.js';
import { answerWith, hold, ofOperation } from '../support/network.js';
import { expect, test } from '../support/test.js';

test('what the letterhead lacks is said with the figures, so that nothing moves down later', async ({
  page,
}) => {
  await answerWith(page, 'LetterheadGaps', () => ({
    agencySettings: {
      __typename: 'AgencySettings',
      ...{ name: 'Kaveri Brokers', address: 'Fort Kochi', phone: null, licence: null, gstin: null },
    },
  }));
  await showMetrics(page, () => ({ totalCustomers: 12 }));
  const held = await hold(page, ofOperation('LetterheadGaps'));
  const answered = page.waitForResponse((answer) =>
    ofOperation('DashboardMetrics')(answer.request()),
  );
  await page.goto('/');
  await answered;
  const dashboard = page.getByRole('region', { name: 'Dashboard' });
  await expect(dashboard).toHaveAttribute('aria-busy', 'true');
  held.release();
  await expect(dashboard).toHaveAttribute('aria-busy', 'false');
  await expect(dashboard.locator('.dashboard-notice')).toContainText(
    'Your letterhead is incomplete.',
  );
  await expect(dashboard.getByRole('link', { name: 'Complete the letterhead' })).toBeVisible();
});

import { metric, showMetrics } from '../support/dashboard.js';
import { answerWith, hold, ofOperation } from '../support/network.js';
import { expect, test } from '../support/test.js';

test('what the letterhead lacks is said below the figures, so that it moves none of them', async ({
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
  await page.goto('/');
  const total = metric(page, 'Total Customers');
  await expect(total.locator('.metric-value')).toHaveText('12');
  const before = await total.boundingBox();
  held.release();
  const notice = page.locator('.dashboard-notice');
  await expect(notice).toContainText('Your letterhead is incomplete. Not set: ');
  await expect(notice.getByRole('link', { name: 'Complete the letterhead' })).toBeVisible();
  expect(await total.boundingBox()).toEqual(before);
});

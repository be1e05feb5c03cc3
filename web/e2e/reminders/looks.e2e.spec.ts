import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { expectGoodLooks } from '../support/looks.js';
import { cutOff, hold, LOST_CONNECTIONS, ofOperation } from '../support/network.js';
import {
  aBulk,
  addRenewal,
  BLOCKED_SCRIPTS,
  EVERY_OUTCOME,
  historyRow,
  openUpcoming,
  REMINDERS,
  remindDialog,
  showBulk,
  showBulkPreview,
  showHistory,
  upcomingRow,
} from '../support/reminders.js';
import { dialog } from '../support/screens.js';
import { expect, test } from '../support/test.js';

// Each run looks at every screen in looks/screens.
test.skip(!isExhaustive(import.meta.url), 'exhaustive, of another share');

const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

test.use({
  expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|${BLOCKED_SCRIPTS.source}`),
});

const LONG = {
  name: 'Venkatanarasimharajuvaripeta Subrahmanyam Iyer of Thiruvananthapuram',
  email: 'a.very.long.address.of.a.customer@some-insurance-brokerage.example.com',
};

for (const [where, viewport] of Object.entries(WIDTHS)) {
  test.describe(`on a ${where}`, () => {
    test.use({ viewport });

    test('what is due looks right in each of its states', async ({ page }) => {
      const insurer = 'The Oriental Insurance Company Limited of all the States';
      const { policy } = await addRenewal(page.request, LONG, {
        insuranceCompany: insurer,
        premiumAmount: '99999999.99',
      });
      await showBulk(page, () => aBulk({ sent: 5, waiting: 2 }));
      const list = await hold(page, ofOperation('UpcomingRenewalList'));
      await openUpcoming(page, policy.policyNumber);
      await expect(page.getByRole('status', { name: 'Loading upcoming' })).toBeVisible();
      await expectGoodLooks(page, 'skeleton');
      list.release();
      await expect(upcomingRow(page, policy.policyNumber)).toBeVisible();
      await expectGoodLooks(page, 'renewals and a bulk under way');
      await page.getByRole('button', { name: 'Advanced Search' }).click();
      await expect(page.getByRole('form', { name: 'Advanced Search' })).toBeVisible();
      await expectGoodLooks(page, 'Advanced Search');
      await cutOff(page, ofOperation('UpcomingRenewalList'));
      await page.goto(REMINDERS);
      await expect(page.getByText('Failed to load upcoming renewals')).toBeVisible();
      await expectGoodLooks(page, 'failure');
    });

    test('the preview looks right: to be sent, and refused', async ({ page }) => {
      const { policy } = await addRenewal(page.request, LONG);
      await page.goto(`${REMINDERS}?remind=${policy.id}`);
      const email = remindDialog(page).frameLocator('iframe');
      await expect(email.getByText(policy.policyNumber).first()).toBeVisible();
      await expectGoodLooks(page, 'an email');
      const refused = await addRenewal(page.request, {
        ...LONG,
        reminderEmailConsent: 'withdrawn',
      });
      await page.goto(`${REMINDERS}?remind=${refused.policy.id}`);
      await expect(remindDialog(page).getByRole('alert')).toBeVisible();
      await expectGoodLooks(page, 'refused');
    });

    test('the history looks right, and its panel', async ({ page }) => {
      await showHistory(page, EVERY_OUTCOME);
      await showBulk(page, () => aBulk());
      await page.goto(`${REMINDERS}?view=history`);
      await expect(historyRow(page, 'MO/2026/1')).toBeVisible();
      await expectGoodLooks(page, 'every outcome');
      await page.getByRole('button', { name: 'Advanced Search' }).click();
      await expect(page.getByRole('form', { name: 'Advanced Search' })).toBeVisible();
      await expectGoodLooks(page, 'Advanced Search');
      await page.goto(`${REMINDERS}?view=history&reminder=4`);
      await expect(dialog(page, 'MO/2026/4')).toContainText('ECONNREFUSED');
      await expectGoodLooks(page, 'panel');
    });

    test('the dialogs of the screen look right', async ({ page }) => {
      await showBulkPreview(page, 12, 5);
      await page.goto(REMINDERS);
      await page.getByRole('button', { name: 'Send Bulk Reminders' }).click();
      await expect(dialog(page, 'Send Bulk Reminders')).toBeVisible();
      await expectGoodLooks(page, 'bulk');
      await page.goto(`${REMINDERS}?settings=1`);
      const form = dialog(page, 'Reminder Settings');
      await form.getByLabel('Days before the end').fill('0');
      await page.keyboard.press('Control+Enter');
      await expect(form.getByText('Enter whole days from 1 to 90')).toBeVisible();
      await expectGoodLooks(page, 'settings');
    });
  });
}

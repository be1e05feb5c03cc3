import { breakDown, hold, ofOperation } from '../support/network.js';
import {
  addRenewal,
  BLOCKED_SCRIPTS,
  EVERY_OUTCOME,
  historyGrid,
  historyRow,
  REMINDERS,
  remindDialog,
  sendReminder,
  showHistory,
  view,
} from '../support/reminders.js';
import { dialog } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: new RegExp(`status of 502|${BLOCKED_SCRIPTS.source}`) });

const HISTORY = `${REMINDERS}?view=history`;

further('each reminder tells by which channels it went, or why it did not', async ({ page }) => {
  await showHistory(page, EVERY_OUTCOME);
  await page.goto(HISTORY);
  const rows = historyGrid(page).locator('[role=row][data-row]');
  await expect(rows).toHaveText([
    /MO\/2026\/1.*29 Days Before.*Email.*SMS.*WhatsApp/,
    /MO\/2026\/2.*15 Days Before.*Third-party cover.*SMS/,
    /MO\/2026\/3.*Failed.*Email was refused/,
    /MO\/2026\/4.*Waiting.*Email could not be reached; Next attempt 22 Nov 2026/,
    /MO\/2026\/5.*Not sent.*The customer does not want reminders/,
    /MO\/2026\/6.*Email.*May have been sent twice/,
  ]);
});

further(
  'the panel of a failed one has the server’s own words, and sends again',
  async ({ page }) => {
    await showHistory(page, EVERY_OUTCOME);
    await page.goto(HISTORY);
    await historyRow(page, 'MO/2026/3').click();
    const panel = dialog(page, 'MO/2026/3');
    await expect(panel).toContainText('550 5.1.1 User unknown');
    await expect(panel).toContainText('Automatic');
    await expect(page).toHaveURL(/reminder=3/);
    await panel.getByRole('button', { name: 'Send Reminder' }).click();
    await expect(remindDialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    // It goes back in the history, which would abort what is opened meanwhile.
    await expect(page).toHaveURL(/reminder=3/);
    await page.goto(`${HISTORY}&reminder=6`);
    await expect(dialog(page, 'MO/2026/6')).toContainText('3 reminders of this customer');
    await page.goto(`${HISTORY}&reminder=999`);
    await expect(page.getByText('Reminder not found')).toBeVisible();
  },
);

further('it is searched, filtered, and each filter is a tag', async ({ page }) => {
  const sent = await addRenewal(page.request);
  await sendReminder(page.request, sent);
  const { policyNumber } = sent.policy;
  await page.goto(HISTORY);
  await page.getByRole('searchbox', { name: 'Search reminders' }).fill(policyNumber);
  await expect(historyRow(page, policyNumber)).toBeVisible();
  await page.getByRole('button', { name: 'Advanced Search' }).click();
  const form = page.getByRole('form', { name: 'Advanced Search' });
  await form.getByRole('checkbox', { name: 'Failed' }).check({ force: true });
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/view=history&status=failed/);
  await expect(page.getByText('No reminders match your search criteria')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Status: Failed' }).click();
  await expect(historyRow(page, policyNumber)).toBeVisible();

  await page.goto(`${HISTORY}&customerId=${sent.customer.id}&channel=email`);
  await expect(historyGrid(page).locator('[role=row][data-row]')).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText(sent.customer.name);
});

further('it opens the policy, and the views are addresses of their own', async ({ page }) => {
  const sent = await addRenewal(page.request);
  await sendReminder(page.request, sent);
  const { id, policyNumber } = sent.policy;
  await page.goto(`${HISTORY}&policyId=${id}`);
  await historyRow(page, policyNumber)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Open Policy' }).click();
  await expect(page).toHaveURL(`/health-insurance?policy=${id}`);
  await page.goto(REMINDERS);
  await expect(view(page, 'Upcoming')).toHaveAttribute('aria-current', 'page');
  await view(page, 'History').click();
  await expect(page).toHaveURL(HISTORY);
  await expect(view(page, 'History')).toHaveAttribute('aria-current', 'page');
});

further('it says that it is on its way, empty, or could not be had', async ({ page }) => {
  const list = await hold(page, ofOperation('ReminderList'));
  await page.goto(HISTORY);
  await expect(page.getByRole('status', { name: 'Loading reminders' })).toBeVisible();
  await expect(page.getByTestId('skeleton-row')).toHaveCount(5);
  await list.stop();
  list.release();
  await showHistory(page, []);
  await page.goto(HISTORY);
  await expect(page.getByText('No reminders have been sent yet')).toBeVisible();
  await breakDown(page, ofOperation('ReminderList'));
  await page.goto(HISTORY);
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load reminders' });
  await expect(failure).toContainText('Failed to fetch reminders');
  await expect(failure.getByRole('button', { name: 'Retry' })).toBeVisible();
});

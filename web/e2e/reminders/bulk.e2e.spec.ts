import { goLive } from '../support/live.js';
import { hold, ofOperation, refuse } from '../support/network.js';
import {
  aBulk,
  addRenewal,
  REMINDERS,
  remindersOf,
  sendReminder,
  showBulk,
  showBulkPreview,
} from '../support/reminders.js';
import { dialog, expectToast, toastArea } from '../support/screens.js';
import { exhaustively, expect, test, WHOLE_BOOK } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const bulkDialog = (page: Parameters<typeof dialog>[0]) => dialog(page, 'Send Bulk Reminders');
const open = (page: Parameters<typeof dialog>[0]) =>
  page.getByRole('button', { name: 'Send Bulk Reminders' }).click();

further('says that there is nobody to remind', async ({ page }) => {
  await showBulkPreview(page, 0, 0);
  await page.goto(REMINDERS);
  await open(page);
  await expectToast(page, 'No Renewals', 'No upcoming renewals found to send reminders for.');
  await expect(bulkDialog(page)).toHaveCount(0);
});

further('asks first: who gets one, and who had one today', async ({ page }) => {
  await showBulkPreview(page, 12, 5);
  await page.goto(REMINDERS);
  await open(page);
  const counts = bulkDialog(page).locator('.bulk-counts dd');
  await expect(counts).toHaveText(['12', '5', '7']);
  await expect(bulkDialog(page).getByRole('button', { name: 'Send 7 reminders' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bulkDialog(page)).toBeHidden();
});

further('says who cannot be reached, and offers them no second bulk', async ({ page }) => {
  const { customer, policy } = await addRenewal(page.request, { email: null });
  const unreachable = {
    ...{ __typename: 'Policy', id: policy.id, kind: 'health', policyNumber: policy.policyNumber },
    ...{ premiumAmount: '1.00', premiumFrequency: 'yearly', status: 'active', graceUntil: null },
    ...{ startDate: policy.startDate, endDate: policy.endDate, daysUntilExpiry: 30 },
    customer: {
      __typename: 'PolicyCustomer',
      id: customer.id,
      ...{ name: customer.name, phone: '+919812345670' },
    },
    contact: {
      ...{ __typename: 'RenewalContact', unreachable: 'no_contact', text: 'Dear' },
      missing: 'No email address; SMS and WhatsApp are not set up',
    },
  };
  const preview = { renewals: 3, leftOut: 1, unreachable: 1, unreachablePolicies: [unreachable] };
  await showBulkPreview(page, 3, 1, preview);
  await page.goto(`${REMINDERS}?view=board`);
  await open(page);
  const asked = bulkDialog(page);
  await expect(asked).toContainText('emails are saved to a folder and not delivered');
  await expect(asked.locator('.bulk-counts dd')).toHaveText(['3', '1', '1', '1']);
  const called = asked.getByRole('list', { name: 'To be called' });
  await expect(called).toContainText(customer.name);
  await expect(called).toContainText('No email address; SMS and WhatsApp are not set up');
  await expect(called.getByRole('link', { name: 'WhatsApp +91 98123 45670' })).toBeVisible();
  await expect(asked.getByRole('button', { name: 'Send 1 reminder' })).toBeFocused();
  await page.keyboard.press('Escape');

  await showBulkPreview(page, 3, 2, { ...preview, leftOut: 2 });
  await open(page);
  await expect(asked).toContainText('All who can be reached were already reminded today.');
  await expect(called).toBeVisible();
  await expect(asked.getByRole('button', { name: /^Send/ })).toHaveCount(0);
});

further('sends nothing when all had one today', async ({ page }) => {
  await showBulkPreview(page, 5, 5);
  await page.goto(REMINDERS);
  await open(page);
  await expect(bulkDialog(page)).toContainText(
    'All 5 upcoming renewals were already reminded today.',
  );
  await page.keyboard.press('Enter');
  await expect(bulkDialog(page)).toBeHidden();
});

/** Where changes are not reported, a bulk that is under way is asked for again after so long. */
const LOOK = '00:10';

further('says how far it is in whichever tab, and how it ended', async ({ page }) => {
  let bulk = aBulk({ state: 'running', requested: 3, sent: 1, waiting: 2 });
  let looks = 0;
  await showBulk(page, () => {
    looks += 1;
    return bulk;
  });
  await page.clock.install();
  await page.goto(REMINDERS);
  await expect(page.getByText('Preparing reminders: 3 of 10')).toBeVisible();
  bulk = aBulk({ sent: 5, waiting: 2 });
  await page.clock.fastForward(LOOK);
  await expect(page.getByText('Sending reminders: 5 of 7')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Bulk reminders' })).toBeVisible();
  bulk = aBulk();
  const before = looks;
  await page.clock.fastForward(LOOK);
  await expect.poll(() => looks).toBeGreaterThan(before);
  await expectToast(
    page,
    'Bulk Reminders Saved',
    '7 reminders: saved to a folder, not delivered. 3 skipped.',
  );
  await expect(page.locator('.bulk-ended')).toContainText(
    '7 saved to a folder, not delivered, 2 already reminded that day, 1 opted out or not reachable',
  );
  await page.locator('.bulk-ended').getByRole('link', { name: 'Show' }).click();
  await expect(page).toHaveURL(`${REMINDERS}?view=history&trigger=bulk`);
});

further(
  'does not say that emails were sent before it is known whether they are',
  async ({ page }) => {
    let bulk = aBulk({ sent: 5, waiting: 2 });
    await showBulk(page, () => bulk);
    const kept = await hold(page, ofOperation('EmailKept'));
    await page.clock.install();
    await page.goto(REMINDERS);
    await expect(page.getByText('Sending reminders: 5 of 7')).toBeVisible();
    bulk = aBulk();
    await page.clock.fastForward(LOOK);
    await expect(page.locator('.bulk-ended')).toBeVisible();
    await expect(toastArea(page).locator('strong')).toHaveCount(0);
    kept.release();
    await expect(toastArea(page).locator('strong')).toHaveText('Bulk Reminders Saved');
  },
);

further('says that some have failed', async ({ page }) => {
  let bulk = aBulk({ sent: 4, waiting: 3 });
  await showBulk(page, () => bulk);
  await page.clock.install();
  await page.goto(REMINDERS);
  await expect(page.getByText('Sending reminders: 4 of 7')).toBeVisible();
  bulk = aBulk({ sent: 5, failed: 2 });
  await page.clock.fastForward(LOOK);
  await expectToast(
    page,
    'Error',
    'Failed to send bulk reminders. Some may have failed. 5 sent, 2 failed.',
  );
});

test.describe('where changes are reported', () => {
  test.use({ isLive: true });

  further('shows what a colleague began, which nothing asked for', async ({ page, request }) => {
    const renewal = await addRenewal(request);
    let bulk: ReturnType<typeof aBulk> | null = null;
    await showBulk(page, () => bulk);
    await goLive(page, REMINDERS);
    bulk = aBulk({ sent: 5, waiting: 2 });
    await sendReminder(request, renewal);
    await expect(page.getByText('Sending reminders: 5 of 7')).toBeVisible();
  });
});

further('says why it cannot begin', async ({ page }) => {
  await showBulkPreview(page, 2, 0);
  const error = 'Bulk reminders are already being sent.';
  const problem = { type: 'about:blank', title: 'Conflict', status: 409, error };
  await refuse(page, 'StartBulkReminders', 'CONFLICT', { ...problem, code: 'bulk-running' });
  await page.goto(REMINDERS);
  await open(page);
  await bulkDialog(page).getByRole('button', { name: 'Send 2 reminders' }).click();
  await expect(bulkDialog(page).getByRole('alert')).toHaveText(error);
});

test('reminds everybody once, also while nobody looks', { tag: WHOLE_BOOK }, async ({ page }) => {
  const renewals = [await addRenewal(page.request), await addRenewal(page.request)];
  await page.goto(REMINDERS);
  await open(page);
  await bulkDialog(page)
    .getByRole('button', { name: /^Send \d+ reminders?$/ })
    .click();
  await expect(bulkDialog(page)).toBeHidden();
  await page.goto('about:blank');
  for (const { policy } of renewals) {
    await expect
      .poll(async () => (await remindersOf(page.request, policy.id)).map(({ status }) => status))
      .toEqual(['sent']);
  }
  await page.goto(REMINDERS);
  await expect(page.locator('.bulk-ended')).toContainText('Bulk of');
  for (const { policy } of renewals) {
    expect(await remindersOf(page.request, policy.id)).toHaveLength(1);
  }
});

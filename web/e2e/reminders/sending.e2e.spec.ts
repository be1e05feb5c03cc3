import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { card, renewal, showMetrics } from '../support/dashboard.js';
import {
  answerWith,
  cutOff,
  LOST_CONNECTIONS,
  loseAnswers,
  ofOperation,
  refuse,
} from '../support/network.js';
import { chooseInRow, dayFromNow, openPolicies } from '../support/policies.js';
import {
  addRenewal,
  BLOCKED_SCRIPTS,
  historyRow,
  openUpcoming,
  REMINDERS,
  remindDialog,
  remindersOf,
  upcomingRow,
} from '../support/reminders.js';
import { dialog, expectToast, toastArea } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({
  expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|${BLOCKED_SCRIPTS.source}`),
});

/** There is no mail server. */
const KEPT = 'Saved to a folder, not delivered';
const SENT = ['Reminder Saved', `${KEPT}.`] as const;
const FAILED = ['Error', 'Failed to send reminder. Please try again.'] as const;

test('what is due is reminded of by hand, after a look at the message', async ({ page }) => {
  const { customer, policy } = await addRenewal(page.request);
  await openUpcoming(page, policy.policyNumber);
  const row = upcomingRow(page, policy.policyNumber);
  await expect(row).toContainText(customer.name);
  await expect(row).toContainText('Star Health');
  await expect(row).toContainText('₹12,500.50');
  await expect(row).toContainText(formatDay(dayFromNow(30)));
  await expect(row).toContainText('Due in 30 days');
  await row.getByRole('button', { name: 'Send Reminder' }).click();

  const preview = remindDialog(page);
  await expect(preview).toContainText('No reminder sent for this policy yet');
  await expect(preview).toContainText(customer.email ?? '');
  const email = preview.frameLocator('iframe[title="The email"]');
  await expect(email.getByText(customer.name)).toBeVisible();
  await expect(email.getByText(policy.policyNumber).first()).toBeVisible();
  const others = preview.getByRole('list', { name: 'Not sent by' });
  await expect(others.getByRole('listitem')).toHaveText([/^SMS .+\.$/, /^WhatsApp .+\.$/]);
  await preview.getByRole('button', { name: 'Send' }).click();
  await expectToast(page, ...SENT);
  await expect(preview).toBeHidden();
  await expect(row).toContainText(formatDay(dayFromNow(0)));

  await page.goto(`${REMINDERS}?view=history&policyId=${policy.id}`);
  await expect(historyRow(page, policy.policyNumber)).toContainText('Sent manually');
  await expect(historyRow(page, policy.policyNumber)).toContainText(KEPT);
  await historyRow(page, policy.policyNumber).click();
  await expect(dialog(page, policy.policyNumber).getByText(KEPT)).toHaveCount(2);
  await openUpcoming(page, policy.policyNumber);
  await row.getByRole('button', { name: 'Send Reminder' }).click();
  await expect(preview).toContainText(`Last reminded on ${formatDay(dayFromNow(0))}`);
});

further('what a mail server or another channel took is sent', async ({ page }) => {
  const { policy } = await addRenewal(page.request);
  const term = { __typename: 'Policy', id: policy.id, lastReminderDate: null };
  const flags = { emailKept: true, smsSent: true, whatsappSent: false };
  await answerWith(page, 'SendReminder', () => ({
    sendReminder: {
      __typename: 'SentReminder',
      reminder: {
        ...{ __typename: 'Reminder', id: 1, ...flags },
        policy: { ...term, renewalReminderSent: true },
      },
    },
  }));
  await page.goto(`${REMINDERS}?remind=${policy.id}`);
  await remindDialog(page).getByRole('button', { name: 'Send' }).click();
  await expectToast(page, 'Reminder Sent', 'Renewal reminder has been sent successfully.');
});

further(
  'the message is shown with its styles, and none of its scripts could run',
  async ({ page }) => {
    const { policy } = await addRenewal(page.request);
    await page.goto(`${REMINDERS}?remind=${policy.id}`);
    const frame = remindDialog(page).locator('iframe');
    await expect(frame).toHaveAttribute('sandbox', '');
    const body = frame.contentFrame().locator('body');
    await expect(body).toContainText(policy.policyNumber);
    const styled = await body.locator('[style]').count();
    expect(styled).toBeGreaterThan(0);
  },
);

further('who has withdrawn every consent gets none, and the dialog says so', async ({ page }) => {
  const { policy } = await addRenewal(page.request, { reminderEmailConsent: 'withdrawn' });
  await page.goto(`${REMINDERS}?remind=${policy.id}`);
  const preview = remindDialog(page);
  await expect(preview.getByRole('alert')).toContainText('consent');
  await expect(preview.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0);
  await preview.getByRole('button', { name: 'Close' }).last().click();
  await expect(preview).toBeHidden();
});

further('a lost answer is asked for again, and one message goes out', async ({ page }) => {
  const { policy } = await addRenewal(page.request);
  await page.goto(`${REMINDERS}?remind=${policy.id}`);
  const send = remindDialog(page).getByRole('button', { name: 'Send' });
  const lost = await loseAnswers(page, ofOperation('SendReminder'));
  await send.click();
  await expectToast(page, ...FAILED);
  await lost.stop();
  await send.click();
  await expectToast(page, ...SENT);
  expect(await remindersOf(page.request, policy.id)).toHaveLength(1);
});

further('what the server says is shown in the dialog', async ({ page }) => {
  const { policy } = await addRenewal(page.request);
  const error = 'The mail server refused it: 550 5.1.1 User unknown.';
  const problem = { type: 'about:blank', title: 'Bad Request', status: 400, error };
  await refuse(page, 'SendReminder', 'BAD_USER_INPUT', { ...problem, code: 'reminder-refused' });
  await page.goto(`${REMINDERS}?remind=${policy.id}`);
  await remindDialog(page).getByRole('button', { name: 'Send' }).click();
  await expect(remindDialog(page).getByRole('alert')).toHaveText(error);
  await expect(toastArea(page).locator('strong')).toHaveCount(0);
});

further('without a network nothing is sent, and nothing is said to be', async ({ page }) => {
  const { policy } = await addRenewal(page.request);
  await page.goto(`${REMINDERS}?remind=${policy.id}`);
  await cutOff(page, ofOperation('SendReminder'));
  await remindDialog(page).getByRole('button', { name: 'Send' }).click();
  await expectToast(page, ...FAILED);
  expect(await remindersOf(page.request, policy.id)).toEqual([]);
});

further('the dashboard reminds in one click, with the preview', async ({ page }) => {
  const { policy } = await addRenewal(page.request);
  const { id, policyNumber } = policy;
  await showMetrics(page, () => ({ upcomingRenewals: [{ ...renewal(id, 30), policyNumber }] }));
  await page.goto('/');
  await card(page, 'Upcoming Renewals')
    .getByRole('button', { name: `Remind about ${policyNumber}` })
    .click();
  await expect(remindDialog(page)).toContainText(policyNumber);
  await page.keyboard.press('Control+Enter');
  await expectToast(page, ...SENT);
  await expect(page).toHaveURL('/');
});

further(
  'a policy that ends soon is reminded of from its menu, and tells when it was',
  async ({ page }) => {
    const { policy } = await addRenewal(page.request);
    await openPolicies(page, 'health', policy.policyNumber);
    await chooseInRow(page, policy.policyNumber, 'Send Reminder');
    await remindDialog(page).getByRole('button', { name: 'Send' }).click();
    await expectToast(page, ...SENT);
    await page.goto(`/health-insurance?policy=${policy.id}`);
    const drawer = dialog(page, policy.policyNumber);
    await expect(drawer.getByText('Last reminder')).toBeVisible();
    await expect(drawer).toContainText(formatDay(dayFromNow(0)));
  },
);

further('a policy that is not due is not reminded of', async ({ page }) => {
  const { policy } = await addRenewal(page.request, {}, { endDate: dayFromNow(31) });
  await openPolicies(page, 'health', policy.policyNumber);
  await page.getByRole('button', { name: `Actions for ${policy.policyNumber}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Renew' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Send Reminder' })).toHaveCount(0);
  await openUpcoming(page, policy.policyNumber);
  await expect(page.getByText('No renewals match your search criteria')).toBeVisible();
  await expect(toastArea(page).locator('strong')).toHaveCount(0);
});

import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { answerWith, breakDown, hold, ofOperation } from '../support/network.js';
import { addCustomer } from '../support/people.js';
import { addPolicy, dayFromNow } from '../support/policies.js';
import {
  addRenewal,
  BLOCKED_SCRIPTS,
  openUpcoming,
  REMINDERS,
  remindDialog,
  upcomingGrid,
  upcomingRow,
} from '../support/reminders.js';
import { dialog, expectToast } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: new RegExp(`status of 502|${BLOCKED_SCRIPTS.source}`) });

further('has its words, and its cards open what they count', async ({ page }) => {
  await answerWith(page, 'ReminderCards', () => ({
    reminderCards: {
      __typename: 'ReminderCards',
      total: 12345,
      emailsSent: 1200,
      upcoming: 42,
      urgent: 7,
    },
  }));
  await page.goto(REMINDERS);
  await expect(page).toHaveTitle('Renewal Reminders · InsureManager');
  await expect(page.getByText('Policy renewal notifications and alerts')).toBeVisible();
  const cards = page.getByRole('list', { name: 'Summary' }).getByRole('button');
  await expect(cards).toHaveText([
    /Total Reminders.*12,345/,
    /Emails Sent.*1,200/,
    /Upcoming Renewals.*42/,
    /Urgent within 15 days.*7/,
  ]);
  for (const [at, search] of [
    [0, '?view=history'],
    [1, '?view=history&channel=email'],
    [3, `?endsTo=${dayFromNow(15)}`],
    [2, ''],
  ] as const) {
    await cards.nth(at).click();
    await expect(page).toHaveURL(`${REMINDERS}${search}`);
  }
});

further(
  'shows in red and with a sign what is urgent, and narrows what is due',
  async ({ page }) => {
    const late = await addRenewal(page.request, {}, { endDate: dayFromNow(15) });
    const other = await addRenewal(page.request, {}, { endDate: dayFromNow(16) });
    await openUpcoming(page, late.policy.policyNumber);
    const badge = upcomingRow(page, late.policy.policyNumber).locator('.badge');
    await expect(badge).toHaveText(/Due in 15 days$/);
    await expect(badge).toHaveAttribute('data-tone', 'bad');
    await openUpcoming(page, other.policy.policyNumber);
    const calm = upcomingRow(page, other.policy.policyNumber).locator('.badge');
    await expect(calm).toHaveAttribute('data-tone', 'wait');

    await page.getByRole('button', { name: 'Advanced Search' }).click();
    const form = page.getByRole('form', { name: 'Advanced Search' });
    await form.getByLabel('Due until').fill(formatDay(dayFromNow(15)));
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('No renewals match your search criteria')).toBeVisible();
    await page.getByRole('button', { name: /^Remove filter Due until/ }).click();
    await expect(upcomingRow(page, other.policy.policyNumber)).toBeVisible();
  },
);

further('never shows more than 30 days, whatever the address says', async ({ page }) => {
  const { customer, policy } = await addRenewal(page.request, {}, { endDate: dayFromNow(40) });
  await page.goto(`${REMINDERS}?endsTo=${dayFromNow(60)}&customerId=${customer.id}`);
  await expect(page.getByText('No renewals match your search criteria')).toBeVisible();
  await expect(upcomingRow(page, policy.policyNumber)).toHaveCount(0);
});

further(
  'asks for what is due from a new day on, once midnight has passed in India',
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (!ofOperation('UpcomingRenewalList')(request)) return;
      asked.push(request.postDataJSON().variables.filter.endsFrom);
    });
    const [today, tomorrow] = [dayFromNow(0), dayFromNow(1)];
    const midnight = new Date(`${tomorrow}T00:00:00+05:30`).getTime();
    await page.clock.install({ time: midnight - 10 * 60_000 });
    await page.goto(REMINDERS);
    await expect.poll(() => asked).toContain(today);
    expect(asked).not.toContain(tomorrow);
    await page.clock.fastForward('11:00');
    await expect.poll(() => asked).toContain(tomorrow);
  },
);

further(
  'says where emails reach nobody: over the list, in the settings and before one is sent',
  async ({ page }) => {
    const text = 'No mail server is set up: emails are saved to a folder and not delivered.';
    const { policy } = await addRenewal(page.request);
    const settings = { __typename: 'ReminderSettings', isEmailKept: true };
    await answerWith(page, 'EmailKept', () => ({ reminderSettings: settings }));
    await openUpcoming(page, policy.policyNumber);
    await expect(page.getByText(text)).toBeVisible();
    await page.getByRole('button', { name: 'Reminder Settings' }).click();
    await expect(dialog(page, 'Reminder Settings').getByText(text)).toBeVisible();
    await page.goto(`${REMINDERS}?remind=${policy.id}`);
    await expect(remindDialog(page).getByText(text)).toBeVisible();
    // What it was the last time is shown at once: nothing moves when the answer comes.
    const answer = await hold(page, ofOperation('EmailKept'));
    await openUpcoming(page, policy.policyNumber);
    await expect(page.getByText(text)).toBeVisible();
    answer.release();

    await answerWith(page, 'EmailKept', () => ({
      reminderSettings: { ...settings, isEmailKept: false },
    }));
    await openUpcoming(page, policy.policyNumber);
    await expect(upcomingRow(page, policy.policyNumber)).toBeVisible();
    await expect(page.getByText(text)).toHaveCount(0);
  },
);

test('is the call list of the day: found by customer, each opened beside the list', async ({
  page,
}) => {
  const first = await addRenewal(page.request, {}, { endDate: dayFromNow(20) });
  const second = await addPolicy(page.request, 'vehicle', first.customer.id, {
    startDate: dayFromNow(-343),
    endDate: dayFromNow(21),
  });
  await openUpcoming(page, first.customer.name);
  const row = (number: string) => upcomingRow(page, number);
  await row(first.policy.policyNumber).click();
  await expect(page).toHaveURL(`${REMINDERS}?policy=${first.policy.id}`);
  await expect(dialog(page, first.policy.policyNumber)).toBeVisible();
  await page.keyboard.press('j');
  const panel = dialog(page, second.policyNumber);
  await expect(panel).toBeVisible();
  await expect(row(first.policy.policyNumber)).toBeVisible();
  await page.keyboard.press('k');
  await expect(dialog(page, first.policy.policyNumber)).toBeVisible();
  await page.keyboard.press('j');
  await panel.getByRole('button', { name: 'Renew' }).click();
  await dialog(page, 'Renew Vehicle Policy').getByRole('button', { name: 'Renew' }).click();
  // It is no longer due; its panel stays.
  await expect(row(second.policyNumber)).toHaveCount(0);
  await expect(page).toHaveURL(`${REMINDERS}?policy=${second.id}`);
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(REMINDERS);
  const label = row(first.policy.policyNumber).getByText('Send Reminder');
  expect(await label.evaluate((element) => element.getClientRects().length)).toBe(1);
});

test('says in its row who must be called, and takes what came of the talk', async ({ page }) => {
  const phone = '9812345670';
  const { customer, policy } = await addRenewal(page.request, { email: null, phone });
  await openUpcoming(page, policy.policyNumber);
  const row = upcomingRow(page, policy.policyNumber);
  await expect(row.getByText('No email: call')).toBeVisible();
  await expect(row.locator('[data-cell=send]')).toHaveAttribute(
    'title',
    'No email address; SMS and WhatsApp are not set up',
  );
  const call = row.getByRole('link', { name: 'Call +91 98123 45670' });
  await expect(call).toHaveAttribute('href', 'tel:+919812345670');
  const whatsApp = row.getByRole('link', { name: 'WhatsApp +91 98123 45670' });
  const address = new URL((await whatsApp.getAttribute('href')) ?? '');
  expect(`${address.origin}${address.pathname}`).toBe('https://wa.me/919812345670');
  const text = address.searchParams.get('text');
  expect(text).toContain(`Dear ${customer.name},\nYour policy ${policy.policyNumber} ends on`);
  expect(text).toMatch(/Regards,\nInsureManager$/);
  for (const link of [call, whatsApp]) {
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(link).toHaveAttribute('referrerpolicy', 'no-referrer');
  }

  await call.click();
  const talk = dialog(page, 'Contacted?');
  await expect(talk).toContainText(`${customer.name}, ${policy.policyNumber}`);
  await expect(talk.getByLabel('Contacted')).toBeChecked();
  await expect(talk.getByLabel('Note')).toBeFocused();
  await page.keyboard.type('Asks his wife');
  await talk.getByLabel('Call back on').fill(formatDay(dayFromNow(-1)));
  await page.keyboard.press('Control+Enter');
  // Nothing was sent yet.
  await expect(talk.getByLabel('Contacted')).toBeChecked();
  await expect(talk).toContainText(`Follow-up date must be ${formatDay(dayFromNow(0))} or later`);
  await talk.getByLabel('Call back on').fill(formatDay(dayFromNow(2)));
  await page.keyboard.press('Control+Enter');
  const said = `${policy.policyNumber}: call back on ${formatDay(dayFromNow(2))}.`;
  await expectToast(page, 'Renewal Updated', said);
  await expect(page).toHaveURL(REMINDERS);

  await row.click();
  await dialog(page, policy.policyNumber)
    .getByRole('link', { name: '+91 98123 45670', exact: true })
    .first()
    .click();
  await expect(talk).toContainText(/Contacted \d+ \w+ \d{4}/);
  await expect(talk.getByLabel('Note')).toHaveValue('Asks his wife');
  await expect(talk.getByLabel('Call back on')).toHaveValue(formatDay(dayFromNow(2)));
});

further('says what could not be had', async ({ page }) => {
  await breakDown(page, ofOperation('UpcomingRenewalList'));
  await page.goto(REMINDERS);
  await expect(page.getByText('Failed to load upcoming renewals')).toBeVisible();
  await expect(page.getByText('Failed to fetch upcoming renewals')).toBeVisible();
});

test.describe('by keys alone', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  further('a reminder is sent', async ({ page }) => {
    const { policy } = await addRenewal(page.request);
    await openUpcoming(page, policy.policyNumber);
    const row = upcomingRow(page, policy.policyNumber);
    const openPreview = async () => {
      await page.keyboard.press('Shift+F10');
      await expect(page.getByRole('menuitem').first()).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('menuitem', { name: 'Send Reminder' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(remindDialog(page).getByRole('button', { name: 'Send' })).toBeFocused();
    };
    await expect(row).toBeVisible();
    await expect(upcomingGrid(page)).toHaveAttribute('aria-busy', 'false');
    await row.focus();
    await openPreview();
    await page.keyboard.press('Escape');
    await expect(remindDialog(page)).toBeHidden();
    await expect(row).toBeFocused();
    await openPreview();
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Reminder Saved', 'Saved to a folder, not delivered.');
  });
});

further('a customer’s language is chosen, and what none means is said', async ({ page }) => {
  const customer = await addCustomer(page.request, { email: 'asha@example.com' });
  await page.goto(`/customers?customer=${customer.id}`);
  const drawer = dialog(page, customer.name);
  await expect(drawer.getByText('Not specified: English')).toBeVisible();
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await dialog(page, 'Edit Customer').getByLabel('Language').selectOption({ label: 'മലയാളം' });
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Customer Updated', `${customer.name} has been updated.`);
  await expect(drawer.getByText('മലയാളം')).toBeVisible();
});

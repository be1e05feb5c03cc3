import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { APIRequestContext, Page } from '@playwright/test';
import { goLive } from '../support/live.js';
import { expectGoodLooks } from '../support/looks.js';
import { answerWith, cutOff, LOST_CONNECTIONS, ofOperation } from '../support/network.js';
import { addCustomer, newWord } from '../support/people.js';
import { addPolicy } from '../support/policies.js';
import { dialog } from '../support/screens.js';
import { exhaustively, expect, test, WHOLE_BOOK } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const today = kolkataDay(new Date());
const bell = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true });
const row = (page: Page, name: string) =>
  panel(page).getByRole('listitem').filter({ hasText: name });

const ask = async (api: APIRequestContext, query: string, variables: object = {}) => {
  const answer = await (await api.post('/graphql', { data: { query, variables } })).json();
  expect(answer.errors).toBeUndefined();
  return answer.data;
};

/** What other tests have left. */
async function markAllAsRead(api: APIRequestContext): Promise<void> {
  const { notifications } = await ask(api, '{ notifications { unreadKeys } }');
  await ask(
    api,
    'mutation M($keys: [String!]!) { markNotifications(keys: $keys, isRead: true) { unreadKeys } }',
    { keys: notifications.unreadKeys },
  );
}

const followUpToday = (api: APIRequestContext, termId: number) =>
  ask(
    api,
    `mutation F($termId: Int!, $commandId: ID!, $input: RenewalFollowUpInput!) {
      setRenewalFollowUp(termId: $termId, commandId: $commandId, input: $input) { __typename }
    }`,
    { termId, commandId: crypto.randomUUID(), input: { followUpOn: today } },
  );

interface Sample {
  kind: string;
  number?: string;
  record?: string;
  day?: string | null;
  at?: string | null;
  isRead?: boolean;
}

/** Notifications of a book of the test's own. */
function listOf(samples: readonly Sample[], more: { kind: string }[] = []) {
  const items = samples.map((sample, nth) => ({
    __typename: 'Notification',
    key: `${sample.kind.replaceAll('_', '-')}:${nth + 1}`,
    customerName: `Customer ${nth + 1}`,
    record: 'health',
    recordId: nth + 1,
    number: `H/${nth + 1}`,
    day: null,
    at: null,
    isRead: false,
    ...sample,
  }));
  const kinds = new Set([...samples, ...more].map(({ kind }) => kind));
  const counts = [...kinds].map((kind) => ({
    __typename: 'NotificationCount',
    kind,
    count: items.filter((item) => item.kind === kind).length,
    isExact: true,
    ...more.find((one) => one.kind === kind),
  }));
  const unreadKeys = items.filter(({ isRead }) => !isRead).map(({ key }) => key);
  return { __typename: 'NotificationList', items, counts, unreadKeys };
}

const showNotifications = (page: Page, ...[samples, more]: Parameters<typeof listOf>) =>
  answerWith(page, 'Notifications', () => ({ notifications: listOf(samples, more) }));

const ALL_KINDS: readonly Sample[] = [
  { kind: 'renewal_due', day: addDays(today, 3) },
  { kind: 'renewal_due', day: addDays(today, 12), record: 'vehicle' },
  { kind: 'follow_up_due', day: today },
  { kind: 'reminder_failed', at: new Date().toISOString() },
  { kind: 'quotation_ending', day: addDays(today, 1), record: 'quotation', number: 'QT-2026-27-4' },
];
const KYC_PENDING = {
  __typename: 'NotificationCount',
  kind: 'kyc_pending',
  count: 12,
  isExact: true,
};

further('each kind says what there is to do, for whom and when', async ({ page }) => {
  await showNotifications(page, ALL_KINDS, [KYC_PENDING]);
  await page.goto('/settings');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 5 unread');
  await bell(page).click();
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText([
    'Renewals due2',
    'Follow-ups1',
    'Failed reminders1',
    'Quotations ending1',
  ]);
  await expect(row(page, 'Customer 1')).toContainText('H/1 ends in 3 days');
  await expect(row(page, 'Customer 3')).toContainText('Follow up on H/3 today');
  await expect(row(page, 'Customer 4')).toContainText('Reminder for H/4 failed');
  await expect(row(page, 'Customer 5')).toContainText('QT-2026-27-4 is valid until tomorrow');
  await panel(page).getByRole('link', { name: '12 customers with pending KYC' }).click();
  await expect(page).toHaveURL(/\/customers\?kycStatus=pending/);
  await expect(panel(page)).toBeHidden();
});

further('marking all as read can be taken back', async ({ page }) => {
  await showNotifications(page, ALL_KINDS);
  const marks: unknown[] = [];
  await answerWith(page, 'MarkNotifications', (asked: { keys: string[]; isRead: boolean }) => {
    marks.push([asked.keys.length, asked.isRead]);
    return { marked: listOf(ALL_KINDS.map((one) => ({ ...one, isRead: asked.isRead }))) };
  });
  await page.goto('/settings');
  await bell(page).click();
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await page.getByText('5 Notifications Read').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 5 unread');
  // What is shown does not wait for the answer.
  await expect
    .poll(() => marks)
    .toEqual([
      [5, true],
      [5, false],
    ]);
});

further('without any, the bell is plain and the panel says so', async ({ page }) => {
  await showNotifications(page, []);
  await page.goto('/settings');
  await bell(page).click();
  await expect(panel(page)).toContainText('No notifications');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
});

further('more than 99 are not counted on', async ({ page }) => {
  const many = Array.from({ length: 50 }, () => ({ kind: 'renewal_due', day: today }));
  const others = Array.from({ length: 50 }, () => ({ kind: 'quotation_ending', day: today }));
  const kinds = [{ kind: 'renewal_due', count: 100, isExact: false }];
  await showNotifications(page, [...many, ...others], kinds);
  await page.goto('/settings');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 99+ unread');
  await bell(page).click();
  await expect(panel(page).getByRole('heading', { level: 3 }).first()).toHaveText(
    'Renewals due100+',
  );
  await expect(panel(page)).toContainText('The 50 most urgent are shown.');
});

test.describe('when they cannot be had', () => {
  test.use({ expectedErrors: LOST_CONNECTIONS });

  further('the panel says so, and asks again', async ({ page }) => {
    const broken = await cutOff(page, ofOperation('Notifications'));
    await page.goto('/settings');
    await bell(page).click();
    await expect(panel(page).getByRole('alert')).toContainText('Failed to load notifications');
    await broken.stop();
    await panel(page).getByRole('button', { name: 'Retry' }).click();
    await expect(panel(page).getByRole('alert')).toBeHidden();
  });

  further('what cannot be marked is unread again, and that is said', async ({ page }) => {
    await showNotifications(page, ALL_KINDS.slice(0, 1));
    await cutOff(page, ofOperation('MarkNotifications'));
    await page.goto('/settings');
    await bell(page).click();
    await panel(page).getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByText('Failed to mark notifications. Please try again.')).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  });
});

test.describe('of a colleague’s doing', () => {
  test.use({ isLive: true });

  test('a follow-up appears in the count without asking, leads to its policy and stays read', {
    tag: WHOLE_BOOK,
  }, async ({ page, request }) => {
    const word = newWord();
    const customer = await addCustomer(request, { name: `Anil ${word}`, kycStatus: 'verified' });
    const policy = await addPolicy(request, 'health', customer.id, {
      startDate: addDays(today, -324),
      endDate: addDays(today, 40),
    });
    await markAllAsRead(request);
    await goLive(page, '/settings');
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    // The newest of today is the first, however many others have left.
    await followUpToday(request, policy.id);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');

    await bell(page).click();
    await expect(row(page, word)).toContainText(`Follow up on ${policy.policyNumber} today`);
    await row(page, word).getByRole('link').click();
    await expect(dialog(page, policy.policyNumber)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/health-insurance\\?policy=${policy.id}`));
    await expect(bell(page)).toHaveAccessibleName('Notifications');

    await page.goto('/settings');
    await bell(page).click();
    await row(page, word).getByRole('button', { name: 'Mark as unread' }).click();
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  });
});

further('by keyboard alone it is opened, read, marked and closed', async ({ page }) => {
  await showNotifications(page, ALL_KINDS.slice(0, 2));
  await page.goto('/settings');
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeVisible();
  const all = panel(page).getByRole('button', { name: 'Mark all as read' });
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return all.evaluate((button) => button === document.activeElement);
    })
    .toBe(true);
  await page.keyboard.press('Tab');
  await expect(row(page, 'Customer 1').getByRole('link')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(row(page, 'Customer 1').getByRole('button')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();
});

for (const [where, width] of [
  ['on a desk', 1440],
  ['on a phone', 390],
] as const) {
  further(`the panel looks right ${where}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await showNotifications(page, ALL_KINDS, [KYC_PENDING]);
    await page.goto('/settings');
    await bell(page).click();
    await expect(row(page, 'Customer 1')).toBeVisible();
    await expectGoodLooks(page, 'with one of each kind');
  });
}

import type { ReminderView } from '@insuremanager/contracts/reminders/reminderViews';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { answerWith } from './network.js';
import { addCustomer, newWord, type Person } from './people.js';
import { addPolicy, dayFromNow } from './policies.js';
import { dialog } from './screens.js';
import { expect } from './test.js';

export const REMINDERS = '/reminders';

/** The browser’s own tools, such as the recorder of a test, would run scripts in any frame. */
export const BLOCKED_SCRIPTS = /Blocked script execution in '[^']*\/api\/reminders\/preview\.html/;

/** Further from its end than the calendar looks, which would remind of it by itself. */
const QUIET_DAYS = 30;

/** A customer with a policy that ends within 30 days, and of which nobody is reminded by itself. */
export async function addRenewal(
  api: APIRequestContext,
  given: Partial<Person> & { reminderEmailConsent?: string } = {},
  fields: Record<string, unknown> = {},
) {
  const email = `${newWord().toLowerCase()}@example.com`;
  const customer = await addCustomer(api, { email, ...given });
  const policy = await addPolicy(api, 'health', customer.id, {
    startDate: dayFromNow(QUIET_DAYS - 364),
    endDate: dayFromNow(QUIET_DAYS),
    ...fields,
  });
  return { customer, policy };
}

interface Renewal {
  readonly customer: { readonly id: number };
  readonly policy: { readonly id: number; readonly kind: string };
}

export async function sendReminder(
  api: APIRequestContext,
  { customer, policy }: Renewal,
): Promise<ReminderView> {
  const data = { customerId: customer.id, policyId: policy.id, policyType: policy.kind };
  const answer = await api.post('/api/reminders/send', { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** What the REST face has in the history of a policy. */
export async function remindersOf(api: APIRequestContext, policyId: number) {
  const answer = await api.get('/api/reminders', { params: { policyId } });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as ReminderView[];
}

export const upcomingGrid = (page: Page): Locator =>
  page.getByRole('grid', { name: 'Upcoming renewals' });
export const upcomingRow = (page: Page, number: string): Locator =>
  upcomingGrid(page).getByRole('row', { name: number, exact: true });
export const historyGrid = (page: Page): Locator => page.getByRole('grid', { name: 'Reminders' });
export const historyRow = (page: Page, number: string): Locator =>
  historyGrid(page).getByRole('row', { name: number });
export const remindDialog = (page: Page): Locator => dialog(page, 'Send Reminder');
export const view = (page: Page, label: string): Locator =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: label });

/** What is due, narrowed to what one word finds. */
export async function openUpcoming(page: Page, search: string): Promise<void> {
  await page.goto(`${REMINDERS}?q=${encodeURIComponent(search)}`);
  await expect(page.getByRole('searchbox', { name: 'Search upcoming renewals' })).toHaveValue(
    search,
  );
}

const listed = (id: number) => ({
  __typename: 'Reminder',
  id,
  customerId: 7,
  customer: {
    __typename: 'PolicyCustomer',
    id: 7,
    name: 'Venkatanarasimharajuvaripeta Subrahmanyam Iyer',
    phone: '+919876543210',
    kycStatus: 'verified',
  },
  policyId: 1200 + id,
  policyType: 'vehicle',
  policy: {
    __typename: 'Policy',
    id: 1200 + id,
    kind: 'vehicle',
    policyNumber: `MO/2026/${id}`,
    status: 'active',
    contact: null,
  },
  reminderType: '29_days',
  cover: 'policy',
  dueDate: '2026-12-21',
  status: 'sent',
  trigger: 'schedule',
  requestedAt: '2026-11-22T03:30:00.000Z',
  requestedBy: null,
  sentAt: '2026-11-22T03:30:05.000Z',
  emailSent: false,
  emailKept: false,
  smsSent: false,
  whatsappSent: false,
  suppression: null,
  problems: [],
  attempts: 1,
  nextAttemptAt: null,
  mayBeDoubled: false,
  mayHaveGoneOut: false,
  noticeId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  remindersInNotice: 1,
  bulkId: null,
});

const problem = (fields: object) => ({
  __typename: 'ReminderProblem',
  channel: 'email',
  problem: 'refused',
  reply: '550 5.1.1 User unknown',
  isFinal: true,
  ...fields,
});

/** A history with all that can become of a reminder, which needs servers that fail. */
export const EVERY_OUTCOME = [
  { ...listed(1), emailSent: true, smsSent: true, whatsappSent: true },
  { ...listed(2), reminderType: '15_days', cover: 'third_party', smsSent: true },
  { ...listed(3), status: 'failed', sentAt: null, problems: [problem({})] },
  {
    ...listed(4),
    status: 'waiting',
    sentAt: null,
    nextAttemptAt: '2026-11-22T04:00:00.000Z',
    problems: [problem({ problem: 'unreachable', reply: 'ECONNREFUSED', isFinal: false })],
  },
  { ...listed(5), status: 'suppressed', sentAt: null, suppression: 'consent_withdrawn' },
  { ...listed(6), emailSent: true, mayBeDoubled: true, remindersInNotice: 3 },
];

/** Shows reminders of the test's own in the history. */
export async function showHistory(page: Page, items: readonly object[]): Promise<void> {
  await answerWith(page, 'ReminderList', () => ({
    reminders: {
      __typename: 'ReminderPage',
      items,
      nextCursor: null,
      count: { __typename: 'BoundedCount', count: items.length, exact: true },
    },
  }));
  await answerWith(page, 'ReminderDetails', ({ id }: { id: number }) => ({
    record: items.find((item) => 'id' in item && item.id === id) ?? null,
  }));
}

/** A bulk as the gateway tells of one. */
export const aBulk = (given: object = {}) => ({
  __typename: 'BulkReminders',
  id: 1,
  startedAt: new Date().toISOString(),
  startedBy: 'admin',
  state: 'finished',
  renewals: 10,
  requested: 7,
  sent: 7,
  failed: 0,
  waiting: 0,
  leftOut: 2,
  suppressed: 1,
  ...given,
});

/** The last bulk is whatever `bulk` says at the time. */
export const showBulk = (page: Page, bulk: () => object | null) =>
  answerWith(page, 'BulkReminders', () => ({ bulkReminders: bulk() }));

export const showBulkPreview = (page: Page, renewals: number, leftOut: number, more: object = {}) =>
  answerWith(page, 'BulkPreview', () => ({
    bulkPreview: {
      __typename: 'BulkPreview',
      renewals,
      leftOut,
      unreachable: 0,
      unreachablePolicies: [],
      ...more,
    },
  }));

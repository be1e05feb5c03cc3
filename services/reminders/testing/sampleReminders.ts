import {
  type Reminder,
  ReminderNoticeAttempted,
  ReminderNoticeRequested,
  ReminderNoticeStarted,
  RemindersSuppressed,
} from '@insuremanager/contracts/reminders/reminderEvents';
import type {
  Channel,
  ReminderTrigger,
  SuppressionReason,
} from '@insuremanager/contracts/reminders/reminderKinds';
import type { ChannelOutcome, CustomerRemindersCommand } from '../customerReminders.js';

export const CUSTOMER = 7;
export const NOTICE = '7d0c6a94-3a0e-5a51-9b4b-000000000001';

/** Of a policy whose cover ends 29 days after the day of a scenario, 1 April 2026. */
export const due: Reminder = {
  reminderId: 1,
  termId: 100,
  policyType: 'health',
  cover: 'policy',
  reminderType: '29_days',
  dueDate: '2026-04-30',
};
export const manual: Reminder = { ...due, reminderId: 5, reminderType: 'manual' };

interface RequestParts {
  readonly noticeId?: string;
  readonly trigger?: ReminderTrigger;
  readonly bulkId?: number | null;
}

export const requested = (
  reminders: readonly Reminder[] = [due],
  { noticeId = NOTICE, trigger = 'schedule', bulkId = null }: RequestParts = {},
) =>
  ReminderNoticeRequested({
    customerId: CUSTOMER,
    noticeId,
    trigger,
    bulkId,
    reminders: [...reminders],
  });

export const suppressed = (
  reason: SuppressionReason,
  reminder: Reminder = due,
  noticeId: string | null = null,
  hadGoneOut: 'no' | 'perhaps' | 'yes' = 'no',
) =>
  RemindersSuppressed({
    customerId: CUSTOMER,
    noticeId,
    hadGoneOut,
    reminders: [{ ...reminder, reason }],
  });

export const started = (attempt = 1, mayBeDoubled = false) =>
  ReminderNoticeStarted({
    ...{ customerId: CUSTOMER, noticeId: NOTICE, attempt, mayBeDoubled },
    channels: ['email', 'sms'],
  });

type Outcome = { readonly channel: Channel } & ChannelOutcome;

export const delivered = (channel: Channel = 'email'): Outcome => ({
  channel,
  outcome: 'delivered',
  problem: null,
  reply: null,
});
export const deferred = (channel: Channel = 'email'): Outcome => ({
  channel,
  outcome: 'deferred',
  problem: 'unreachable',
  reply: null,
});
export const failed = (channel: Channel = 'email'): Outcome => ({
  channel,
  outcome: 'failed',
  problem: 'refused',
  reply: '550 no such mailbox',
});

export const attempted = (
  outcomes: readonly Outcome[],
  {
    attempt = 1,
    nextAttemptAt = null as string | null,
    reminders = [due],
    isEmailKept = false,
  } = {},
) =>
  ReminderNoticeAttempted({
    customerId: CUSTOMER,
    noticeId: NOTICE,
    attempt,
    outcomes: outcomes.map(({ channel, outcome, problem, mayHaveArrived = false }) => ({
      ...{ channel, outcome, problem, mayHaveArrived },
    })),
    isEmailKept,
    nextAttemptAt,
    reminders: reminders.map(({ reminderId, termId }) => ({ reminderId, termId })),
    personal: {
      replies: outcomes.flatMap(({ channel, reply }) => (reply ? [{ channel, reply }] : [])),
    },
  });

type Request = Extract<CustomerRemindersCommand, { type: 'RequestNotice' }>;

export const request = (parts: Partial<Request> = {}): Request => ({
  type: 'RequestNotice',
  customerId: CUSTOMER,
  noticeId: NOTICE,
  trigger: 'schedule',
  bulkId: null,
  reminders: [due],
  suppressed: [],
  today: '2026-04-01',
  ...parts,
});

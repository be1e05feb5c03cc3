import { z } from 'zod';
import { customerStream } from '../customers/customerEvents.js';
import { defineEvent, type EventIn, type EventOf } from '../events/eventDefinition.js';
import { POLICY_KINDS } from '../policies/policyKinds.js';
import {
  CHANNELS,
  DELIVERY_PROBLEMS,
  REMINDER_COVERS,
  REMINDER_TRIGGERS,
  SUPPRESSION_REASONS,
} from './reminderKinds.js';

const CustomerId = z.int().positive();
/** Of a notice: a UUID, also the local part of its Message-ID. */
const NoticeId = z.string();
const channel = z.enum(CHANNELS);

/**
 * All reminders of a customer are one stream: what is due to them at once goes out as one message.
 */
export const remindersStream = (customerId: number): string => `reminders-${customerId}`;
const subject = (data: { customerId: number }): string => customerStream(data.customerId);

/** That the cover of a term of a policy is about to end, or its next premium due. */
export const Reminder = z.object({
  reminderId: z.int().positive(),
  termId: z.int().positive(),
  policyType: z.enum(POLICY_KINDS),
  cover: z.enum(REMINDER_COVERS),
  /** `29_days`, `15_days`, or `manual`. */
  reminderType: z.string(),
  /** The last day of cover, or the day of the premium, YYYY-MM-DD in Asia/Kolkata. */
  dueDate: z.string(),
});
export type Reminder = z.infer<typeof Reminder>;

/** A notice was asked for: one message to a customer, of one or several reminders. */
export const ReminderNoticeRequested = defineEvent('ReminderNoticeRequested', 1, {
  schema: z.object({
    customerId: CustomerId,
    noticeId: NoticeId,
    trigger: z.enum(REMINDER_TRIGGERS),
    /** The bulk that asked for it. */
    bulkId: z.int().positive().nullable(),
    reminders: z.array(Reminder).min(1),
  }),
});

/** Reminders that were due, or already asked for, are not sent. */
export const RemindersSuppressed = defineEvent('RemindersSuppressed', 1, {
  schema: z.object({
    customerId: CustomerId,
    /** The notice that goes out without them; null where none was asked for. */
    noticeId: NoticeId.nullable(),
    /** Whether they had gone out before, by one of the channels. */
    hadGoneOut: z.enum(['no', 'perhaps', 'yes']),
    reminders: z.array(Reminder.extend({ reason: z.enum(SUPPRESSION_REASONS) })).min(1),
  }),
});

/**
 * The notice is about to be handed to its channels. Written before it is: where the next event is
 * another start, whoever sent it died.
 */
export const ReminderNoticeStarted = defineEvent('ReminderNoticeStarted', 1, {
  schema: z.object({
    customerId: CustomerId,
    noticeId: NoticeId,
    /** From 1 on. */
    attempt: z.int().positive(),
    channels: z.array(channel).min(1),
    /** An earlier attempt of which nobody knows what became may have arrived. */
    mayBeDoubled: z.boolean(),
  }),
});

/** What the channels said to an attempt. Those that a later attempt takes up are `deferred`. */
export const ReminderNoticeAttempted = defineEvent('ReminderNoticeAttempted', 1, {
  schema: z.object({
    customerId: CustomerId,
    noticeId: NoticeId,
    attempt: z.int().positive(),
    outcomes: z.array(
      z.object({
        channel,
        /** `delivered`: the server took it; of an email see `isEmailKept`. */
        outcome: z.enum(['delivered', 'deferred', 'failed']),
        /** Null when it was delivered. */
        problem: z.enum(DELIVERY_PROBLEMS).nullable(),
        /** The server had it, in this attempt or an earlier one, and did not say that it took it. */
        mayHaveArrived: z.boolean(),
      }),
    ),
    /** True: there was no mail server, and the email was stored as a file; null: before it was said. */
    isEmailKept: z.boolean().nullable(),
    /** When the deferred ones are tried again, ISO 8601; null: there are none. */
    nextAttemptAt: z.string().nullable(),
    /** Of the reminders in the notice. */
    reminders: z.array(z.object({ reminderId: z.int().positive(), termId: z.int().positive() })),
  }),
  personal: {
    /** In the servers' own words, which may repeat the address. */
    schema: z.object({ replies: z.array(z.object({ channel, reply: z.string() })) }),
    subject,
  },
});

/** Their customer is being erased: nothing is sent any more, and the lists forget them. */
export const RemindersErased = defineEvent('RemindersErased', 1, {
  schema: z.object({
    customerId: CustomerId,
    noticeIds: z.array(NoticeId).min(1),
    reminderIds: z.array(z.int().positive()),
  }),
});

export const bulkRemindersStream = (bulkId: number): string => `bulkReminders-${bulkId}`;

/** An agent asked to remind everybody whose cover ends within 30 days. */
export const BulkRemindersStarted = defineEvent('BulkRemindersStarted', 1, {
  schema: z.object({
    bulkId: z.int().positive(),
    /** How many renewals were upcoming then. */
    renewals: z.int().nonnegative(),
    /** The user in whose book they are; null: all books. */
    bookOwnerId: z.int().positive().nullable(),
  }),
});

/** Every renewal of a bulk has been looked at; what it asked for may still be on its way. */
export const BulkRemindersRequested = defineEvent('BulkRemindersRequested', 1, {
  schema: z.object({
    bulkId: z.int().positive(),
    requested: z.int().nonnegative(),
    /** Had a reminder that day already. */
    leftOut: z.int().nonnegative(),
    suppressed: z.int().nonnegative(),
  }),
});

/** One for the brokerage. */
export const REMINDER_SETTINGS_STREAM = 'reminderSettings-1';

/** When the calendar asks for reminders. */
export const ReminderSettings = z.object({
  /** Days before the end, the most first; none: the calendar asks for nothing. */
  days: z.array(z.int().positive()),
  /** Kolkata hour from which they go out, 0 to 23. */
  hour: z.int(),
  /** Days of the week on which none goes out, 0 for Sunday. */
  quietWeekdays: z.array(z.int()),
  /** Days on which none goes out, such as holidays. */
  quietDays: z.array(z.string()),
});
export type ReminderSettings = z.infer<typeof ReminderSettings>;

export const ReminderSettingsChanged = defineEvent('ReminderSettingsChanged', 1, {
  schema: ReminderSettings,
});

export type ReminderSettingsEvent = EventOf<typeof ReminderSettingsChanged>;

export type ReminderEvent = CustomerRemindersEvent | BulkRemindersEvent | ReminderSettingsEvent;

const customerRemindersEvents = [
  ReminderNoticeRequested,
  RemindersSuppressed,
  ReminderNoticeStarted,
  ReminderNoticeAttempted,
  RemindersErased,
] as const;
export type CustomerRemindersEvent = EventIn<typeof customerRemindersEvents>;

const bulkRemindersEvents = [BulkRemindersStarted, BulkRemindersRequested] as const;
export type BulkRemindersEvent = EventIn<typeof bulkRemindersEvents>;

export const reminderEventDefinitions = [
  ...customerRemindersEvents,
  ...bulkRemindersEvents,
  ReminderSettingsChanged,
] as const;

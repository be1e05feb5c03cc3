import { z } from 'zod';
import { dayText, instantText } from '../fields/dayFields.js';
import { isAllowed, type Permission, type Role } from '../identity/permissions.js';

/** What somebody must do, the most urgent kind first: each of it is a notification. */
export const TO_DO_KINDS = [
  'breach-due',
  'request-due',
  'renewal-due',
  'follow-up-due',
  'reminder-failed',
  'quotation-ending',
  'import-ended',
] as const;
export type ToDoKind = (typeof TO_DO_KINDS)[number];

/** What is notified of; of pending KYC and ended retentions only how much there is. */
export const NOTIFICATION_KINDS = [...TO_DO_KINDS, 'kyc-pending', 'retention-ended'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** What whoever is notified of a kind may read. */
const REQUIRED: Readonly<Record<NotificationKind, Permission>> = {
  'renewal-due': 'renewals.read',
  'follow-up-due': 'renewals.read',
  'reminder-failed': 'reminders.read',
  'quotation-ending': 'quotations.read',
  'breach-due': 'privacy.manage',
  'request-due': 'privacy.manage',
  'import-ended': 'imports.manage',
  'kyc-pending': 'customers.read',
  'retention-ended': 'privacy.manage',
};
export const notificationKindsOf = (role: Role): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => isAllowed(role, REQUIRED[kind]));

/** Where a notification leads. */
export const NOTIFIED_RECORDS = [
  'health',
  'vehicle',
  'quotation',
  'breach',
  'request',
  'import',
] as const;

/** At most so many of a kind are shown. */
export const NOTIFICATIONS_SHOWN = 50;
/** So many of a kind, the most urgent, are counted and can be unread. */
export const NOTIFICATIONS_COUNTED = 100;

/** A renewal is notified of so many days before the last day of cover, */
export const RENEWAL_NOTICE_DAYS = 15;
/** a quotation so many days before the last day of its validity, */
export const QUOTATION_NOTICE_DAYS = 7;
/** a request of a person so many days before it must be answered, */
export const REQUEST_NOTICE_DAYS = 5;
/** an import for so many days after it ended, */
export const IMPORT_NOTICE_DAYS = 7;
/** and a reminder for so many days after it failed. */
export const FAILURE_NOTICE_DAYS = 7;

export const Notification = z.object({
  key: z.string().describe('Names it for ever, such as renewal-due:1200:2026-12-01'),
  kind: z.enum(TO_DO_KINDS),
  customerId: z.int().nullable().describe('Null where it is about none'),
  customerName: z.string(),
  record: z.enum(NOTIFIED_RECORDS).describe('What it leads to'),
  recordId: z.int(),
  number: z
    .string()
    .nullable()
    .describe(
      'Of the policy or the quotation; what is asked for, or to be done; what became of an import',
    ),
  day: dayText()
    .nullable()
    .describe(
      'The last day of cover, validity or an answer to a request, or the day of the follow-up',
    ),
  at: instantText()
    .nullable()
    .describe('Since when, where there is no day; of a breach, until when'),
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const NotificationCount = z.object({
  kind: z.enum(NOTIFICATION_KINDS),
  count: z.int(),
  isExact: z.boolean().describe('False: there are more than this'),
});
export type NotificationCount = z.infer<typeof NotificationCount>;

export const NotificationList = z.object({
  items: z
    .array(Notification)
    .describe(
      `What is to be done, kind by kind, at most ${NOTIFICATIONS_SHOWN} of each, first those that are unread, then those that were read last, in order of urgency`,
    ),
  counts: z.array(NotificationCount).describe('Of the kinds that there are'),
  unreadKeys: z
    .array(z.string())
    .describe(
      `Of all that is unread, also beyond the items, at most ${NOTIFICATIONS_COUNTED} of a kind`,
    ),
});
export type NotificationList = z.infer<typeof NotificationList>;

const LONGEST_KEY = 60;

/** Notifications that a user has read, or wants to see as unread again. */
export const NotificationMarks = z.object({
  keys: z
    .array(
      z
        .string()
        .max(LONGEST_KEY)
        .regex(/^[a-z-]+(:[0-9-]+)+$/, 'is not the key of a notification'),
    )
    .max(TO_DO_KINDS.length * NOTIFICATIONS_COUNTED),
  isRead: z.boolean(),
});

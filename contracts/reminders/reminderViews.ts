import { z } from 'zod';
import { dayText, instantText } from '../fields/dayFields.js';
import { describeList, type FilterIn, type RequestOf, type SortIn } from '../fields/list.js';
import { recordId } from '../fields/record.js';
import { POLICY_KINDS } from '../policies/policyKinds.js';
import { RECORDS } from '../records/records.js';
import {
  CHANNELS,
  DELIVERY_PROBLEMS,
  REMINDER_COVERS,
  REMINDER_STATUSES,
  REMINDER_TRIGGERS,
  SUPPRESSION_REASONS,
} from './reminderKinds.js';

/** Why a channel did not take a reminder. */
export const ReminderProblem = z.object({
  channel: z.enum(CHANNELS),
  problem: z.enum(DELIVERY_PROBLEMS),
  reply: z.string().nullable().describe('What the server said; null once it is erased'),
  isFinal: z.boolean().describe('False: it is tried again'),
});
export type ReminderProblem = z.infer<typeof ReminderProblem>;

/** A reminder as the history and every answer shows one. */
export const ReminderView = z.object({
  id: recordId,
  customerId: z.int(),
  policyId: z.int().describe('The term of the policy that ends'),
  policyType: z.enum(POLICY_KINDS),
  reminderType: z.string().describe('29_days, 15_days, or manual'),
  cover: z.enum(REMINDER_COVERS).describe('What ends: the policy, or its third-party cover alone'),
  dueDate: dayText().describe('The last day of cover'),
  status: z.enum(REMINDER_STATUSES),
  trigger: z.enum(REMINDER_TRIGGERS),
  requestedAt: instantText(),
  requestedBy: z.string().nullable().describe('Username; null: the calendar'),
  sentAt: instantText().nullable().describe('When the first channel took it'),
  emailSent: z.boolean(),
  emailKept: z
    .boolean()
    .describe('The email was saved to a folder and not delivered: there was no mail server'),
  smsSent: z.boolean(),
  whatsappSent: z.boolean(),
  suppression: z.enum(SUPPRESSION_REASONS).nullable().describe('Why it was not to be sent'),
  problems: z.array(ReminderProblem).describe('Of channels that did not take it'),
  attempts: z.int(),
  nextAttemptAt: instantText().nullable(),
  mayBeDoubled: z
    .boolean()
    .describe('It was sent again after an attempt of which nobody knows what became'),
  mayHaveGoneOut: z
    .boolean()
    .describe('A channel may have taken it without saying so, whatever the status'),
  noticeId: z.string().nullable().describe('The message that it went out in'),
  remindersInNotice: z.int().describe('How many reminders that message holds'),
  bulkId: z.int().nullable(),
});
export type ReminderView = z.infer<typeof ReminderView>;

/** How reminders are listed. */
export const reminderList = describeList({
  criteria: {
    search: {
      kind: 'search',
      description: 'Part of the policy’s number, or of the customer’s name, phone or email',
    },
    statuses: { kind: 'anyOf', parameter: 'status', options: REMINDER_STATUSES, label: 'Status' },
    channel: {
      kind: 'oneOf',
      options: CHANNELS,
      label: 'Sent by',
      description: 'Only those that this channel took',
    },
    policyType: { kind: 'oneOf', options: POLICY_KINDS, label: 'Kind' },
    triggers: {
      kind: 'anyOf',
      parameter: 'trigger',
      options: REMINDER_TRIGGERS,
      label: 'Asked for by',
    },
    customerId: { kind: 'reference', thing: 'customer', label: 'Customer' },
    policyId: { kind: 'reference', thing: 'policy', label: 'Policy' },
    requestedFrom: { kind: 'dayFrom', of: 'requestedAt', label: 'From' },
    requestedTo: { kind: 'dayTo', of: 'requestedAt', label: 'Until' },
  },
  sorts: ['added', 'due'],
  usualSort: 'added',
  descending: ['added'],
});
export type ReminderSort = SortIn<typeof reminderList>;
export type ReminderFilter = FilterIn<typeof reminderList>;
export type ReminderListRequest = RequestOf<typeof reminderList>;

/** Reminders, as both faces serve them. */
export const reminderRecord = {
  ...RECORDS.reminder,
  /** Nobody types anything of one. */
  fields: {},
  view: ReminderView,
  list: reminderList,
};

/** The four cards of the screen. Each counts what its list shows. */
export const ReminderCards = z.object({
  total: z.int().describe('All in the history'),
  emailsSent: z.int(),
  upcoming: z.int().describe('Active policies that end within 30 days, today included'),
  urgent: z.int().describe('Of these, within 15 days'),
});
export type ReminderCards = z.infer<typeof ReminderCards>;

/** A message as a channel would carry it, or why it would not. */
export const ChannelPreview = z.object({
  channel: z.enum(CHANNELS),
  /** Null when the channel is not available. */
  to: z.string().nullable().describe('The address, as the customer’s record has it'),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  html: z.string().nullable().describe('Of an email: a whole document without scripts'),
  unavailable: z.string().nullable().describe('Why not, in a sentence; null when it is available'),
});
export type ChannelPreview = z.infer<typeof ChannelPreview>;

/** What a reminder would say now. */
export const ReminderPreview = z.object({
  channels: z.array(ChannelPreview),
  language: z.string().describe('en, ml or hi'),
  lastReminderDate: dayText().nullable().describe('When this term was last reminded of'),
  refusal: z.string().nullable().describe('Why none can be sent at all; null when one can'),
});
export type ReminderPreview = z.infer<typeof ReminderPreview>;

/** How a customer is reached about the renewal of a policy. */
export const RenewalContact = z.object({
  unreachable: z
    .enum(SUPPRESSION_REASONS)
    .nullable()
    .describe('Why no reminder can be sent to them; null when one can'),
  missing: z
    .string()
    .nullable()
    .describe('What it would take, such as “No email address; SMS is not set up”'),
  text: z
    .string()
    .nullable()
    .describe(
      'A reminder in their language, signed by the agency, for a person to send by WhatsApp; ' +
        'null when they have withdrawn their consent to that',
    ),
});
export type RenewalContact = z.infer<typeof RenewalContact>;

/** How far a bulk is. */
export const BULK_STATES = ['running', 'finished'] as const;

/** How many of those whom a bulk leaves out are named. */
export const MOST_UNREACHABLE = 50;

/** What a bulk that began now would do. */
export const BulkPreview = z.object({
  renewals: z.int().describe('Active policies that end within 30 days'),
  leftOut: z.int().describe('Of these, had a reminder today already'),
  unreachable: z.int().describe('Of the others, no reminder can be sent for'),
  unreachableIds: z
    .array(z.int())
    .describe(`The first ${MOST_UNREACHABLE} of them: terms, those of a customer together`),
});
export type BulkPreview = z.infer<typeof BulkPreview>;

/** Reminders to everybody whose cover ends within 30 days. */
export const BulkReminders = z.object({
  id: z.int(),
  startedAt: instantText(),
  startedBy: z.string(),
  state: z.enum(BULK_STATES),
  renewals: z.int().describe('Upcoming when it began'),
  requested: z.int().describe('Reminders asked for so far'),
  sent: z.int(),
  failed: z.int(),
  waiting: z.int().describe('Asked for, and not sent yet'),
  leftOut: z.int().describe('Had one that day already'),
  suppressed: z.int().describe('Not to be sent, such as without consent'),
});
export type BulkReminders = z.infer<typeof BulkReminders>;

/** When the calendar asks for reminders, and how customers can be reached. */
export const ReminderSettingsView = z.object({
  days: z.array(z.int()),
  hour: z.int(),
  quietWeekdays: z.array(z.int()).describe('0 for Sunday'),
  quietDays: z.array(dayText()),
  channels: z.array(z.enum(CHANNELS)).describe('Those that are configured'),
  isEmailKept: z
    .boolean()
    .describe('No mail server is set up: emails are kept in a folder and reach nobody'),
  version: z.int().describe('-1 while nobody has changed them'),
});
export type ReminderSettingsView = z.infer<typeof ReminderSettingsView>;

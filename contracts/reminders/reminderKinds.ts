/** How a customer is reached, in the order in which they are shown. */
export const CHANNELS = ['email', 'sms', 'whatsapp'] as const;
export type Channel = (typeof CHANNELS)[number];
export const CHANNEL_LABELS: Readonly<Record<Channel, string>> = {
  email: 'Email',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
};

/** Which end a reminder is about: a motor policy's third-party cover may end on a day of its own. */
export const REMINDER_COVERS = ['policy', 'third_party'] as const;
export type ReminderCover = (typeof REMINDER_COVERS)[number];

/** Who asked for it: the calendar, an agent for one policy, or an agent for all that are due. */
export const REMINDER_TRIGGERS = ['schedule', 'agent', 'bulk'] as const;
export type ReminderTrigger = (typeof REMINDER_TRIGGERS)[number];

/** Days before the end on which the calendar asks, unless the brokerage chose others. */
export const USUAL_REMINDER_DAYS: readonly number[] = [29, 15];
/** Kolkata hour from which reminders go out, unless the brokerage chose another. */
export const USUAL_REMINDER_HOUR = 9;
/** The most days before the end on which the calendar can be made to ask. */
export const MOST_REMINDER_DAYS = 90;

/** `29_days`, `15_days`, …; `manual` where an agent asked for it. */
export type ReminderType = string;
export const MANUAL_REMINDER: ReminderType = 'manual';

export const reminderTypeOf = (days: number): ReminderType => `${days}_days`;

/** How many days before the end the calendar asks for it: 29 of `29_days`. Not of a manual one. */
export const daysOfReminder = (type: ReminderType): number => Number.parseInt(type, 10);

/** `29 Days Before`. */
export const reminderTypeLabel = (type: ReminderType): string =>
  type === MANUAL_REMINDER ? 'Sent manually' : `${daysOfReminder(type)} Days Before`;

/** `waiting`: asked for, and neither sent nor given up. `suppressed`: there was a reason not to send it. */
export const REMINDER_STATUSES = ['waiting', 'sent', 'failed', 'suppressed'] as const;
export type ReminderStatus = (typeof REMINDER_STATUSES)[number];

/** Why a reminder that was due is not sent. */
export const SUPPRESSION_REASONS = [
  'consent-withdrawn',
  'no-contact',
  'customer-deleted',
  'term-renewed',
  'term-cancelled',
  'term-expired',
  'term-deleted',
  'term-changed',
  'window-passed',
  'too-late',
] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** Of those the ones that are about the term. */
export const TERM_REASONS: readonly SuppressionReason[] = [
  'term-renewed',
  'term-cancelled',
  'term-expired',
  'term-deleted',
  'term-changed',
];

/** The ones that are about the customer. */
export const CUSTOMER_REASONS: readonly SuppressionReason[] = [
  'consent-withdrawn',
  'no-contact',
  'customer-deleted',
];

/** Why a channel was not used, or did not take a message, for good or until later. */
export const DELIVERY_PROBLEMS = [
  'refused',
  'unreachable',
  'limited',
  'misconfigured',
  'bad-answer',
] as const;
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number];

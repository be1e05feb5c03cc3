/** How a customer is reached, in the order in which they are shown. */
export const CHANNELS = ['email', 'sms', 'whatsapp'] as const;
export type Channel = (typeof CHANNELS)[number];
export const CHANNEL_LABELS: Readonly<Record<Channel, string>> = {
  email: 'Email',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
};

/**
 * What a reminder is about: the end of a policy, or of third-party cover, which may end on a day of
 * its own; or the day of the next premium that is paid in instalments.
 */
export const REMINDER_COVERS = ['policy', 'third_party', 'instalment'] as const;
export type ReminderCover = (typeof REMINDER_COVERS)[number];

/** Who asked for it: the calendar, an agent for one policy, or an agent for all that are due. */
export const REMINDER_TRIGGERS = ['schedule', 'agent', 'bulk'] as const;
export type ReminderTrigger = (typeof REMINDER_TRIGGERS)[number];

/** Days before the end on which the calendar asks, unless the brokerage chose others. */
export const USUAL_REMINDER_DAYS: readonly number[] = [29, 15];
/**
 * Days before a premium is due on which the calendar asks for it: a monthly one comes round too soon
 * for the days of renewals.
 */
export const PREMIUM_REMINDER_DAYS: readonly number[] = [7, 1];

/** The days on which the calendar asks, by what a reminder is about. */
export const daysOfCover = (
  cover: ReminderCover,
  { days }: { readonly days: readonly number[] },
): readonly number[] => (cover === 'instalment' ? PREMIUM_REMINDER_DAYS : days);

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
  'premium-paid',
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
  'premium-paid',
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

import { type Consent, consentFieldOf } from '@insuremanager/contracts/customers/consentFields';
import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type { Reminder } from '@insuremanager/contracts/reminders/reminderEvents';
import {
  CHANNEL_LABELS,
  CHANNELS,
  type Channel,
  type ReminderCover,
  type SuppressionReason,
} from '@insuremanager/contracts/reminders/reminderKinds';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { digitsOf } from '@insuremanager/contracts/rules/text';
import type { Customers } from '../customers/index.js';
import type { EndingCover } from './renewalLetter.js';

/** What a reminder is about, as the streams of both say; null when it is unknown or deleted. */
export interface ReminderSubject {
  readonly customer: CustomerView | null;
  readonly term: PolicyView | null;
}

/**
 * Why a reminder is not to be sent; null when it is.
 * @param able the channels by which this installation can send what it is about.
 */
export function suppressionOf(
  reminder: Pick<Reminder, 'cover' | 'dueDate'>,
  { customer, term }: ReminderSubject,
  able: readonly Channel[],
): SuppressionReason | null {
  if (!customer || isErased(customer)) return 'customer-deleted';
  return termSuppression(reminder, customer, term) ?? contactSuppression(customer, able);
}

/** The channels by which a customer can be reached and may be. */
export const availableChannels = (
  customer: CustomerView,
  configured: readonly Channel[],
): Channel[] =>
  configured.filter(
    (channel) => hasAddress(customer, channel) && consentTo(customer, channel) !== 'withdrawn',
  );

/** Whether the record has an address for a channel: an email, or a phone that can be dialled. */
export const hasAddress = ({ email, phone }: CustomerView, channel: Channel): boolean =>
  channel === 'email' ? email !== null : digitsOf(phone).length >= FEWEST_DIGITS;

/** What it would take for a reminder to reach a customer; null when one does. */
export function missingContact(customer: CustomerView, configured: readonly Channel[]) {
  if (availableChannels(customer, configured).length > 0) return null;
  const absent = CHANNELS.filter((channel) => !configured.includes(channel));
  const labels = LABELS.format(absent.map((channel) => CHANNEL_LABELS[channel]));
  const verb = absent.length === 1 ? 'is' : 'are';
  const missing = configured.map((channel) => {
    if (!hasAddress(customer, channel)) return MISSING_ADDRESSES[channel];
    return `${CHANNEL_LABELS[channel]} consent withdrawn`;
  });
  const said = [...new Set(missing), ...(labels ? [`${labels} ${verb} not set up`] : [])].join(
    '; ',
  );
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}

const LABELS = new Intl.ListFormat('en-IN');
const NO_PHONE = 'no phone number that can be dialled';
const MISSING_ADDRESSES: Readonly<Record<Channel, string>> = {
  email: 'no email address',
  sms: NO_PHONE,
  whatsapp: NO_PHONE,
};

/** Of a phone number with which a message can be sent, its area code included. */
const FEWEST_DIGITS = 7;

/** Whether they agreed to reminders by a channel; null: they never said. */
export const consentTo = (customer: CustomerView, channel: Channel): Consent | null =>
  customer[consentFieldOf('reminders', channel)];

/** The last day of a cover, or the day of the next premium; null where it has none of its own. */
export function endOfCover(
  {
    endDate,
    thirdPartyEndDate,
    nextDueDate,
  }: Pick<PolicyView, 'endDate' | 'thirdPartyEndDate' | 'nextDueDate'>,
  cover: ReminderCover,
): Day | null {
  if (cover === 'policy') return endDate;
  if (cover === 'instalment') return nextDueDate;
  return thirdPartyEndDate === endDate ? null : thirdPartyEndDate;
}

/** That of the policy; where this has ended and third-party cover goes on, of that. */
const coverToRemindOf = (term: PolicyView, today: Day): ReminderCover => {
  const thirdParty = endOfCover(term, 'third_party');
  return term.endDate < today && thirdParty !== null && thirdParty >= today
    ? 'third_party'
    : 'policy';
};

/** What of a term a customer is to be reminded of. */
export function endingOf(term: PolicyView, today: Day): EndingCover {
  const cover = coverToRemindOf(term, today);
  return { term, cover, dueDate: endOfCover(term, cover) ?? term.endDate };
}

/** A record without a phone number is left only by an erasure. */
const isErased = ({ phone }: CustomerView): boolean => phone === '';

function termSuppression(
  { cover, dueDate }: Pick<Reminder, 'cover' | 'dueDate'>,
  customer: CustomerView,
  term: PolicyView | null,
): SuppressionReason | null {
  if (!term) return 'term-deleted';
  if (term.customerId !== customer.id) return 'term-changed';
  if (term.status === 'cancelled') return 'term-cancelled';
  if (cover === 'instalment') return premiumSuppression(dueDate, term);
  if (term.status === 'renewed') return 'term-renewed';
  if (endOfCover(term, cover) !== dueDate) return 'term-changed';
  // Third-party cover may go on when the rest has ended.
  const isExpired = cover === 'policy' && term.status === 'expired';
  return isExpired || dueDate < dayOfView(term) ? 'term-expired' : null;
}

/** A premium of a term that was renewed early is due all the same. */
const premiumSuppression = (dueDate: Day, term: PolicyView): SuppressionReason | null => {
  const { nextDueDate } = term;
  if (nextDueDate === dueDate) return dueDate < dayOfView(term) ? 'term-expired' : null;
  const isPaid = nextDueDate === null ? term.status === 'active' : nextDueDate > dueDate;
  return isPaid ? 'premium-paid' : 'term-changed';
};

/** The day on which a term is looked at, from which its days are counted. */
const dayOfView = ({ endDate, daysUntilExpiry }: PolicyView): Day =>
  addDays(endDate, -daysUntilExpiry);

/** Why no reminder can reach a customer; null when one can. */
export function contactSuppression(
  customer: CustomerView,
  configured: readonly Channel[],
): SuppressionReason | null {
  if (!configured.some((channel) => hasAddress(customer, channel))) return 'no-contact';
  return availableChannels(customer, configured).length === 0 ? 'consent-withdrawn' : null;
}

/**
 * Who is reminded of what stands under a number: the customer to whom it leads, by their own
 * addresses, and known by that number. Null when there is nobody.
 */
export async function recipient(
  customers: Pick<Customers, 'current'>,
  number: number,
): Promise<CustomerView | null> {
  const customer = await customers.current(number);
  return customer && { ...customer, id: number };
}

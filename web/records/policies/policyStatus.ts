import { EXPIRING_SOON_DAYS, URGENT_DAYS } from '@insuremanager/contracts/policies/policyTerm';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatCount } from '../../ui/format';
import type { Tone } from '../../ui/statusTones';

export interface StatusFields
  extends Pick<PolicyView, 'status' | 'daysUntilExpiry' | 'graceUntil'> {
  /** The number of one that is open; absent where that is not asked for. */
  readonly openClaim?: string | null;
}

/** The status as it is on this day: a term that is over has expired, also before it is set so. */
export const currentStatus = ({ status, daysUntilExpiry }: StatusFields): StatusFields['status'] =>
  status === 'active' && daysUntilExpiry < 0 ? 'expired' : status;

/** How long a term runs yet, or since when it is over; null where a badge or its status says so. */
export function daysLeft(policy: StatusFields): string | null {
  const { daysUntilExpiry: days } = policy;
  const status = currentStatus(policy);
  if (status !== 'active' && status !== 'expired') return null;
  if (days < 0) return `Ended ${countDays(-days)} ago`;
  return status === 'active' && days > EXPIRING_SOON_DAYS ? `${countDays(days)} left` : null;
}

const countDays = (days: number): string => `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;

/** What is to be said of a term beside its status: that its end is near, or what follows from it. */
export function statusNote(policy: StatusFields): { text: string; tone: Tone } | null {
  const { status, daysUntilExpiry: days, graceUntil } = policy;
  if (graceUntil) return { text: `In grace until ${formatDay(graceUntil)}`, tone: 'wait' };
  if (status !== 'active' || days < 0) return null;
  if (days === 0) return { text: 'Expires today', tone: 'bad' };
  if (days > EXPIRING_SOON_DAYS) return null;
  const text = `Expiring in ${days} ${days === 1 ? 'day' : 'days'}`;
  return { text, tone: days <= URGENT_DAYS ? 'bad' : 'wait' };
}

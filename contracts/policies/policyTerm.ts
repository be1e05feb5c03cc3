import { addDays, daysBetween } from '../rules/calendar.js';
import type { Day } from '../rules/kolkataDay.js';
import type { PremiumFrequency } from '../rules/premiumFrequency.js';
import type { PolicyKind, PolicyStatus } from './policyKinds.js';

/** Days before the end in which a policy is said to expire soon: 1 to 30. */
export const EXPIRING_SOON_DAYS = 30;
/** From so many days on a renewal is urgent. */
export const URGENT_DAYS = 15;

interface StatusFields {
  kind: PolicyKind;
  status: PolicyStatus;
  endDate: Day;
  premiumFrequency: PremiumFrequency;
}

/** Whole Kolkata days from today to the last day of cover: 0 on that day, negative after it. */
export const daysUntilExpiry = ({ endDate }: Pick<StatusFields, 'endDate'>, today: Day): number =>
  daysBetween(today, endDate);

/**
 * The last day on which a health policy can still be renewed without a break: 15 days after its end
 * when the premium is monthly, 30 otherwise (IRDAI health regulations). Motor cover has no grace.
 */
const lastDayOfGrace = ({ kind, premiumFrequency, endDate }: StatusFields): Day | null =>
  kind === 'health' ? addDays(endDate, premiumFrequency === 'monthly' ? 15 : 30) : null;

/** Until when a policy whose term is over is in grace; null when it is not, or no longer. */
export function graceUntil(policy: StatusFields, today: Day): Day | null {
  const isOver = policy.endDate < today;
  const canRenew = policy.status === 'active' || policy.status === 'expired';
  const last = lastDayOfGrace(policy);
  return isOver && canRenew && last !== null && today <= last ? last : null;
}

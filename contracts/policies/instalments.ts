import { addDays, addMonths, endOfTerm } from '../rules/calendar.js';
import type { Day } from '../rules/kolkataDay.js';
import { monthsOf } from '../rules/premiumFrequency.js';
import type { PolicyCover } from './policyEvents.js';
import type { PolicyKind } from './policyKinds.js';
import { type EarlierPremium, type PremiumAmounts, premiumOn } from './premiums.js';

/** One of the premiums of a term. */
export interface DueInstalment {
  /** From 1 on. */
  readonly number: number;
  readonly dueDate: Day;
  /** In paise. */
  readonly amount: number;
}

/** When the premiums of a term are due, and how much. */
export type PremiumSchedule = Pick<PolicyCover, 'startDate' | 'endDate' | 'premiumFrequency'> &
  PremiumAmounts;

/** Of no term are there more: fifty years of months. */
export const MOST_INSTALMENTS = 600;

/**
 * The premiums of a term that is paid in instalments, in order; none where it is paid once a year.
 * The first is due as the term begins, each further one on the same date so many months later, or
 * on the last day of a month that has no such date. None is due when the whole term is paid for.
 */
export function instalmentsOf(
  schedule: PremiumSchedule,
  earlier: readonly EarlierPremium[] = [],
): DueInstalment[] {
  const { startDate, endDate, premiumFrequency } = schedule;
  const months = monthsOf(premiumFrequency);
  if (months === 12) return [];
  const due: DueInstalment[] = [];
  for (let number = 1; number <= MOST_INSTALMENTS; number += 1) {
    const passed = (number - 1) * months;
    if (passed > 0 && endOfTerm(startDate, passed) >= endDate) break;
    const dueDate = addMonths(startDate, passed);
    const amount = premiumOn(dueDate, schedule, earlier).premiumAmount;
    due.push({ number, dueDate, amount });
  }
  return due;
}

/** How an instalment stands. `in_grace`: past its day, and the cover goes on. */
export const INSTALMENT_STATES = ['upcoming', 'in_grace', 'overdue', 'paid'] as const;
export type InstalmentState = (typeof INSTALMENT_STATES)[number];
/** Of those that are not paid. */
export const UNPAID_STATES = ['upcoming', 'in_grace', 'overdue'] as const;
export type UnpaidState = (typeof UNPAID_STATES)[number];

/** Days of grace of an instalment by how often a health premium is due. */
export const GRACE_DAYS = { monthly: 15, other: 30 } as const;

/**
 * The last day on which an instalment can be paid without a break in cover: 15 days after it was
 * due where the premium is monthly, 30 otherwise, during which a health cover goes on (IRDAI
 * (Insurance Products) Regulations 2024, "grace period"; master circular on health insurance of
 * 29 May 2024). None for the first one, without which no cover begins (Insurance Act 1938,
 * section 64VB), and none of motor cover.
 */
export const graceOfInstalment = (
  { kind, premiumFrequency }: { kind: PolicyKind } & Pick<PolicyCover, 'premiumFrequency'>,
  { number, dueDate }: Pick<DueInstalment, 'number' | 'dueDate'>,
): Day | null => {
  if (kind !== 'health' || number === 1) return null;
  const days = premiumFrequency === 'monthly' ? GRACE_DAYS.monthly : GRACE_DAYS.other;
  return addDays(dueDate, days);
};

/** How one that is not paid stands on a day. It is upcoming until its day is over. */
export const unpaidState = (dueDate: Day, graceUntil: Day | null, today: Day): UnpaidState => {
  if (dueDate >= today) return 'upcoming';
  return graceUntil !== null && graceUntil >= today ? 'in_grace' : 'overdue';
};

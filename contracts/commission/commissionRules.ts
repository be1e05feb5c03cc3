import { instalmentsOf } from '../policies/instalments.js';
import type { CoverType, PolicyKind } from '../policies/policyKinds.js';
import { addDays, addMonths, daysBetween } from '../rules/calendar.js';
import { type GstClass, type GstRate, gstIncluded, gstRateOn } from '../rules/gst.js';
import type { Day } from '../rules/kolkataDay.js';
import type { Paise } from '../rules/money.js';
import type { PremiumFrequency } from '../rules/premiumFrequency.js';
import type { CommissionProduct } from './commissionKinds.js';

/** What an insurer pays for a product from a day on, in hundredths of a percent. */
export interface Rate {
  readonly product: CommissionProduct;
  readonly validFrom: Day;
  /** Of the own-damage part of a premium. */
  readonly ownDamage: number;
  /** Of its third-party part. */
  readonly thirdParty: number;
  /** Of all of it. */
  readonly net: number;
}

/** What of a policy's term its commission follows from. Amounts include GST. */
export interface CommissionTerm {
  readonly kind: PolicyKind;
  readonly product: CommissionProduct;
  readonly coverType: CoverType | null;
  /** Of one instalment, as it is now. */
  readonly premium: Paise;
  readonly frequency: PremiumFrequency;
  readonly startDate: Day;
  readonly endDate: Day;
  /** The last day that is paid for; null: it was not cancelled. */
  readonly cancelledOn: Day | null;
  /** By how much endorsements changed an instalment, and from which day on. */
  readonly endorsements: readonly { readonly from: Day; readonly by: Paise }[];
}

export type CommissionCause = 'premium' | 'endorsement' | 'cancellation';

/** A part of a premium that earns commission on a day, or takes it back. */
export interface CommissionEntry {
  readonly cause: CommissionCause;
  readonly on: Day;
  /** With GST; negative where it is given back. */
  readonly amount: Paise;
  /** The first day of the instalment: its rates are those of that day. */
  readonly ratedOn: Day;
}

/**
 * All that a term earns, in the order in which it does: each instalment on the day on which it falls
 * due. An endorsement changes the rest of its instalment by days, and all later ones. A cancellation
 * gives back what was paid for the days after it.
 */
export function entriesOf(term: CommissionTerm): CommissionEntry[] {
  const { premium, startDate, cancelledOn, endorsements } = term;
  const entries: CommissionEntry[] = [];
  for (const { from, to } of instalments(term)) {
    if (cancelledOn !== null && from > cancelledOn) break;
    const days = daysBetween(from, to) + 1;
    const last = cancelledOn !== null && cancelledOn < to ? cancelledOn : to;
    const later = (day: Day) => sum(endorsements.filter((one) => one.from > day));
    entries.push({ cause: 'premium', on: from, amount: premium - later(from), ratedOn: from });
    for (const { from: day, by } of endorsements) {
      if (day <= from || day > last || by === 0) continue;
      const amount = share(by, daysBetween(day, to) + 1, days);
      entries.push({ cause: 'endorsement', on: day, amount, ratedOn: from });
    }
    if (last < to) {
      const amount = -share(premium - later(last), daysBetween(last, to), days);
      const on = last < startDate ? startDate : last;
      entries.push({ cause: 'cancellation', on, amount, ratedOn: from });
    }
  }
  return entries.filter(({ amount }) => amount !== 0);
}

const sum = (endorsements: CommissionTerm['endorsements']): Paise =>
  endorsements.reduce((total, { by }) => total + by, 0);

/** Days of a year, on average: so a yearly term that ends a day late has no second premium. */
const YEAR_DAYS = 365.25;

/** What each premium of a term pays for: at least one, the last until the end of the term. */
function instalments({ startDate, endDate, frequency }: CommissionTerm): { from: Day; to: Day }[] {
  const due = instalmentsOf({
    ...{ startDate, endDate, premiumFrequency: frequency, premiumAmount: 0 },
  });
  const years = Math.max(1, Math.round((daysBetween(startDate, endDate) + 1) / YEAR_DAYS));
  const days =
    due.length > 0
      ? due.map(({ dueDate }) => dueDate)
      : Array.from({ length: years }, (_, at) => addMonths(startDate, 12 * at));
  return days
    .map((from, at) => ({ from, to: addDays(days[at + 1] ?? addDays(endDate, 1), -1) }))
    .filter(({ from, to }) => from <= to);
}

/** The commission of an entry, to the nearest paisa, halves away from zero. */
export function commissionOf(
  { amount, ratedOn }: CommissionEntry,
  { kind, product, coverType }: CommissionTerm,
  rates: readonly Rate[],
  gstRates: readonly GstRate[] = [],
): Paise {
  const rate = rateOn(rates, product, ratedOn);
  if (rate === null) return 0;
  const percent = gstRateOn(gstClassOf(kind, product), ratedOn, gstRates);
  const paid = Math.abs(amount);
  const net = paid - gstIncluded(paid, percent);
  return Math.sign(amount) * share(net, percentOf(rate, kind, coverType), 100_00);
}

/**
 * Hundredths of a percent of the whole premium without GST. A policy does not say which part of its
 * premium is third party: of a comprehensive one all counts as own damage.
 */
function percentOf(rate: Rate, kind: PolicyKind, coverType: CoverType | null): number {
  if (kind === 'health') return rate.net;
  return rate.net + (coverType === 'third_party' ? rate.thirdParty : rate.ownDamage);
}

const gstClassOf = (kind: PolicyKind, product: CommissionProduct): GstClass => {
  if (kind === 'vehicle') return 'motor';
  return product === 'group' ? 'health-group' : 'health-individual';
};

/** The rate of a product on a day: the last that had begun; null: none had. */
export const rateOn = (
  rates: readonly Rate[],
  product: CommissionProduct,
  day: Day,
): Rate | null => {
  const begun = rates.filter((rate) => rate.product === product && rate.validFrom <= day);
  return begun.reduce<Rate | null>(
    (latest, rate) => (latest && latest.validFrom > rate.validFrom ? latest : rate),
    null,
  );
};

/** `part` of `whole` of an amount, to the nearest paisa, halves away from zero. */
export const share = (amount: Paise, part: number, whole: number): Paise => {
  const divisor = BigInt(whole);
  const exact = BigInt(Math.abs(amount)) * BigInt(part) * 2n;
  return Math.sign(amount) * Number((exact + divisor) / (divisor * 2n));
};

/** What a term has earned within some days, both inclusive. */
export const earnedBetween = (
  term: CommissionTerm,
  [from, to]: readonly [Day, Day],
  rates: readonly Rate[],
  gstRates: readonly GstRate[] = [],
): Paise =>
  entriesOf(term)
    .filter(({ on }) => on >= from && on <= to)
    .reduce((total, entry) => total + commissionOf(entry, term, rates, gstRates), 0);

/**
 * The most that the regulator allowed until 31 March 2023, in hundredths of a percent (IRDAI
 * (Payment of commission or remuneration or reward to insurance agents and insurance
 * intermediaries) Regulations, 2016, schedule II). Since then insurers decide by a policy of their
 * board, within their limits of expenses (IRDAI (Payment of Commission) Regulations, 2023; now
 * IRDAI (Expenses of Management, including Commission, of Insurers) Regulations, 2024), so more than
 * this is only unusual.
 */
export function usualCaps(product: CommissionProduct): Omit<Rate, 'product' | 'validFrom'> {
  if (product === 'individual' || product === 'family') {
    return { net: 15_00, ownDamage: 0, thirdParty: 0 };
  }
  if (product === 'group') return { net: 7_50, ownDamage: 0, thirdParty: 0 };
  return { net: 0, ownDamage: product === 'bike' ? 17_50 : 15_00, thirdParty: 2_50 };
}

/** From this day on no percentage is given by the regulator. */
export const CAPS_ENDED_ON: Day = '2023-04-01';

/**
 * Tax that insurers deduct from commission (section 194D of the Income-tax Act, 1961), in percent,
 * of whoever is no company; of companies it is 10. From 1 April 2025 by the Finance (No. 2) Act, 2024.
 */
export const tdsPercentOn = (day: Day): number => (day < '2025-04-01' ? 5 : 2);
export const COMPANY_TDS_PERCENT = 10;

/** Paise by which a line may differ and be matched. */
export const USUAL_TOLERANCE: Paise = 1_00;

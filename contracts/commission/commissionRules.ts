import { instalmentsOf } from '../policies/instalments.js';
import type { CoverType, PolicyKind } from '../policies/policyKinds.js';
import { type KnownParts, partsOfPremium } from '../policies/premiumParts.js';
import { type EarlierPremium, type PremiumAmounts, premiumOn } from '../policies/premiums.js';
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
  readonly premium: PremiumAmounts;
  /** Before it was endorsed, the oldest first. */
  readonly earlier: readonly EarlierPremium[];
  readonly frequency: PremiumFrequency;
  readonly startDate: Day;
  readonly endDate: Day;
  /** The last day that is paid for; null: it was not cancelled. */
  readonly cancelledOn: Day | null;
}

export type CommissionCause = 'premium' | 'endorsement' | 'cancellation';

/** A part of a premium that earns commission on a day, or takes it back. */
export interface CommissionEntry {
  readonly cause: CommissionCause;
  readonly on: Day;
  /** With GST; negative where it is given back. */
  readonly amount: Paise;
  /** Of the amount; null where it is not known. */
  readonly parts: KnownParts | null;
  /** Its GST, where that alone is known. */
  readonly gst: Paise | null;
  /** The first day of the instalment: its rates are those of that day. */
  readonly ratedOn: Day;
}
type Sum = Pick<CommissionEntry, 'amount' | 'parts' | 'gst'>;

/**
 * All that a term earns, in the order in which it does: each instalment on the day on which it falls
 * due. An endorsement changes the rest of its instalment by days, and all later ones. A cancellation
 * gives back what was paid for the days after it.
 */
export function entriesOf(term: CommissionTerm): CommissionEntry[] {
  const { premium, earlier, startDate, cancelledOn } = term;
  const dueOn = (day: Day): Sum => sumOf(premiumOn(day, premium, earlier));
  const entries: CommissionEntry[] = [];
  for (const { from, to } of instalments(term)) {
    if (cancelledOn !== null && from > cancelledOn) break;
    const days = daysBetween(from, to) + 1;
    const last = cancelledOn !== null && cancelledOn < to ? cancelledOn : to;
    entries.push({ cause: 'premium', on: from, ...dueOn(from), ratedOn: from });
    for (const { until: day } of earlier) {
      if (day <= from || day > last) continue;
      const by = less(dueOn(day), dueOn(addDays(day, -1)));
      const sum = shareOf(by, daysBetween(day, to) + 1, days);
      entries.push({ cause: 'endorsement', on: day, ...sum, ratedOn: from });
    }
    if (last < to) {
      const sum = shareOf(less(NOTHING, dueOn(last)), daysBetween(last, to), days);
      const on = last < startDate ? startDate : last;
      entries.push({ cause: 'cancellation', on, ...sum, ratedOn: from });
    }
  }
  return entries.filter(({ amount, parts, gst }) => amount !== 0 || isOfParts(parts) || gst);
}

const isOfParts = (parts: KnownParts | null): boolean =>
  parts !== null && (parts.ownDamage !== 0 || parts.thirdParty !== 0);

const sumOf = (premium: PremiumAmounts): Sum => ({
  ...{ amount: premium.premiumAmount, gst: premium.premiumGst },
  parts: partsOfPremium(premium),
});

const NOTHING: Sum = { amount: 0, gst: 0, parts: { ownDamage: 0, thirdParty: 0, gst: 0 } };

/** One less the other, each part by itself. */
const less = (one: Sum, other: Sum): Sum => ({
  amount: one.amount - other.amount,
  gst: one.gst === null || other.gst === null ? null : one.gst - other.gst,
  parts: one.parts &&
    other.parts && {
      ownDamage: one.parts.ownDamage - other.parts.ownDamage,
      thirdParty: one.parts.thirdParty - other.parts.thirdParty,
      gst: one.parts.gst - other.parts.gst,
    },
});

const shareOf = ({ amount, gst, parts }: Sum, part: number, whole: number): Sum => ({
  amount: share(amount, part, whole),
  gst: gst === null ? null : share(gst, part, whole),
  parts: parts && {
    ownDamage: share(parts.ownDamage, part, whole),
    thirdParty: share(parts.thirdParty, part, whole),
    gst: share(parts.gst, part, whole),
  },
});

/** Days of a year, on average: so a yearly term that ends a day late has no second premium. */
const YEAR_DAYS = 365.25;

/** What each premium of a term pays for: at least one, the last until the end of the term. */
function instalments(term: CommissionTerm): { from: Day; to: Day }[] {
  const { startDate, endDate, frequency, premium } = term;
  const due = instalmentsOf({ startDate, endDate, premiumFrequency: frequency, ...premium });
  const years = Math.max(1, Math.round((daysBetween(startDate, endDate) + 1) / YEAR_DAYS));
  const days =
    due.length > 0
      ? due.map(({ dueDate }) => dueDate)
      : Array.from({ length: years }, (_, at) => addMonths(startDate, 12 * at));
  return days
    .map((from, at) => ({ from, to: addDays(days[at + 1] ?? addDays(endDate, 1), -1) }))
    .filter(({ from, to }) => from <= to);
}

export interface EntryCommission {
  /** Without what is of parts that are not known. */
  readonly amount: Paise;
  /** More is paid of one part than of the other, and what they come to is not known. */
  readonly isUnsplit: boolean;
}

/** The commission of an entry, each part to the nearest paisa, halves away from zero. */
export function commissionOf(
  entry: CommissionEntry,
  { kind, product, coverType }: CommissionTerm,
  rates: readonly Rate[],
  gstRates: readonly GstRate[] = [],
): EntryCommission {
  const { amount, ratedOn, parts, gst } = entry;
  const rate = rateOn(rates, product, ratedOn);
  if (rate === null) return { amount: 0, isUnsplit: false };
  const of = (net: Paise, percent: number): Paise => share(net, percent, 100_00);
  if (kind === 'vehicle' && parts !== null) {
    const { ownDamage, thirdParty } = parts;
    const net = of(ownDamage + thirdParty, rate.net);
    const split = of(ownDamage, rate.ownDamage) + of(thirdParty, rate.thirdParty);
    return { amount: split + net, isUnsplit: false };
  }
  const paid = Math.abs(amount);
  const percent = gstRateOn(gstClassOf(kind, product), ratedOn, gstRates);
  const tax = gst === null ? gstIncluded(paid, percent) * Math.sign(amount) : gst;
  const ofPart = partPercent(rate, kind, coverType);
  return { amount: of(amount - tax, rate.net + (ofPart ?? 0)), isUnsplit: ofPart === null };
}

/**
 * Hundredths of a percent of all of a premium of which the parts are not known, besides what is paid
 * of all of it: by its cover there is one part only, or the same is paid of both. Null: it depends.
 */
function partPercent(rate: Rate, kind: PolicyKind, coverType: CoverType | null): number | null {
  if (kind === 'health') return 0;
  if (coverType === 'third_party') return rate.thirdParty;
  if (coverType === 'own_damage') return rate.ownDamage;
  return rate.ownDamage === rate.thirdParty ? rate.ownDamage : null;
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
  return Math.sign(amount) * Number((exact + divisor) / (divisor * 2n)) || 0;
};

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

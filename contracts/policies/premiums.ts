import type { Day } from '../rules/kolkataDay.js';
import type { Paise } from '../rules/money.js';
import { PREMIUM_PARTS } from './policyKinds.js';

/** What a premium consists of, of one instalment; its parts are null where nobody has said them. */
export interface PremiumAmounts {
  /** With GST. */
  readonly premiumAmount: Paise;
  /** Net of GST, with add-ons. */
  readonly ownDamagePremium: Paise | null;
  /** Net of GST: liability, with personal accident cover. */
  readonly thirdPartyPremium: Paise | null;
  readonly premiumGst: Paise | null;
}

type Part = (typeof PREMIUM_PARTS)[number];
const AMOUNTS = ['premiumAmount', ...PREMIUM_PARTS] as const;

/** A premium before it was endorsed: of the days before `until`, back to the one before it. */
export interface EarlierPremium extends PremiumAmounts {
  readonly until: Day;
}

/** What is due on a day of a term. @param earlier the oldest first */
export const premiumOn = (
  day: Day,
  now: PremiumAmounts,
  earlier: readonly EarlierPremium[],
): PremiumAmounts => earlier.find(({ until }) => day < until) ?? now;

/**
 * The earlier premiums once a premium was endorsed from a day on: what was due before that day stays
 * so, and whatever was due later differs by as much. Parts that are not known stay unknown.
 */
export function endorsedPremiums(
  earlier: readonly EarlierPremium[],
  before: PremiumAmounts,
  after: PremiumAmounts,
  from: Day,
): EarlierPremium[] {
  const later = earlier.filter(({ until }) => until > from);
  const raised = later.map((one) => ({ until: one.until, ...differing(one, before, after) }));
  const reached = amountsOf(earlier.find(({ until }) => until >= from) ?? before);
  return [...earlier.filter(({ until }) => until < from), { until: from, ...reached }, ...raised];
}

export const amountsOf = (of: PremiumAmounts): PremiumAmounts => ({
  ...{ premiumAmount: of.premiumAmount, ownDamagePremium: of.ownDamagePremium },
  ...{ thirdPartyPremium: of.thirdPartyPremium, premiumGst: of.premiumGst },
});

export const samePremium = (one: PremiumAmounts, other: PremiumAmounts): boolean =>
  AMOUNTS.every((name) => one[name] === other[name]);

function differing(
  base: PremiumAmounts,
  before: PremiumAmounts,
  after: PremiumAmounts,
): PremiumAmounts {
  const partOf = (name: Part): Paise | null => {
    if (before[name] === after[name]) return base[name];
    const [part, was, is] = [base[name], before[name], after[name]];
    return part === null || was === null || is === null ? null : Math.max(0, part + is - was);
  };
  return {
    premiumAmount: Math.max(0, base.premiumAmount + after.premiumAmount - before.premiumAmount),
    ownDamagePremium: partOf('ownDamagePremium'),
    thirdPartyPremium: partOf('thirdPartyPremium'),
    premiumGst: partOf('premiumGst'),
  };
}

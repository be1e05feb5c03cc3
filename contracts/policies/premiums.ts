import type { Day } from '../rules/kolkataDay.js';
import { formatMoney, type Paise } from '../rules/money.js';

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

/** The parts of a motor premium. */
export const PREMIUM_PARTS = ['ownDamagePremium', 'thirdPartyPremium', 'premiumGst'] as const;
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

/** Insurers round what is to be paid to the rupee, so its parts may come to less than one more or less. */
export const ROUNDED_BY: Paise = 99;

/** The parts of a premium without GST, and its GST, where what is said of them leaves nothing open. */
export interface KnownParts {
  readonly ownDamage: Paise;
  readonly thirdParty: Paise;
  readonly gst: Paise;
}

/** All parts of a premium: of which two are known, the third is the rest. Null: they are not known. */
export function partsOfPremium(premium: PremiumAmounts): KnownParts | null {
  const { premiumAmount, ownDamagePremium, thirdPartyPremium, premiumGst } = premium;
  const given = PREMIUM_PARTS.map((name) => premium[name]).filter((part) => part !== null);
  if (given.length < 2) return null;
  const rest = Math.max(0, premiumAmount - sumOf(given));
  return {
    ownDamage: ownDamagePremium ?? rest,
    thirdParty: thirdPartyPremium ?? rest,
    gst: premiumGst ?? rest,
  };
}

const sumOf = (parts: readonly Paise[]): Paise => parts.reduce((sum, part) => sum + part, 0);

const NAMES: Readonly<Record<Part, string>> = {
  ownDamagePremium: 'Own damage',
  thirdPartyPremium: 'third party',
  premiumGst: 'GST',
};

/** What cannot be of the parts of a premium, at the last of them; null: nothing. */
export function impossibleParts(
  premium: PremiumAmounts,
): { field: Part; code: string; message: string } | null {
  const given = PREMIUM_PARTS.filter((name) => premium[name] !== null);
  const field = given.at(-1);
  if (field === undefined) return null;
  const sum = sumOf(given.map((name) => premium[name] ?? 0));
  const over = sum - premium.premiumAmount;
  if (over <= ROUNDED_BY && (given.length < PREMIUM_PARTS.length || over >= -ROUNDED_BY)) {
    return null;
  }
  const [first = '', ...more] = given.map((name) => NAMES[name]);
  const named =
    more.length === 0 ? first : `${[first, ...more.slice(0, -1)].join(', ')} and ${more.at(-1)}`;
  const whole = formatMoney(premium.premiumAmount);
  const subject = named.charAt(0).toUpperCase() + named.slice(1);
  const message = `${subject} ${more.length === 0 ? 'comes' : 'come'} to ${formatMoney(sum)}, ${
    given.length < PREMIUM_PARTS.length ? 'more than' : 'not to'
  } the premium of ${whole}`;
  return { field, code: 'parts-differ', message };
}

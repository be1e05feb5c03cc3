import { formatMoney, type Paise } from '../rules/money.js';
import { PREMIUM_PARTS } from './policyKinds.js';
import type { PremiumAmounts } from './premiums.js';

type Part = (typeof PREMIUM_PARTS)[number];

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

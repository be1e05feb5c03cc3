import { parsePaise } from '../rules/money.js';

/** Amounts of an offer as views have them: decimal numbers of rupees. */
interface Priced {
  readonly premiumAmount: string;
  readonly totalAmount: string;
}

/** Without a premium the insurer has not named a price yet. */
export const isPriced = ({ premiumAmount }: Pick<Priced, 'premiumAmount'>): boolean =>
  (parsePaise(premiumAmount) ?? 0) > 0;

/**
 * Of offers side by side those that are lowest in an amount, all that share it. Those that
 * have no price take no part; where only one is left there is nothing to compare it with, and
 * none is the lowest. The screen and the PDF both ask here.
 */
export function lowestOffers<Offer extends Priced>(
  offers: readonly Offer[],
  amount: keyof Priced,
): Offer[] {
  const priced = offers.filter(isPriced);
  if (priced.length < 2) return [];
  const figures = priced.map((offer) => parsePaise(offer[amount]) ?? Number.POSITIVE_INFINITY);
  const least = Math.min(...figures);
  return priced.filter((_offer, at) => figures[at] === least);
}

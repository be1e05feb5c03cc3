import { isPriced, lowestOffers } from '@insuremanager/contracts/quotations/lowestOffers';
import type { PrintedQuotation } from './sheets.js';
import { paiseOf } from './wording.js';

/** The word that a quotation earns in a row; null when it does not stand out. */
export type Mark = (quotation: PrintedQuotation) => string | null;

/**
 * What stands out among quotations side by side. Equals are marked alike; the lowest total always
 * is, premium and cover only where they differ.
 */
export function comparisonMarks(quotations: readonly PrintedQuotation[]): {
  readonly total: Mark;
  readonly premium: Mark;
  readonly cover: Mark;
} {
  const markOf =
    (standOut: readonly PrintedQuotation[], word: string): Mark =>
    (quotation) =>
      standOut.includes(quotation) ? word : null;
  const fewer = (some: readonly PrintedQuotation[], all: readonly PrintedQuotation[]) =>
    some.length < all.length ? some : [];
  const premium = lowestOffers(quotations, 'premiumAmount');
  return {
    total: markOf(lowestOffers(quotations, 'totalAmount'), 'Lowest total'),
    premium: markOf(fewer(premium, quotations.filter(isPriced)), 'Lowest premium'),
    cover: markOf(fewer(highestCover(quotations), quotations), 'Highest cover'),
  };
}

function highestCover(quotations: readonly PrintedQuotation[]): PrintedQuotation[] {
  const highest = Math.max(...quotations.map(({ sumAssured }) => paiseOf(sumAssured)));
  return quotations.filter(({ sumAssured }) => paiseOf(sumAssured) === highest);
}

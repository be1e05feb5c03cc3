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
  const markOf = (
    field: 'totalAmount' | 'premiumAmount' | 'sumAssured',
    best: (...figures: number[]) => number,
    word: string,
    always = false,
  ): Mark => {
    const figures = quotations.map((quotation) => paiseOf(quotation[field]));
    const differ = new Set(figures).size > 1;
    return (quotation) =>
      (always || differ) && paiseOf(quotation[field]) === best(...figures) ? word : null;
  };
  return {
    total: markOf('totalAmount', Math.min, 'Lowest total', true),
    premium: markOf('premiumAmount', Math.min, 'Lowest premium'),
    cover: markOf('sumAssured', Math.max, 'Highest cover'),
  };
}

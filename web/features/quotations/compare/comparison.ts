import { lowestOffers } from '@insuremanager/contracts/quotations/lowestOffers';
import { MOST_COMPARED } from '@insuremanager/contracts/quotations/quotationKinds';
import type { Quotation } from '../quotation';

/** The quotations that an address names, each once; null when nothing is compared. */
export function comparedIn(params: URLSearchParams): number[] | null {
  const named = params.get('compare');
  if (named === null) return null;
  const ids = named.split(',').filter((text) => /^[1-9]\d{0,8}$/.test(text));
  return [...new Set(ids.map(Number))].slice(0, MOST_COMPARED);
}

/** Those to mark for their total. */
export const lowest = (quotations: readonly Quotation[]): Quotation[] =>
  lowestOffers(quotations, 'totalAmount');

/** Puts one in or takes it out. */
export const toggled = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

import { MOST_COMPARED } from '@insuremanager/contracts/quotations/quotationKinds';
import { paiseFrom } from '@insuremanager/contracts/rules/money';
import type { Quotation } from '../quotation';

/** The quotations that an address names, each once; null when nothing is compared. */
export function comparedIn(params: URLSearchParams): number[] | null {
  const named = params.get('compare');
  if (named === null) return null;
  const ids = named.split(',').filter((text) => /^[1-9]\d{0,8}$/.test(text));
  return [...new Set(ids.map(Number))].slice(0, MOST_COMPARED);
}

/** In the order of `ids`; only those of the first one's customer are compared. */
export function comparable(quotations: readonly Quotation[], ids: readonly number[]): Quotation[] {
  const inOrder = ids.flatMap((id) => quotations.find((one) => one.id === id) ?? []);
  return inOrder.filter(({ customerId }) => customerId === inOrder[0]?.customerId);
}

/** Those with the lowest total, all of them when they are equal; none where there is but one. */
export function lowest(quotations: readonly Quotation[]): Quotation[] {
  if (quotations.length < 2) return [];
  const totals = quotations.map(({ totalAmount }) => paiseFrom(totalAmount) ?? 0);
  const least = Math.min(...totals);
  return quotations.filter((_one, at) => totals[at] === least);
}

/** Puts one in or takes it out. */
export const toggled = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

import { lowestOffers } from '@insuremanager/contracts/quotations/lowestOffers';
import type { Quotation } from '../quotation';

/** Those to mark for their total. */
export const lowest = (quotations: readonly Quotation[]): Quotation[] =>
  lowestOffers(quotations, 'totalAmount');

/** Puts one in or takes it out. */
export const toggled = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

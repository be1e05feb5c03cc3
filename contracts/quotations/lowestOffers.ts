import type { PolicyKind } from '../policies/policyKinds.js';
import { parsePaise } from '../rules/money.js';
import type { QuotationStatus } from './quotationKinds.js';

/** What can stand side by side: quotations of one customer for one type of insurance. */
export function refusalToCompare(
  quotations: readonly { customerId: number; insuranceType: PolicyKind }[],
): string | null {
  const differ = (values: readonly unknown[]) => new Set(values).size > 1;
  if (differ(quotations.map(({ customerId }) => customerId))) {
    return 'Choose quotations of one customer.';
  }
  if (differ(quotations.map(({ insuranceType }) => insuranceType))) {
    return 'Choose quotations for one type of insurance. Health and vehicle insurance are not compared.';
  }
  return null;
}

/** An offer as views have it; amounts are decimal numbers of rupees. */
export interface Offer {
  readonly premiumAmount: string;
  readonly totalAmount: string;
  readonly status: QuotationStatus;
  readonly isPastValidity: boolean;
  /** The policy that it became. */
  readonly policyId: number | null;
}

/** Without a premium the insurer has not named a price yet. */
export const isPriced = ({ premiumAmount }: Pick<Offer, 'premiumAmount'>): boolean =>
  (parsePaise(premiumAmount) ?? 0) > 0;

/** Whether the customer can still choose it: it has not expired, and became no policy yet. */
export const isOpenOffer = ({
  status,
  isPastValidity,
  policyId,
}: Pick<Offer, 'status' | 'isPastValidity' | 'policyId'>): boolean =>
  status !== 'expired' && !isPastValidity && policyId === null;

/**
 * Of offers side by side those that are lowest in an amount, all that share it. Those that
 * have no price, or are open no more, take no part; where only one is left there is nothing to
 * compare it with, and none is the lowest. The screen and the PDF both ask here.
 */
export function lowestOffers<Some extends Offer>(
  offers: readonly Some[],
  amount: 'premiumAmount' | 'totalAmount',
): Some[] {
  const priced = offers.filter((offer) => isPriced(offer) && isOpenOffer(offer));
  if (priced.length < 2) return [];
  const figures = priced.map((offer) => parsePaise(offer[amount]) ?? Number.POSITIVE_INFINITY);
  const least = Math.min(...figures);
  return priced.filter((_offer, at) => figures[at] === least);
}

import type { PolicyKind, PolicyType } from '../policies/policyKinds.js';
import { addDays } from '../rules/calendar.js';
import type { GstClass } from '../rules/gst.js';
import { type Day, kolkataDay } from '../rules/kolkataDay.js';
import { type Paise, parsePaise } from '../rules/money.js';
import type { QuotationStatus } from './quotationKinds.js';

/** What the customer pays: the premium, with the tax that it includes, and the service charges. */
export const totalAmount = (offer: { premiumAmount: Paise; serviceCharges: Paise }): Paise =>
  offer.premiumAmount + offer.serviceCharges;

/** The same of what stands in a form: what is no amount, or is negative, counts as 0. */
export const typedTotal = (premium: string | number, charges: string | number): Paise => {
  const paise = (raw: string | number) => Math.max(parsePaise(raw) ?? 0, 0);
  return totalAmount({ premiumAmount: paise(premium), serviceCharges: paise(charges) });
};

/** The last day on which it can be accepted: so many days after the day on which it was made. */
export const validUntil = (createdAt: Date, validityDays: number): Day =>
  addDays(kolkataDay(createdAt), validityDays);

/** Pending, and past its validity: shown as expired, although nobody has said so. */
export const isPastValidity = (
  { status, validUntil: until }: { status: QuotationStatus; validUntil: Day },
  today: Day,
): boolean => status === 'pending' && until < today;

/** How tax sees it: health cover that is of no stated type is one person's. */
export const gstClassOf = (offer: {
  insuranceType: PolicyKind;
  policyType: PolicyType | null;
}): GstClass => {
  if (offer.insuranceType === 'vehicle') return 'motor';
  return offer.policyType === 'group' ? 'health-group' : 'health-individual';
};

import {
  isPastValidity,
  totalAmount,
  validUntil,
} from '@insuremanager/contracts/quotations/quotationTerm';
import {
  type QuotationView,
  quotationPdfPath,
} from '@insuremanager/contracts/quotations/quotationViews';
import { gstIncluded } from '@insuremanager/contracts/rules/gst';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import type { QuotationRecord } from './quotationState.js';

/** What is left of the particulars when the customer has been erased. */
const ERASED_PARTICULARS = { vehicleNumber: null, notes: null } as const;

/** What a view is made of, be it folded from the stream or read from a row. */
export type ViewedQuotation = Omit<QuotationRecord, 'emails' | 'shownVersion'>;

/**
 * @param version the revision of the stream that `quotation` was folded from.
 * @param today the Kolkata day on which it is looked at.
 */
export function quotationView(
  quotation: ViewedQuotation,
  version: number,
  today: Day,
): QuotationView {
  const { offer, status, createdAt } = quotation;
  const until = validUntil(createdAt, offer.validityDays);
  return {
    id: quotation.id,
    customerId: quotation.customerId,
    quotationNumber: quotation.quotationNumber,
    ...offer,
    ...(quotation.particulars ?? ERASED_PARTICULARS),
    sumAssured: decimalOf(offer.sumAssured),
    premiumAmount: decimalOf(offer.premiumAmount),
    serviceCharges: decimalOf(offer.serviceCharges),
    totalAmount: decimalOf(totalAmount(offer)),
    gstAmount: decimalOf(gstIncluded(offer.premiumAmount, offer.gstRate)),
    validUntil: until,
    isPastValidity: isPastValidity({ status, validUntil: until }, today),
    status,
    policyId: quotation.policyId,
    pdfPath: quotationPdfPath(quotation.id),
    emailedAt: quotation.emailedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: quotation.changedAt.toISOString(),
    version,
  };
}

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
import type { QuotationRecord } from './quotation.js';
import { type QuotationRow, quotationColumns } from './quotationTables.js';

/** What is left of the particulars when the customer has been erased. */
export const ERASED_PARTICULARS = { vehicleNumber: null, notes: null } as const;

/**
 * @param version the revision of the stream that `quotation` was folded from.
 * @param today the Kolkata day on which it is looked at.
 */
export function quotationView(
  quotation: QuotationRecord,
  version: number,
  today: Day,
): QuotationView {
  const { id, offer, particulars, policyId, changedAt: updatedAt } = quotation;
  const values = { ...quotation, ...offer, updatedAt, version };
  return {
    ...quotationColumns.toView({ ...values, ...(particulars ?? ERASED_PARTICULARS) }),
    ...derived(values, today),
    policyId,
    pdfPath: quotationPdfPath(id),
  };
}

/** @param today the Kolkata day on which it is looked at. */
export const viewOfRow = (row: QuotationRow, today: Day): QuotationView => ({
  ...quotationColumns.fromRow(row),
  ...derived(
    {
      premiumAmount: row.premium_amount,
      serviceCharges: row.service_charges,
      gstRate: row.gst_rate,
      validityDays: row.validity_days,
      status: row.status,
      createdAt: row.created_at,
    },
    today,
  ),
  // As the quotation's own stream says it: the same version always shows the same.
  policyId: row.converted ? row.policy_id : null,
  pdfPath: quotationPdfPath(row.id),
});

type Offered = Pick<QuotationRecord, 'status' | 'createdAt'> &
  Pick<QuotationRecord['offer'], 'premiumAmount' | 'serviceCharges' | 'gstRate' | 'validityDays'>;

/** What follows from the rest, and from the day. */
const derived = (quotation: Offered, today: Day) => {
  const { premiumAmount, gstRate, validityDays, status, createdAt } = quotation;
  const until = validUntil(createdAt, validityDays);
  return {
    totalAmount: decimalOf(totalAmount(quotation)),
    gstAmount: decimalOf(gstIncluded(premiumAmount, gstRate)),
    validUntil: until,
    isPastValidity: isPastValidity({ status, validUntil: until }, today),
  };
};

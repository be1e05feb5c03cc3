import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import { aadhaarMask, maskedAadhaar } from '@insuremanager/contracts/rules/aadhaar';
import { stampsOfRow } from '../platform/readModels/recordColumns.js';
import { type CustomerRecord, ERASED_DETAILS } from './customer.js';
import { type CustomerRow, customerColumns } from './customerTables.js';

/** @param version the revision of the stream that `record` was folded from. */
export function customerView(record: CustomerRecord, version: number): CustomerView {
  const { aadhaarNumber, ...details } = record.details ?? ERASED_DETAILS;
  return {
    id: record.id,
    ...details,
    aadhaarNumber: aadhaarNumber === null ? null : maskedAadhaar(aadhaarNumber),
    kycStatus: record.kycStatus,
    ownerId: record.ownerId,
    kycDocumentId: record.kycDocumentId,
    createdAt: record.registeredAt.toISOString(),
    updatedAt: record.changedAt.toISOString(),
    version,
  };
}

export const viewOfRow = (row: CustomerRow): CustomerView => ({
  id: row.id,
  ...customerColumns.fromRow(row),
  aadhaarNumber: row.aadhaar_last4 === null ? null : aadhaarMask(row.aadhaar_last4),
  ownerId: row.owner_id,
  kycDocumentId: row.kyc_document_id,
  ...stampsOfRow(row),
});

import type { CustomerDetails } from '@insuremanager/contracts/customers/customerEvents';
import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import { maskedAadhaar } from '@insuremanager/contracts/rules/aadhaar';
import type { CustomerRecord } from './customer.js';

/** What stands where a person was before the erasure. */
export const ERASED_DETAILS: CustomerDetails = {
  name: 'Erased customer',
  phone: '',
  email: null,
  aadhaarNumber: null,
  panNumber: null,
  dateOfBirth: null,
  address: null,
  city: null,
  state: null,
  pincode: null,
};

/** @param version the revision of the stream that `record` was folded from. */
export function customerView(record: CustomerRecord, version: number): CustomerView {
  const { aadhaarNumber, ...details } = record.details ?? ERASED_DETAILS;
  return {
    id: record.id,
    ...details,
    aadhaarNumber: aadhaarNumber === null ? null : maskedAadhaar(aadhaarNumber),
    kycStatus: record.kycStatus,
    kycDocumentId: record.kycDocumentId,
    createdAt: record.registeredAt.toISOString(),
    updatedAt: record.changedAt.toISOString(),
    version,
  };
}

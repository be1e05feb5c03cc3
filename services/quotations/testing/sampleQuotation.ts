import {
  QuotationConverted,
  QuotationCreated,
  QuotationCustomerChanged,
  QuotationDeleted,
  QuotationEmailed,
  QuotationEmailFailed,
  QuotationEmailRequested,
  type QuotationOffer,
  type QuotationParticulars,
  QuotationStatusSet,
} from '@insuremanager/contracts/quotations/quotationEvents';
import type { QuotationStatus } from '@insuremanager/contracts/quotations/quotationKinds';

/* What has happened to quotation 7, made out to customer 3, for tests without servers. */

export const QUOTATION = 7;
export const CUSTOMER = 3;
export const OTHER = 4;
export const POLICY = 12;
export const EMAIL = 'a1f6f0b0-0000-4000-8000-000000000001';

export const offer: QuotationOffer = {
  insuranceType: 'health',
  policyType: 'family',
  vehicleType: null,
  insuranceCompany: 'Star Health',
  sumAssured: 500_000_00,
  premiumAmount: 12_500_50,
  serviceCharges: 500_00,
  validityDays: 30,
  gstRate: 0,
};
export const particulars: QuotationParticulars = { vehicleNumber: null, notes: 'Covers two' };

export const carOffer: QuotationOffer = {
  ...offer,
  insuranceType: 'vehicle',
  policyType: null,
  vehicleType: 'car',
  gstRate: 18,
};
export const carParticulars: QuotationParticulars = { vehicleNumber: 'KL07AB1234', notes: null };

export const created = (
  change: Partial<QuotationOffer> = {},
  more: { status?: QuotationStatus; personal?: QuotationParticulars | null } = {},
) =>
  QuotationCreated({
    quotationId: QUOTATION,
    customerId: CUSTOMER,
    quotationNumber: 'QT-2026-27-1',
    status: 'pending',
    offer: { ...offer, ...change },
    personal: particulars,
    ...more,
  });
export const createdForCar = created(carOffer, { personal: carParticulars });
/** The customer has been erased. */
export const createdForNobody = created({}, { personal: null });

export const statusSet = (from: QuotationStatus, to: QuotationStatus) =>
  QuotationStatusSet({ quotationId: QUOTATION, from, to });
export const accepted = statusSet('pending', 'accepted');

export const madeOutTo = (customerId: number, formerCustomerId: number) =>
  QuotationCustomerChanged({
    quotationId: QUOTATION,
    customerId,
    formerCustomerId,
    personal: particulars,
  });

export const emailRequested = (letter: { to: string; message: string | null } | null) =>
  QuotationEmailRequested({
    quotationId: QUOTATION,
    customerId: CUSTOMER,
    emailId: EMAIL,
    fileKey: 'quotations/7/0-abc',
    personal: letter,
  });
export const emailed = QuotationEmailed({ quotationId: QUOTATION, emailId: EMAIL, isKept: false });
export const emailFailed = (reason: 'refused' | 'unreachable' | 'overtaken') =>
  QuotationEmailFailed({ quotationId: QUOTATION, emailId: EMAIL, reason });

export const converted = QuotationConverted({
  quotationId: QUOTATION,
  policyId: POLICY,
  policyKind: 'health',
});
export const deleted = QuotationDeleted({ quotationId: QUOTATION });

import type { Quotation } from '../quotation';

/** A quotation as the gateway tells of one; for specs. */
export const aQuotation = (given: Partial<Quotation> = {}): Quotation => ({
  id: 12,
  customerId: 7,
  customer: { id: 7, name: 'Anil Kumar', phone: '+919876543210', kycStatus: 'verified' },
  quotationNumber: 'QT-2026-27-12',
  insuranceType: 'health',
  policyType: 'family',
  vehicleType: null,
  vehicleNumber: null,
  insuranceCompany: 'Star Health',
  sumAssured: '500000.00',
  premiumAmount: '12500.50',
  serviceCharges: '250.00',
  totalAmount: '12750.50',
  gstRate: 0,
  gstAmount: '0.00',
  validityDays: 30,
  validUntil: '2026-12-21',
  isPastValidity: false,
  status: 'pending',
  notes: null,
  policyId: null,
  pdfPath: '/api/quotations/12/pdf',
  emailedAt: null,
  isEmailKept: null,
  createdAt: '2026-11-21T03:04:05.000Z',
  updatedAt: '2026-11-21T03:04:05.000Z',
  version: 0,
  ...given,
});

export const aCarQuotation = (given: Partial<Quotation> = {}): Quotation =>
  aQuotation({
    insuranceType: 'vehicle',
    policyType: null,
    vehicleType: 'car',
    vehicleNumber: 'KL07AB1234',
    gstRate: 18,
    gstAmount: '1906.86',
    ...given,
  });

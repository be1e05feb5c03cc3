import type { QuotationSheet } from '@insuremanager/services/quotations/index';

/** What a quotation of the usual kind shows; another one for each number. */
export const sampleSheet = (at: number): QuotationSheet => ({
  letterhead: {
    name: 'Malabar Insurance Brokers',
    address: '12 MG Road, Kochi, Kerala 682016',
    phone: '+91 484 400 0000',
    email: 'office@example.in',
  },
  addressee: {
    name: 'Lakshmi ശ്രീകുമാർ',
    phone: '+919876543210',
    email: 'lakshmi@example.com',
    address: ['4 Temple Road', 'Thrissur 680001'],
  },
  day: '2026-11-21',
  quotation: {
    quotationNumber: `QT-2026-27-${at + 1}`,
    insuranceType: 'health',
    policyType: 'family',
    vehicleType: null,
    vehicleNumber: null,
    insuranceCompany: 'Malabar General',
    sumAssured: '500000.00',
    premiumAmount: '12500.50',
    serviceCharges: '250.00',
    totalAmount: '12750.50',
    gstRate: 0,
    gstAmount: '0.00',
    validUntil: '2026-12-21',
    isPastValidity: false,
    status: 'pending',
    notes: 'Covers two adults and two children.',
  },
});

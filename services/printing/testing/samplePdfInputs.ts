import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import type {
  Addressee,
  ComparedQuotation,
  PrintedQuotation,
  QuotationPdfInput,
} from '../pdfInputs.js';

export const letterhead: Letterhead = {
  name: 'Kaveri Insurance Brokers Pvt Ltd',
  address: '2nd Floor, Marine Drive Plaza, Shanmugham Road, Ernakulam, Kochi, Kerala 682031',
  phone: '+91 484 235 1234',
  email: 'hello@kaveribrokers.example',
  website: 'www.kaveribrokers.example',
  licence: 'IRDAI/DB 123/45',
  gstin: '32AABCK1234A1Z5',
};

export const addressee: Addressee = {
  name: 'Sreekumar Menon',
  phone: '+91 98470 12345',
  email: 'sreekumar@example.in',
  address: ['TC 12/345, Gandhi Nagar', 'Thiruvananthapuram, Kerala 695001'],
};

export const forCar: PrintedQuotation = {
  quotationNumber: 'QT-2026-27-15',
  insuranceType: 'vehicle',
  policyType: null,
  vehicleType: 'car',
  vehicleNumber: 'KL07AB1234',
  insuranceCompany: 'Malabar General Insurance Company Limited',
  sumAssured: '650000.00',
  premiumAmount: '1234567.50',
  serviceCharges: '250.50',
  totalAmount: '1234818.00',
  gstRate: 18,
  gstAmount: '188323.86',
  validUntil: '2026-12-21',
  isPastValidity: false,
  status: 'pending',
  notes: 'Zero depreciation and roadside assistance are included.',
};

export const offered = (change: Partial<ComparedQuotation> = {}): ComparedQuotation => ({
  ...forCar,
  policyId: null,
  ...change,
});

export const forFamily: PrintedQuotation = {
  ...forCar,
  insuranceType: 'health',
  policyType: 'family',
  vehicleType: null,
  vehicleNumber: null,
  gstRate: 0,
  gstAmount: '0.00',
};

export const input = (
  change: Partial<PrintedQuotation> = {},
  to: Partial<Addressee> = {},
): QuotationPdfInput => ({
  letterhead,
  logo: null,
  addressee: { ...addressee, ...to },
  quotation: { ...forCar, ...change },
  day: '2026-11-21',
});

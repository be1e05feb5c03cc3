import type { Language } from '@insuremanager/contracts/customers/customerFields';
import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type { LetterInput } from '../renewalLetter.js';

const stamps = {
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 0,
};

export const sampleCustomer = (fields: Partial<CustomerView> = {}): CustomerView => ({
  id: 1,
  name: 'Anitha Nair',
  phone: '+919876543210',
  email: 'anitha@example.com',
  aadhaarNumber: null,
  panNumber: null,
  dateOfBirth: null,
  occupation: null,
  address: null,
  city: null,
  state: null,
  pincode: null,
  kycStatus: 'pending',
  ownerId: null,
  kycDocumentId: null,
  language: null,
  reminderEmailConsent: null,
  reminderSmsConsent: null,
  reminderWhatsappConsent: null,
  quotationEmailConsent: null,
  ...stamps,
  ...fields,
});

export const sampleTerm = (fields: Partial<PolicyView> = {}): PolicyView => ({
  id: 100,
  kind: 'vehicle',
  customerId: 1,
  policyNumber: 'P/400/2026/12',
  insuranceCompany: 'New India',
  policyType: null,
  vehicleNumber: 'KL07AB1234',
  vehicleType: 'car',
  vehicleMake: 'Maruti',
  vehicleModel: 'Swift',
  vehicleYear: 2021,
  engineNumber: null,
  chassisNumber: null,
  coverType: 'comprehensive',
  sumAssured: '500000.00',
  premiumAmount: '1234567.50',
  premiumFrequency: 'yearly',
  ...{ ownDamagePremium: null, thirdPartyPremium: null, premiumGst: null },
  ncbPercent: null,
  startDate: '2025-05-02',
  endDate: '2026-05-01',
  thirdPartyEndDate: null,
  status: 'active',
  daysUntilExpiry: 29,
  graceUntil: null,
  instalments: 0,
  ...{ nomineeName: null, nomineeRelation: null, nomineeBirthDate: null },
  ...{ appointeeName: null, appointeeRelation: null, insuredMembers: 0 },
  instalmentsPaid: 0,
  nextDueDate: null,
  nextDueAmount: null,
  nextDueState: null,
  nextGraceUntil: null,
  policyId: 100,
  predecessorId: null,
  quotationId: null,
  successorId: null,
  ...stamps,
  ...fields,
});

/** What a reminder of one policy that ends in 29 days is made of. */
export const sampleLetter = (
  language: Language | null = null,
  fields: Partial<LetterInput> = {},
): LetterInput => ({
  customer: sampleCustomer({ language }),
  ending: [{ term: sampleTerm(), cover: 'policy', dueDate: '2026-05-01' }],
  today: '2026-04-02',
  letterhead: {
    name: 'Malabar Brokers',
    address: 'MG Road, Kochi 682016',
    phone: '+91 484 2345678',
    email: 'office@example.in',
    licence: 'IRDAI/DB 123/45',
  },
  ...fields,
});

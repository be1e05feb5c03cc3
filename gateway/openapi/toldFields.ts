import {
  CUSTOMER_LABELS,
  CUSTOMER_LIMITS,
  KYC_STATUSES,
} from '@insuremanager/contracts/customers/customerFields';
import {
  LARGEST_PREMIUM,
  LARGEST_SUM_ASSURED,
  POLICY_LABELS,
  POLICY_LIMITS,
  type PolicyField,
  policyLabel,
} from '@insuremanager/contracts/policies/policyFields';
import {
  CANCELLATION_REASONS,
  COVER_TYPES,
  NCB_PERCENTS,
  POLICY_STATUSES,
  POLICY_TYPES,
  type PolicyKind,
  VEHICLE_TYPES,
} from '@insuremanager/contracts/policies/policyKinds';
import { decimalOf, type Paise } from '@insuremanager/contracts/rules/money';
import { PREMIUM_FREQUENCIES } from '@insuremanager/contracts/rules/premiumFrequency';
import type { JsonSchema } from './jsonSchemas.js';

// Values count after they have been brought to normal form, so what they must be is told in words.
const DATE = { description: 'YYYY-MM-DD or DD/MM/YYYY' };
export const oneOf = (words: readonly (string | number)[]): JsonSchema => ({
  description: `One of: ${words.join(', ')}`,
});
export const atMost = (characters: number | undefined): JsonSchema =>
  characters ? { description: `At most ${characters} characters` } : {};
export const titled = (title: string | undefined): JsonSchema => (title ? { title } : {});

/** An amount is taken as a text or as a number; null is no amount. */
export const rupees = (largest: Paise): JsonSchema => ({
  anyOf: undefined,
  type: ['string', 'number'],
  description: `Rupees, at most two decimals, from 0 to ${decimalOf(largest)}`,
});

const CUSTOMER_WORDS: Record<string, JsonSchema> = {
  kycStatus: oneOf(KYC_STATUSES),
  dateOfBirth: DATE,
};

export function toldOfCustomer(field: string): JsonSchema {
  const limits: Record<string, number> = CUSTOMER_LIMITS;
  const labels: Record<string, string> = CUSTOMER_LABELS;
  return { ...titled(labels[field]), ...atMost(limits[field]), ...CUSTOMER_WORDS[field] };
}

const POLICY_WORDS: Record<string, JsonSchema> = {
  customerId: { type: ['integer', 'string'] },
  sumAssured: rupees(LARGEST_SUM_ASSURED),
  premiumAmount: rupees(LARGEST_PREMIUM),
  premiumFrequency: oneOf(PREMIUM_FREQUENCIES),
  policyType: oneOf(POLICY_TYPES),
  vehicleType: oneOf(VEHICLE_TYPES),
  coverType: oneOf(COVER_TYPES),
  ncbPercent: oneOf(NCB_PERCENTS),
  status: oneOf(POLICY_STATUSES),
  startDate: DATE,
  endDate: DATE,
  thirdPartyEndDate: DATE,
  effectiveFrom: { description: 'A day of the term, as YYYY-MM-DD or DD/MM/YYYY' },
  cancelledOn: { description: 'The first day without cover; today when absent' },
  note: atMost(POLICY_LIMITS.reason),
};

export const toldOfPolicy =
  (kind: PolicyKind) =>
  (field: string): JsonSchema => {
    const limits: Record<string, number> = POLICY_LIMITS;
    const isField = (name: string): name is PolicyField => name in POLICY_LABELS;
    return {
      ...titled(isField(field) ? policyLabel(kind, field) : undefined),
      ...atMost(limits[field]),
      ...POLICY_WORDS[field],
    };
  };

export const toldOfCancellation = (field: string): JsonSchema =>
  field === 'reason' ? oneOf(CANCELLATION_REASONS) : toldOfPolicy('health')(field);

const DECIMAL = { description: 'Rupees with two digits after the point' };
const DAY = { format: 'date' };
const ANSWERED: Record<string, JsonSchema> = {
  sumAssured: DECIMAL,
  premiumAmount: DECIMAL,
  premium: DECIMAL,
  serviceCharges: DECIMAL,
  totalAmount: { description: 'Premium plus service charges; rupees with two digits' },
  gstRate: { description: 'Percent of tax that the premium includes' },
  gstAmount: { description: 'The tax that the premium includes; rupees with two digits' },
  validUntil: { ...DAY, description: 'The last day on which it can be accepted' },
  isPastValidity: { description: 'Pending, and past the last day' },
  pdfPath: { description: 'Where its PDF is' },
  emailedAt: { description: 'When it was last sent by email' },
  startDate: DAY,
  endDate: { ...DAY, description: 'The last day of cover' },
  thirdPartyEndDate: DAY,
  dueDate: { ...DAY, description: 'The last day of cover' },
  graceUntil: { ...DAY, description: 'The last day of grace, while there is one' },
  daysUntilExpiry: { description: 'Days in Asia/Kolkata; negative once it has ended' },
  chainId: { description: 'The first term of the policy' },
  predecessorId: { description: 'The term that this one renewed' },
  quotationId: { description: 'The quotation that it came from' },
  successorId: { description: 'The term that renewed this one' },
  fileSize: { description: 'Bytes' },
  filePath: { description: 'Where it is downloaded' },
  mimeType: { description: 'As its content tells, whatever its name' },
  month: { description: 'YYYY-MM' },
  version: { description: 'The ETag without its quotes' },
  monthlyRevenue: { description: 'Premiums of active policies brought to a month: ₹12,34,568' },
  dueRenewals: { description: 'Active policies that end within 30 days, today included' },
  healthPoliciesCount: { description: 'Active ones' },
  vehiclePoliciesCount: { description: 'Active ones' },
  monthlyGrowth: {
    description: 'Terms begun this month to today against the month before, in percent',
  },
};

export const toldOfAnswer = (field: string): JsonSchema => ANSWERED[field] ?? {};

import {
  LARGEST_PREMIUM,
  LARGEST_SUM_ASSURED,
} from '@insuremanager/contracts/policies/policyFields';
import {
  POLICY_KINDS,
  POLICY_TYPES,
  VEHICLE_TYPES,
} from '@insuremanager/contracts/policies/policyKinds';
import {
  QUOTATION_LABELS,
  QUOTATION_LIMITS,
  QuotationEmailInput,
  QuotationInputSchema,
  QuotationPatchSchema,
} from '@insuremanager/contracts/quotations/quotationFields';
import {
  LONGEST_VALIDITY_DAYS,
  QUOTATION_STATUSES,
} from '@insuremanager/contracts/quotations/quotationKinds';
import { QuotationView, SavedQuotation } from '@insuremanager/contracts/quotations/quotationViews';
import { type JsonSchema, named, ref } from './jsonSchemas.js';
import { atMost, oneOf, rupees, titled } from './toldFields.js';

const WORDS: Record<string, JsonSchema> = {
  customerId: { type: ['integer', 'string'] },
  insuranceType: oneOf(POLICY_KINDS),
  policyType: oneOf(POLICY_TYPES),
  vehicleType: oneOf(VEHICLE_TYPES),
  sumAssured: rupees(LARGEST_SUM_ASSURED),
  premiumAmount: rupees(LARGEST_PREMIUM),
  serviceCharges: rupees(LARGEST_PREMIUM),
  validityDays: {
    anyOf: undefined,
    type: ['integer', 'string'],
    description: `1 to ${LONGEST_VALIDITY_DAYS}`,
  },
  status: oneOf(QUOTATION_STATUSES),
};

const eitherKind = (shape: string): JsonSchema => ({
  anyOf: [ref(`Health${shape}`), ref(`Vehicle${shape}`)],
});

function toldOfQuotation(field: string): JsonSchema {
  const limits: Record<string, number> = QUOTATION_LIMITS;
  const labels: Record<string, string> = QUOTATION_LABELS;
  return { ...titled(labels[field]), ...atMost(limits[field]), ...WORDS[field] };
}

/** What is sent of a quotation. */
export const quotationInputs = (): Record<string, JsonSchema> => ({
  ...named(
    'input',
    {
      QuotationInput: QuotationInputSchema,
      QuotationPatch: QuotationPatchSchema,
      QuotationEmailInput,
    },
    toldOfQuotation,
  ),
  QuotationConversion: {
    description: 'A new policy of the type of insurance that was quoted',
    ...eitherKind('PolicyInput'),
  },
});

/** What is answered of one. */
export const quotationAnswers = { Quotation: QuotationView, SavedQuotation };

export const convertedQuotation = (): Record<string, JsonSchema> => ({
  ConvertedQuotation: {
    type: 'object',
    properties: {
      quotation: ref('Quotation'),
      policy: eitherKind('Policy'),
      warnings: { type: 'array', items: ref('Warning') },
    },
    required: ['quotation', 'policy', 'warnings'],
  },
});

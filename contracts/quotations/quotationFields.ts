import { z } from 'zod';
import { LARGEST_PREMIUM, LARGEST_SUM_ASSURED } from '../policies/policyFields.js';
import {
  POLICY_KINDS,
  POLICY_TYPES,
  type PolicyKind,
  type PolicyType,
  VEHICLE_TYPES,
  type VehicleType,
} from '../policies/policyKinds.js';
import { isEmail } from '../rules/email.js';
import {
  amountOf,
  isMissing,
  optionalChoiceOf,
  optionalTextOf,
  requiredId,
  wholeNumber,
} from '../rules/inputFields.js';
import type { Paise } from '../rules/money.js';
import { cleanText } from '../rules/text.js';
import { normalPlate } from '../rules/vehicleNumber.js';
import {
  DEFAULT_QUOTATION_STATUS,
  DEFAULT_VALIDITY_DAYS,
  LONGEST_VALIDITY_DAYS,
  QUOTATION_STATUSES,
  type QuotationStatus,
} from './quotationKinds.js';

/** Longest texts, in characters. */
export const QUOTATION_LIMITS = {
  insuranceCompany: 200,
  vehicleNumber: 15,
  notes: 500,
  message: 2000,
} as const;

/** What a person reads before a field's value, in the order in which fields are shown. */
export const QUOTATION_LABELS = {
  customerId: 'Customer',
  insuranceType: 'Insurance type',
  insuranceCompany: 'Insurance company',
  policyType: 'Policy type',
  vehicleType: 'Vehicle type',
  vehicleNumber: 'Vehicle number',
  sumAssured: 'Sum assured',
  premiumAmount: 'Premium amount',
  serviceCharges: 'Service charges',
  totalAmount: 'Total amount',
  gstRate: 'GST rate',
  validityDays: 'Validity (days)',
  status: 'Status',
  notes: 'Notes',
} as const;

/** A quotation as it is asked for, in normal form; amounts in paise. */
export interface QuotationInput {
  customerId: number;
  insuranceType: PolicyKind;
  /** Of health insurance; null for a vehicle. */
  policyType: PolicyType | null;
  /** Of a vehicle; null for health. */
  vehicleType: VehicleType | null;
  vehicleNumber: string | null;
  insuranceCompany: string | null;
  sumAssured: Paise;
  premiumAmount: Paise;
  serviceCharges: Paise;
  validityDays: number;
  status: QuotationStatus;
  notes: string | null;
}

/** Changes to a quotation: what is absent stays as it is. */
export type QuotationPatch = Partial<QuotationInput>;

const charges = amountOf(QUOTATION_LABELS.serviceCharges, LARGEST_PREMIUM);

/** Missing is 0. A negative charge would be a rebate, barred by section 41 of the Insurance Act. */
const amountOrZero = <Schema extends z.ZodType<Paise>>(schema: Schema) =>
  z.preprocess((raw) => (isMissing(raw) ? 0 : raw), schema);

const VALIDITY_ERROR = `Validity must be 1 to ${LONGEST_VALIDITY_DAYS} whole days`;
const validityDays = z.preprocess(
  (raw) => (isMissing(raw) ? DEFAULT_VALIDITY_DAYS : raw),
  z
    .union([z.string(), z.number()], { error: VALIDITY_ERROR })
    .transform(wholeNumber)
    .refine((days) => days >= 1 && days <= LONGEST_VALIDITY_DAYS, VALIDITY_ERROR),
);

const shape = {
  customerId: requiredId('Customer is required'),
  insuranceType: optionalChoiceOf(QUOTATION_LABELS.insuranceType, POLICY_KINDS),
  policyType: optionalChoiceOf(QUOTATION_LABELS.policyType, POLICY_TYPES),
  vehicleType: optionalChoiceOf(QUOTATION_LABELS.vehicleType, VEHICLE_TYPES),
  vehicleNumber: optionalTextOf(
    QUOTATION_LABELS.vehicleNumber,
    QUOTATION_LIMITS.vehicleNumber,
    normalPlate,
  ),
  insuranceCompany: optionalTextOf(
    QUOTATION_LABELS.insuranceCompany,
    QUOTATION_LIMITS.insuranceCompany,
  ),
  sumAssured: amountOrZero(amountOf(QUOTATION_LABELS.sumAssured, LARGEST_SUM_ASSURED)),
  premiumAmount: amountOrZero(amountOf(QUOTATION_LABELS.premiumAmount, LARGEST_PREMIUM)),
  serviceCharges: amountOrZero(charges),
  validityDays,
  status: optionalChoiceOf(QUOTATION_LABELS.status, QUOTATION_STATUSES),
  notes: optionalTextOf(QUOTATION_LABELS.notes, QUOTATION_LIMITS.notes),
};

/** What the other type of insurance has is dropped. */
export const ofItsType = <Fields extends Partial<QuotationInput>>(
  insuranceType: PolicyKind,
  fields: Fields,
): Fields => ({
  ...fields,
  ...(insuranceType === 'vehicle'
    ? { policyType: null }
    : { vehicleType: null, vehicleNumber: null }),
});

/**
 * A new quotation as the form and the API send it. Only the customer must be named; the total, and
 * fields it does not know, are dropped: the total is always premium plus charges.
 */
export const QuotationInputSchema = z.object(shape).transform((input): QuotationInput => {
  const insuranceType = input.insuranceType ?? 'health';
  return ofItsType(insuranceType, {
    ...input,
    insuranceType,
    policyType: input.policyType ?? null,
    vehicleType: input.vehicleType ?? null,
    vehicleNumber: input.vehicleNumber ?? null,
    insuranceCompany: input.insuranceCompany ?? null,
    status: input.status ?? DEFAULT_QUOTATION_STATUS,
    notes: input.notes ?? null,
  });
});

const optionalShape = Object.fromEntries(
  Object.entries(shape).map(([name, field]) => [name, z.optional(field)]),
) as { [Name in keyof typeof shape]: z.ZodOptional<(typeof shape)[Name]> };

/** Changes to a quotation: what is absent stays as it is, null clears what may be empty. */
export const QuotationPatchSchema = z
  .object(optionalShape)
  .transform(({ insuranceType, status, ...fields }): QuotationPatch => {
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    return {
      ...Object.fromEntries(given),
      ...(insuranceType ? { insuranceType } : {}),
      ...(status ? { status } : {}),
    };
  });

/** An email that carries the quotation. */
export const QuotationEmailInput = z.object({
  to: z
    .string({ error: 'Email is required' })
    .transform(cleanText)
    .refine(isEmail, 'Enter an email address like name@example.com'),
  /** Said above the signature, as typed; line breaks stay. */
  message: z
    .string({ error: 'Message must be text' })
    .max(QUOTATION_LIMITS.message, 'Message can have at most 2000 characters')
    .transform(
      (raw) =>
        raw
          .split(/\r\n?|\n/)
          .map(cleanText)
          .join('\n')
          .trim() || null,
    )
    .nullish(),
});
export type QuotationEmailInput = z.output<typeof QuotationEmailInput>;

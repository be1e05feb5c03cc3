import type { z } from 'zod';
import { amount } from '../fields/amountFields.js';
import { choiceOr, optionalChoice } from '../fields/choiceFields.js';
import { fieldNames, inputOf, labelsOf, patchOf } from '../fields/fields.js';
import { numberOr, reference } from '../fields/numberFields.js';
import { optionalText, requiredText } from '../fields/textFields.js';
import { LARGEST_PREMIUM, LARGEST_SUM_ASSURED } from '../policies/policyFields.js';
import {
  POLICY_KINDS,
  POLICY_TYPES,
  type PolicyKind,
  VEHICLE_TYPES,
} from '../policies/policyKinds.js';
import { EMAIL_PATTERN, isEmail } from '../rules/email.js';
import { omitUndefined } from '../rules/objects.js';
import { wholeNumber } from '../rules/text.js';
import { formatPlate, normalizePlate } from '../rules/vehicleNumber.js';
import {
  DEFAULT_QUOTATION_STATUS,
  DEFAULT_VALIDITY_DAYS,
  LONGEST_VALIDITY_DAYS,
  QUOTATION_STATUSES,
} from './quotationKinds.js';

const DEFAULT_INSURANCE_TYPE: PolicyKind = 'health';

const isValidity = (days: number): boolean => days >= 1 && days <= LONGEST_VALIDITY_DAYS;

/** The fields of a quotation that are typed, in the order in which they are shown. */
export const quotationFields = {
  customerId: reference('customer', { label: 'Customer' }),
  insuranceType: choiceOr(DEFAULT_INSURANCE_TYPE, {
    label: 'Insurance type',
    options: POLICY_KINDS,
  }),
  insuranceCompany: optionalText({ label: 'Insurance company', limit: 200 }),
  policyType: optionalChoice({
    label: 'Policy type',
    options: POLICY_TYPES,
    initial: 'individual',
  }),
  vehicleType: optionalChoice({ label: 'Vehicle type', options: VEHICLE_TYPES, initial: 'car' }),
  vehicleNumber: optionalText({
    label: 'Vehicle number',
    mask: 'hidden',
    limit: 15,
    description: 'Upper case, without spaces',
    normalize: normalizePlate,
    dropped: '\\s.-',
    format: formatPlate,
    typing: { isUpperCase: true, example: 'KL 07 AB 1234' },
  }),
  sumAssured: amount({
    label: 'Sum assured',
    description: 'Rupees with two digits; of a vehicle its insured declared value',
    largest: LARGEST_SUM_ASSURED,
    isZeroWhenMissing: true,
  }),
  premiumAmount: amount({
    label: 'Premium amount',
    description: 'Rupees with two digits; with the tax that it includes',
    largest: LARGEST_PREMIUM,
    isZeroWhenMissing: true,
  }),
  // A negative charge would be a rebate, barred by section 41 of the Insurance Act.
  serviceCharges: amount({
    label: 'Service charges',
    description: 'Rupees with two digits',
    largest: LARGEST_PREMIUM,
    isZeroWhenMissing: true,
  }),
  validityDays: numberOr(DEFAULT_VALIDITY_DAYS, {
    label: 'Validity (days)',
    hint: `1 to ${LONGEST_VALIDITY_DAYS}`,
    sent: {
      minimum: 1,
      maximum: LONGEST_VALIDITY_DAYS,
      pattern: '[1-9][0-9]?|[12][0-9]{2}|3[0-5][0-9]|36[0-5]',
    },
    parse: (typed) => [wholeNumber(typed)].find(isValidity),
    message: `Validity must be 1 to ${LONGEST_VALIDITY_DAYS} whole days`,
  }),
  status: choiceOr(DEFAULT_QUOTATION_STATUS, { label: 'Status', options: QUOTATION_STATUSES }),
  notes: optionalText({ label: 'Notes', limit: 500, hasLines: true, mask: 'hidden' }),
} as const;
export type QuotationFormField = keyof typeof quotationFields;

export const QUOTATION_FIELDS = fieldNames(quotationFields);
/** Also of what follows from the fields that are typed. */
export const QUOTATION_LABELS = {
  ...labelsOf(quotationFields),
  totalAmount: 'Total amount',
  gstRate: 'GST rate',
} as const;

const Typed = inputOf(quotationFields);

/** A quotation in normal form: what is not stated is null, amounts in paise. */
export type QuotationInput = {
  [Name in QuotationFormField]-?: Name extends 'insuranceType' | 'status'
    ? NonNullable<z.output<typeof Typed>[Name]>
    : Exclude<z.output<typeof Typed>[Name], undefined>;
};

/** Changes to a quotation: what is absent stays as it is. */
export type QuotationPatch = Partial<QuotationInput>;

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
export const QuotationInputSchema = Typed.transform((input): QuotationInput => {
  const insuranceType = input.insuranceType ?? DEFAULT_INSURANCE_TYPE;
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

/** Changes to a quotation: what is absent stays as it is, null clears what may be empty. */
export const QuotationPatchSchema = patchOf(quotationFields).transform(
  ({ insuranceType, status, ...fields }): QuotationPatch =>
    omitUndefined({
      ...fields,
      insuranceType: insuranceType ?? undefined,
      status: status ?? undefined,
    }),
);

/** What an email that carries the quotation says. */
export const quotationEmailFields = {
  to: requiredText({
    label: 'Email',
    limit: 254,
    pattern: EMAIL_PATTERN,
    check: [isEmail, 'Enter an email address like name@example.com'],
    typing: { keyboard: 'email' },
  }),
  /** Said above the signature. */
  message: optionalText({ label: 'Message', limit: 2000, hasLines: true, typing: { lines: 6 } }),
} as const;
export const QuotationEmailInput = inputOf(quotationEmailFields);
export type QuotationEmailInput = z.output<typeof QuotationEmailInput>;

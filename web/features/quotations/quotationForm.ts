import { emptyFormOf, formOf as formOfFields } from '@insuremanager/contracts/fields/fields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import {
  type QuotationFormField,
  type QuotationInput,
  QuotationInputSchema,
  quotationFields,
} from '@insuremanager/contracts/quotations/quotationFields';
import {
  DEFAULT_VALIDITY_DAYS,
  LONGEST_VALIDITY_DAYS,
} from '@insuremanager/contracts/quotations/quotationKinds';
import {
  gstClassOf,
  typedTotal,
  validUntil,
} from '@insuremanager/contracts/quotations/quotationTerm';
import { quotationWarnings } from '@insuremanager/contracts/quotations/quotationWarnings';
import { type GstRate, gstIncluded, gstRateOn } from '@insuremanager/contracts/rules/gst';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type Paise, parsePaise } from '@insuremanager/contracts/rules/money';
import { pick } from '@insuremanager/contracts/rules/objects';
import type { PolicyWithCustomerFragment } from '../../data/operations.generated';
import { formDesign } from '../../records/formDesign';
import { type FieldGroup, type FormValues, normalValues } from '../../ui/record/fieldsForm';
import { COVER_FIELDS, QUOTATION, type Quotation, saveQuotation } from './quotation';

export type QuotationFormValues = FormValues<typeof quotationFields>;

/** The form of a new quotation, for a customer when one is known. */
export const emptyForm = (
  customerId: number | null = null,
  insuranceType: PolicyKind | null = null,
): QuotationFormValues => ({
  ...emptyFormOf(quotationFields),
  customerId: customerId === null ? '' : String(customerId),
  ...(insuranceType && { insuranceType }),
});

const COVERED = pick(quotationFields, [
  'insuranceCompany',
  'policyType',
  'vehicleType',
  'vehicleNumber',
  'sumAssured',
  'premiumAmount',
]);

/** The form of what is offered for the renewal of a policy: its cover stands in it. */
export function formForRenewal(policy: PolicyWithCustomerFragment): QuotationFormValues {
  const covered = Object.entries(formOfFields(COVERED, policy)).filter(([, text]) => text !== '');
  return {
    ...emptyForm(policy.customerId),
    insuranceType: policy.kind,
    ...Object.fromEntries(covered),
  };
}

/** What the other type of insurance has is as if it were empty. */
const ofItsType = (values: QuotationFormValues): QuotationFormValues =>
  insuranceTypeOf(values.insuranceType) === 'vehicle'
    ? { ...values, policyType: '' }
    : { ...values, vehicleType: '', vehicleNumber: '' };

/** The fields of a quotation for a type of insurance. */
export const groupsOf = (type: PolicyKind): FieldGroup<QuotationFormField>[] => [
  { heading: 'Customer and cover', fields: ['customerId', ...COVER_FIELDS[type]] },
  { heading: 'Amounts', fields: ['sumAssured', 'premiumAmount', 'serviceCharges'] },
  { heading: 'Validity and status', fields: ['validityDays', 'status', 'notes'] },
];

export const QUOTATION_FORM = formDesign(QUOTATION, quotationFields, {
  schema: QuotationInputSchema,
  groups: groupsOf('health'),
  meant: ofItsType,
  save: saveQuotation,
  linkOf: ({ pdfPath }) => ({ text: 'Open PDF', href: pdfPath }),
});

/** Stands in for what is not valid, so that nothing is said of it, nor compared with it. */
const UNREMARKABLE = {
  insuranceCompany: null,
  vehicleNumber: null,
  sumAssured: Number.MAX_SAFE_INTEGER,
  premiumAmount: 1,
} as const;

/** What looks wrong in the form as it stands; a field that is not valid has its error instead. */
export function warningsOf(
  values: QuotationFormValues,
): Partial<Record<QuotationFormField, string>> {
  const valid = normalValues(quotationFields, ofItsType(values));
  const found = quotationWarnings({ ...UNREMARKABLE, ...valid } as QuotationInput);
  return Object.fromEntries(
    found.filter(({ field }) => field in valid).map(({ field, message }) => [field, message]),
  );
}

/** What follows from what is typed, before it is saved. */
export interface Reckoning {
  total: Paise;
  /** Percent, and the tax that the premium includes at that rate. */
  gstRate: number;
  gst: Paise;
  /** Null while the days are no number. */
  until: Day | null;
}

/** The tax of the day stands as it was until what it depends on is quoted anew. */
const isQuotedAnew = (values: QuotationFormValues, opened: Quotation): boolean =>
  parsePaise(values.premiumAmount) !== parsePaise(opened.premiumAmount) ||
  values.insuranceType !== opened.insuranceType ||
  (values.insuranceType === 'health' && values.policyType !== (opened.policyType ?? ''));

/**
 * @param opened the quotation that is edited, or null for a new one.
 * @param gstRates what the agency has added to the statutory rates.
 */
export function reckoningOf(
  values: QuotationFormValues,
  opened: Quotation | null,
  now: Date,
  gstRates: readonly GstRate[],
): Reckoning {
  const gstRate =
    opened && !isQuotedAnew(values, opened)
      ? opened.gstRate
      : gstRateOn(gstClassOf(coverOf(values)), kolkataDay(now), gstRates);
  const premium = Math.max(parsePaise(values.premiumAmount) ?? 0, 0);
  const days = Number(values.validityDays.trim() || DEFAULT_VALIDITY_DAYS);
  const isValidity = Number.isInteger(days) && days >= 1 && days <= LONGEST_VALIDITY_DAYS;
  return {
    total: typedTotal(values.premiumAmount, values.serviceCharges),
    gstRate,
    gst: gstIncluded(premium, gstRate),
    until: isValidity ? validUntil(opened ? new Date(opened.createdAt) : now, days) : null,
  };
}

const coverOf = ({ insuranceType, policyType }: QuotationFormValues) => ({
  insuranceType: insuranceTypeOf(insuranceType),
  policyType: policyType === 'group' ? ('group' as const) : null,
});

export const insuranceTypeOf = (typed: string): PolicyKind =>
  typed === 'vehicle' ? 'vehicle' : 'health';

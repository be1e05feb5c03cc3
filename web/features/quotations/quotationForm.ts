import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import {
  type QuotationInput,
  QuotationInputSchema,
} from '@insuremanager/contracts/quotations/quotationFields';
import {
  DEFAULT_QUOTATION_STATUS,
  DEFAULT_VALIDITY_DAYS,
  LONGEST_VALIDITY_DAYS,
} from '@insuremanager/contracts/quotations/quotationKinds';
import {
  gstClassOf,
  typedTotal,
  validUntil,
} from '@insuremanager/contracts/quotations/quotationTerm';
import { quotationWarnings } from '@insuremanager/contracts/quotations/quotationWarnings';
import { gstIncluded, gstRateOn } from '@insuremanager/contracts/rules/gst';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type Paise, paiseFrom } from '@insuremanager/contracts/rules/money';
import { normalPlate, shownPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { QuotationInput as WireInput } from '../../data/operations.generated';
import { amountOf, shownAmount } from '../../ui/policies/policyForm';
import type { Quotation } from './quotation';

/** The fields of the form, in the order in which they are shown. */
export const FORM_FIELDS = [
  'customerId',
  'insuranceType',
  'insuranceCompany',
  'policyType',
  'vehicleType',
  'vehicleNumber',
  'sumAssured',
  'premiumAmount',
  'serviceCharges',
  'validityDays',
  'status',
  'notes',
] as const satisfies readonly (keyof QuotationInput)[];
export type FormField = (typeof FORM_FIELDS)[number];

/** What stands in the fields: text, empty where there is nothing. */
export type QuotationFormValues = Record<FormField, string>;

const NOTHING: QuotationFormValues = {
  customerId: '',
  insuranceType: 'health',
  insuranceCompany: '',
  policyType: 'individual',
  vehicleType: 'car',
  vehicleNumber: '',
  sumAssured: '0',
  premiumAmount: '0',
  serviceCharges: '0',
  validityDays: String(DEFAULT_VALIDITY_DAYS),
  status: DEFAULT_QUOTATION_STATUS,
  notes: '',
};

/** The form of a new quotation, for a customer when one is known. */
export const emptyForm = (customerId: number | null = null): QuotationFormValues => ({
  ...NOTHING,
  customerId: customerId === null ? '' : String(customerId),
});

export const formOf = (quotation: Quotation): QuotationFormValues => ({
  customerId: String(quotation.customerId),
  insuranceType: quotation.insuranceType,
  insuranceCompany: quotation.insuranceCompany ?? '',
  policyType: quotation.policyType ?? '',
  vehicleType: quotation.vehicleType ?? '',
  vehicleNumber: quotation.vehicleNumber ? shownPlate(quotation.vehicleNumber) : '',
  sumAssured: amountOf(quotation.sumAssured),
  premiumAmount: amountOf(quotation.premiumAmount),
  serviceCharges: amountOf(quotation.serviceCharges),
  validityDays: String(quotation.validityDays),
  status: quotation.status,
  notes: quotation.notes ?? '',
});

export const AMOUNTS: readonly FormField[] = ['sumAssured', 'premiumAmount', 'serviceCharges'];

/** What stands in a field once it is left: what is understood, as it is written here. */
export function asLeft(field: FormField, text: string): string {
  if (field === 'vehicleNumber') return shownPlate(normalPlate(text));
  const paise = AMOUNTS.includes(field) ? paiseFrom(text) : null;
  return paise === null ? text : shownAmount(paise);
}

/** All of a valid form, as the gateway takes it: amounts as the texts that stand in their fields. */
export const inputOf = (values: QuotationFormValues): WireInput => {
  const { sumAssured, premiumAmount, serviceCharges } = values;
  return { ...QuotationInputSchema.parse(values), sumAssured, premiumAmount, serviceCharges };
};

/** What a valid form changes about a quotation: only what differs in normal form. */
export function changesOf(quotation: Quotation, values: QuotationFormValues): WireInput {
  const input = inputOf(values);
  const normal = (typed: QuotationFormValues) => QuotationInputSchema.safeParse(typed).data;
  const [held, now] = [normal(formOf(quotation)), normal(values)];
  const changed = FORM_FIELDS.filter((field) => now?.[field] !== held?.[field]);
  return Object.fromEntries(changed.map((field) => [field, input[field]]));
}

/** Stands in for what is not valid, so that nothing is said of it. */
const UNREMARKABLE: Readonly<Record<string, string>> = { sumAssured: '1', premiumAmount: '1' };

/** What looks wrong in the form as it stands; a field that is not valid has its error instead. */
export function warningsOf(values: QuotationFormValues): Partial<Record<FormField, string>> {
  const typed = { ...values, customerId: '1' };
  const first = QuotationInputSchema.safeParse(typed);
  const wrong = (first.error?.issues ?? []).map(({ path }) => String(path[0]));
  const stoodIn = Object.fromEntries(wrong.map((field) => [field, UNREMARKABLE[field] ?? '']));
  const { data } = QuotationInputSchema.safeParse({ ...typed, ...stoodIn });
  const found = data ? quotationWarnings(data) : [];
  return Object.fromEntries(
    found
      // What is compared with a field that is not valid is left alone as well.
      .filter(({ field, code }) => !wrong.includes(field) && !isOfBoth(code, wrong))
      .map(({ field, message }) => [field, message]),
  );
}

const isOfBoth = (code: string, wrong: readonly string[]): boolean =>
  code === 'premium-above-cover' && wrong.includes('sumAssured');

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
  paiseFrom(values.premiumAmount) !== paiseFrom(opened.premiumAmount) ||
  values.insuranceType !== opened.insuranceType ||
  (values.insuranceType === 'health' && values.policyType !== (opened.policyType ?? ''));

/** `opened`: the quotation that is edited, or null for a new one. */
export function reckoningOf(
  values: QuotationFormValues,
  opened: Quotation | null,
  now: Date,
): Reckoning {
  const gstRate =
    opened && !isQuotedAnew(values, opened)
      ? opened.gstRate
      : gstRateOn(gstClassOf(coverOf(values)), kolkataDay(now));
  const premium = Math.max(paiseFrom(values.premiumAmount) ?? 0, 0);
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

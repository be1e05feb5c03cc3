import { QUOTATION_LABELS } from '@insuremanager/contracts/quotations/quotationFields';
import { typeWord } from '../../ui/policies/policyTypeWords';
import { INSURANCE_WORDS } from '../../ui/quotations/quotationWords';
import type { EditRules } from '../../ui/record/rebased';
import { statusLook } from '../../ui/statusTones';
import type { Quotation } from './quotation';
import { FORM_FIELDS, type FormField, formOf, type QuotationFormValues } from './quotationForm';

const wordIn = (words: Readonly<Record<string, string>>, value: string): string =>
  words[value] ?? value;

/** A value of a field as people read it; what a history has put in words already stays so. */
export function shownValue(field: string, value: string): string {
  if (value === '') return '';
  switch (field) {
    case 'status':
      return statusLook(value.toLowerCase()).label;
    case 'insuranceType':
      return wordIn(INSURANCE_WORDS, value);
    case 'policyType':
    case 'vehicleType':
      return typeWord(value);
    case 'sumAssured':
    case 'premiumAmount':
    case 'serviceCharges':
    case 'totalAmount':
      return value.startsWith('₹') ? value : `₹${value}`;
    case 'gstRate':
      return value.endsWith('%') ? value : `${value} %`;
    default:
      return value;
  }
}

export const LABELS = Object.fromEntries(
  FORM_FIELDS.map((field) => [field, QUOTATION_LABELS[field]]),
) as Record<FormField, string>;

/** `nameOf` a customer, by the number that the form holds. */
export const quotationEditRules = (
  nameOf: (customerId: string) => string,
): EditRules<Quotation, QuotationFormValues> => ({
  labels: LABELS,
  formOf,
  shown: (field, value) => (field === 'customerId' ? nameOf(value) : shownValue(field, value)),
});

import {
  CONSENT_FIELDS,
  type ConsentField,
  CustomerInput,
  type consentProofFields,
  newCustomerFields,
} from '@insuremanager/contracts/customers/consentFields';
import type { CustomerField } from '@insuremanager/contracts/customers/customerFields';
import { IDENTIFYING_FIELDS } from '@insuremanager/contracts/customers/customerViews';
import { customerWarnings } from '@insuremanager/contracts/customers/customerWarnings';
import { formOf } from '@insuremanager/contracts/fields/fields';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { CreateCustomerDocument, UpdateCustomerDocument } from '../../data/operations.generated';
import { formDesign } from '../../records/formDesign';
import { type FieldGroup, type FormValues, normalValues } from '../../ui/record/fieldsForm';
import { saveBy } from '../../ui/record/useSaveRecord';
import { CUSTOMER, type Customer } from './customer';

/** How the fields stand together, in the form and in the drawer. */
export const CUSTOMER_GROUPS: readonly FieldGroup<CustomerField>[] = [
  { heading: 'Contact', fields: ['name', 'phone', 'email'] },
  {
    heading: 'Identity',
    fields: ['kycStatus', 'aadhaarNumber', 'panNumber', 'dateOfBirth', 'occupation'],
  },
  { heading: 'Address', fields: ['address', 'city', 'state', 'pincode'] },
  { heading: 'Language', fields: ['language'] },
];

/** With what a new customer tells beside; later consents are recorded by themselves. */
export const NEW_CUSTOMER_GROUPS: readonly FieldGroup<
  CustomerField | ConsentField | keyof typeof consentProofFields
>[] = [
  ...CUSTOMER_GROUPS,
  {
    heading: 'Consent',
    fields: [...CONSENT_FIELDS, 'consentHow', 'consentGivenOn', 'noticeLanguage'],
  },
];

export type CustomerFormValues = FormValues<typeof newCustomerFields>;

export const CUSTOMER_FORM = formDesign(CUSTOMER, newCustomerFields, {
  schema: CustomerInput,
  groups: CUSTOMER_GROUPS,
  // The Aadhaar number stays empty: only its mask is known here.
  formOf: (customer: Customer) => ({ ...formOf(newCustomerFields, customer), aadhaarNumber: '' }),
  storedValuesOf: (customer) => ({
    ...formOf(newCustomerFields, customer),
    aadhaarNumber: customer.aadhaarNumber ?? '',
  }),
  save: saveBy(CreateCustomerDocument, UpdateCustomerDocument),
});

/** What looks wrong in the form as it stands; a field that is not valid has its error instead. */
export function warningsOf(
  values: CustomerFormValues,
  today: Day,
): Partial<Record<CustomerField, string>> {
  const warnings = customerWarnings(normalValues(newCustomerFields, values), today);
  return Object.fromEntries(warnings.map(({ field, message }) => [field, message]));
}

/**
 * What is asked for duplicates: what identifies a person, as far as it is valid and has been typed.
 * What an edit leaves as it was has been looked at before.
 */
export function probeOf(
  values: CustomerFormValues,
  before: CustomerFormValues,
): Record<string, string> {
  const normal = normalValues(newCustomerFields, values);
  const typed = IDENTIFYING_FIELDS.filter((field) => values[field] !== before[field]);
  return Object.fromEntries(
    typed.flatMap((field) => (normal[field] ? [[field, normal[field]]] : [])),
  );
}

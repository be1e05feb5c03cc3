import {
  CUSTOMER_LABELS,
  type CustomerField,
  customerFields,
} from '@insuremanager/contracts/customers/customerFields';
import { IDENTIFYING_FIELDS } from '@insuremanager/contracts/customers/customerViews';
import { customerWarnings } from '@insuremanager/contracts/customers/customerWarnings';
import { emptyFormOf, formOf as formOfFields } from '@insuremanager/contracts/fields/fields';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { CustomerFieldsFragment, CustomerInput } from '../../data/operations.generated';
import {
  changedFields,
  type FormValues,
  formatText,
  normalValues,
  wireValues,
} from '../../ui/record/fieldsForm';
import type { EditRules } from '../../ui/record/rebased';

export type Customer = CustomerFieldsFragment;

/** How the fields stand together, in the form and in the drawer. */
export const CUSTOMER_GROUPS: readonly { heading: string; fields: readonly CustomerField[] }[] = [
  { heading: 'Contact', fields: ['name', 'phone', 'email'] },
  {
    heading: 'Identity',
    fields: ['kycStatus', 'aadhaarNumber', 'panNumber', 'dateOfBirth', 'occupation'],
  },
  { heading: 'Address', fields: ['address', 'city', 'state', 'pincode'] },
  {
    heading: 'Reminders',
    fields: ['language', 'emailConsent', 'smsConsent', 'whatsappConsent'],
  },
];

export type CustomerFormValues = FormValues<typeof customerFields>;

export const EMPTY_FORM = emptyFormOf(customerFields);

/** The form of a customer. The Aadhaar number stays empty: only its mask is known here. */
export const formOf = (customer: Customer): CustomerFormValues => ({
  ...formOfFields(customerFields, customer),
  aadhaarNumber: '',
});

export const CUSTOMER_EDIT: EditRules<Customer, CustomerFormValues> = {
  labels: CUSTOMER_LABELS,
  formOf,
  heldIn: (customer) => ({ ...formOf(customer), aadhaarNumber: customer.aadhaarNumber ?? '' }),
  format: (field, text) => formatText(customerFields, field, text),
};

/** All of a valid form, as the gateway takes a new customer. */
export const inputOf = (values: CustomerFormValues): CustomerInput =>
  wireValues(customerFields, values) as CustomerInput;

/** The changes that a valid form makes to a customer: only what differs in normal form. */
export function changesOf(
  customer: Customer,
  values: CustomerFormValues,
  isAadhaarRemoved: boolean,
): CustomerInput {
  const changed = changedFields(customerFields, formOf(customer), values);
  const changes = wireValues(customerFields, values, changed) as CustomerInput;
  return isAadhaarRemoved ? { aadhaarNumber: null, ...changes } : changes;
}

/** What looks wrong in the form as it stands; a field that is not valid has its error instead. */
export function warningsOf(
  values: CustomerFormValues,
  today: Day,
): Partial<Record<CustomerField, string>> {
  const warnings = customerWarnings(normalValues(customerFields, values), today);
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
  const normal = normalValues(customerFields, values);
  const typed = IDENTIFYING_FIELDS.filter((field) => values[field] !== before[field]);
  return Object.fromEntries(
    typed.flatMap((field) => (normal[field] ? [[field, normal[field]]] : [])),
  );
}

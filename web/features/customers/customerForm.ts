import {
  CUSTOMER_LABELS,
  type CustomerField,
  CustomerInput,
  DEFAULT_KYC_STATUS,
  type KycStatus,
} from '@insuremanager/contracts/customers/customerFields';
import { customerWarnings } from '@insuremanager/contracts/customers/customerWarnings';
import { type Day, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { shownPhone } from '@insuremanager/contracts/rules/phone';
import type { CustomerFieldsFragment } from '../../data/operations.generated';

export type Customer = CustomerFieldsFragment;

/** What stands in the fields: text, empty where there is nothing. */
export type CustomerFormValues = Record<Exclude<CustomerField, 'kycStatus'>, string> & {
  kycStatus: KycStatus;
};

export const CUSTOMER_FIELDS = Object.keys(CUSTOMER_LABELS) as CustomerField[];

export const isCustomerField = (name: string): name is CustomerField => name in CUSTOMER_LABELS;

export const EMPTY_FORM: CustomerFormValues = {
  name: '',
  phone: '',
  email: '',
  aadhaarNumber: '',
  panNumber: '',
  dateOfBirth: '',
  address: '',
  city: '',
  state: '',
  pincode: '',
  kycStatus: DEFAULT_KYC_STATUS,
};

/** The form of a customer. The Aadhaar number stays empty: only its mask is known here. */
export const formOf = (customer: Customer): CustomerFormValues => ({
  name: customer.name,
  phone: shownPhone(customer.phone),
  email: customer.email ?? '',
  aadhaarNumber: '',
  panNumber: customer.panNumber ?? '',
  dateOfBirth: customer.dateOfBirth ? shownDay(customer.dateOfBirth) : '',
  address: customer.address ?? '',
  city: customer.city ?? '',
  state: customer.state ?? '',
  pincode: customer.pincode ?? '',
  kycStatus: customer.kycStatus,
});

/** What a field holds in normal form; undefined when it is not valid. */
const normalOf = (field: CustomerField, raw: string) => {
  const parsed = CustomerInput.shape[field].safeParse(raw);
  return parsed.success ? parsed.data : undefined;
};

/** The changes that a valid form makes to a customer: only what differs. */
export function changesOf(
  customer: Customer,
  input: CustomerInput,
  isAadhaarRemoved: boolean,
): Partial<CustomerInput> {
  const changed = CUSTOMER_FIELDS.filter((field) =>
    field === 'aadhaarNumber'
      ? Boolean(input.aadhaarNumber) || isAadhaarRemoved
      : (input[field] ?? null) !== customer[field],
  );
  return Object.fromEntries(changed.map((field) => [field, input[field] ?? null]));
}

/** What looks wrong in the form as it stands; a field that is not valid has its error instead. */
export function warningsOf(
  values: CustomerFormValues,
  today: Day,
): Partial<Record<CustomerField, string>> {
  const normal = Object.fromEntries(
    CUSTOMER_FIELDS.map((field) => [field, normalOf(field, values[field])]),
  );
  const warnings = customerWarnings(normal, today);
  return Object.fromEntries(warnings.map(({ field, message }) => [field, message]));
}

/** Fields by which another record of the same person is found. */
export const IDENTIFYING_FIELDS = ['phone', 'email', 'panNumber', 'aadhaarNumber'] as const;

/**
 * What is asked for duplicates: what identifies a person, as far as it is valid and has been typed.
 * What an edit leaves as it was has been looked at before.
 */
export function probeOf(
  values: CustomerFormValues,
  before: CustomerFormValues,
): Record<string, string> {
  const typed = IDENTIFYING_FIELDS.filter((field) => values[field] !== before[field]);
  const known = typed.map((field) => [field, normalOf(field, values[field])]);
  return Object.fromEntries(known.filter(([, value]) => Boolean(value)));
}

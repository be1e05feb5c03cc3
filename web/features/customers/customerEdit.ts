import { CUSTOMER_LABELS } from '@insuremanager/contracts/customers/customerFields';
import type { EditRules } from '../../ui/record/rebased';
import { statusLook } from '../../ui/statusTones';
import { type Customer, type CustomerFormValues, formOf } from './customerForm';

/** A status by its word, everything else as it is. */
export const shownValue = (field: string, value: string): string =>
  field === 'kycStatus' ? statusLook(value).label : value;

export const CUSTOMER_EDIT: EditRules<Customer, CustomerFormValues> = {
  labels: CUSTOMER_LABELS,
  formOf,
  heldIn: (customer) => ({ ...formOf(customer), aadhaarNumber: customer.aadhaarNumber ?? '' }),
  shown: shownValue,
};

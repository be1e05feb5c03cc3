import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import { RECORDS } from '@insuremanager/contracts/records/records';
import { type CustomerFieldsFragment, CustomerOperations } from '../../data/operations.generated';
import type { Needs } from '../../ui/allowed';
import { recordType } from '../../ui/record/recordType';

export type Customer = CustomerFieldsFragment;
export type CustomerAction = 'view' | 'edit' | 'give' | 'delete';

export const CUSTOMER_NEEDS: Needs<CustomerAction> = {
  edit: 'customers.write',
  give: 'customers.reassign',
  delete: 'customers.write',
};

export const CUSTOMER = recordType<Customer>(RECORDS.customer, CustomerOperations, {
  fields: customerFields,
  name: 'name',
  // Policies, quotations and documents name their customer.
  copy: 'PolicyCustomer',
});

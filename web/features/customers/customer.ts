import { Exchange } from '@blueprintjs/icons';
import { newCustomerFields } from '@insuremanager/contracts/customers/consentFields';
import { RECORDS } from '@insuremanager/contracts/records/records';
import { type CustomerFieldsFragment, CustomerOperations } from '../../data/operations.generated';
import type { ActionDesign } from '../../ui/list/RowMenu';
import { recordType } from '../../ui/record/recordType';

export type Customer = CustomerFieldsFragment;
export type CustomerAction = 'view' | 'edit' | 'give' | 'delete';

export const CUSTOMER = recordType<Customer>(RECORDS.customer, CustomerOperations, {
  fields: newCustomerFields,
  name: 'name',
  // Policies, quotations and documents name their customer.
  copy: 'PolicyCustomer',
});

export const CUSTOMER_ACTIONS: ActionDesign<CustomerAction> = {
  type: CUSTOMER,
  looks: { give: { text: 'Assign to…', icon: Exchange } },
  needs: { give: 'customers.reassign' },
};

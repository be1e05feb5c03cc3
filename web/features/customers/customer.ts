import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import { RECORDS } from '@insuremanager/contracts/records/records';
import { operation } from '../../data/operation';
import {
  CustomerAsOfDocument,
  CustomerDetailsDocument,
  CustomerHistoryDocument,
  DeleteCustomerDocument,
} from '../../data/operations.generated';
import type { Needs } from '../../ui/allowed';
import { formatText } from '../../ui/record/fieldsForm';
import { lastValueOf, type RecordType } from '../../ui/record/recordType';
import type { Customer } from './customerForm';

export type CustomerAction = 'view' | 'edit' | 'give' | 'delete';

export const CUSTOMER_NEEDS: Needs<CustomerAction> = {
  edit: 'customers.write',
  give: 'customers.reassign',
  delete: 'customers.write',
};

export const CUSTOMER: RecordType<Customer> = {
  ...RECORDS.customer,
  title: 'Customer',
  nameOf: ({ name }) => name,
  formerName: (history) => lastValueOf(history, 'name'),
  formatValue: (field, text) => formatText(customerFields, field, text),
  details: (id) => operation(CustomerDetailsDocument, { id }),
  history: (id) => operation(CustomerHistoryDocument, { id }),
  asOf: (id, day) => operation(CustomerAsOfDocument, { id, day }),
  remove: (id, commandId) => operation(DeleteCustomerDocument, { id, commandId }),
  outdated: [],
  // Policies, quotations and documents name their customer.
  copy: 'PolicyCustomer',
};

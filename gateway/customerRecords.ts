import { CustomerInput, CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import type {
  CustomerCommandResult,
  CustomersOfBook,
} from '@insuremanager/services/customers/index';
import { savedBy } from './recordService.js';

const saved = savedBy(({ customer }: CustomerCommandResult) => customer);

/** Customers, as both faces call them. */
export const customerRecords = (customers: CustomersOfBook) => ({
  ...customers,
  recordName: 'customer',
  input: CustomerInput,
  patch: CustomerPatch,
  create: saved(customers.register),
  update: saved(customers.update),
  setKycStatus: saved(customers.setKycStatus),
  reassign: saved(customers.reassign),
});

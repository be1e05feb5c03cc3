import { customerAccessEventDefinitions } from '@insuremanager/contracts/customers/customerAccessEvents';
import { customerEventDefinitions } from '@insuremanager/contracts/customers/customerEvents';
import { defineSlice } from '../platform/slice.js';
import { createCustomers } from './createCustomers.js';
import { customerProjector } from './customerProjector.js';

export type { CustomerSummary } from '@insuremanager/contracts/customers/customerViews';
export { createCustomers } from './createCustomers.js';
export { customerDecider } from './customer.js';
export { aadhaarFingerprint } from './customerProjector.js';
export { byOwner } from './customerQueries.js';
export {
  type CustomerDependencies,
  type CustomerOwner,
  type CustomerStatus,
  type Customers,
  type CustomersOfBook,
  customerLock,
  type DuplicateProbe,
  type Merged,
  requireCustomer,
  unknownCustomer,
} from './customers.js';
export { CUSTOMERS_BY_KYC, customersTable } from './customerTables.js';

export const customersSlice = defineSlice({
  events: [...customerEventDefinitions, ...customerAccessEventDefinitions],
  projectors: [customerProjector],
  open: createCustomers,
});

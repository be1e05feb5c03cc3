export type { CustomerSummary } from '@insuremanager/contracts/customers/customerViews';
export { createCustomers } from './createCustomers.js';
export { customerProjector } from './customerProjector.js';
export {
  type CustomerCommandResult,
  type CustomerStatus,
  type Customers,
  type CustomerTies,
  customerLock,
  type DuplicateProbe,
  requireCustomer,
} from './customers.js';
export { customersTable } from './customerTables.js';

export type { CustomerSummary } from '@insuremanager/contracts/customers/customerViews';
export { createCustomers } from './createCustomers.js';
export { customerProjector } from './customerProjector.js';
export {
  type CustomerCommandResult,
  type CustomerOwner,
  type CustomerStatus,
  type Customers,
  type CustomersOfBook,
  type CustomerTies,
  customerLock,
  type DuplicateProbe,
  requireCustomer,
  unknownCustomer,
} from './customers.js';
export { customersTable } from './customerTables.js';

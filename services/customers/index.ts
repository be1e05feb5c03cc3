export type { CustomerSummary } from '@insuremanager/contracts/customers/customerViews';
export { createCustomers } from './createCustomers.js';
export { customerProjector } from './customerProjector.js';
export {
  type CustomerDependencies,
  type CustomerOwner,
  type CustomerStatus,
  type Customers,
  type CustomersOfBook,
  customerLock,
  type DuplicateProbe,
  requireCustomer,
  unknownCustomer,
} from './customers.js';
export { customersTable } from './customerTables.js';

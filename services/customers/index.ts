export { createCustomers } from './createCustomers.js';
export { customerProjector } from './customerProjector.js';
export { searchPatterns as customerSearchPatterns } from './customerSearch.js';
export {
  type CustomerReceipt,
  type CustomerStanding,
  type CustomerSummary,
  type Customers,
  type CustomerTies,
  customerLock,
  type DuplicateProbe,
} from './customers.js';
export { customersTable } from './customerTables.js';
export { knownCustomer } from './knownCustomer.js';

export { createCustomers } from './createCustomers.js';
export { customerProjector } from './customerProjector.js';
export type {
  CustomerReceipt,
  CustomerStanding,
  CustomerSummary,
  Customers,
  CustomerTies,
  DuplicateProbe,
} from './customers.js';
export { customersTable } from './customerTables.js';

export { createCustomers } from './createCustomers.js';
export { customerProjector } from './customerProjector.js';
export type { CustomerReceipt, Customers, DuplicateProbe } from './customers.js';

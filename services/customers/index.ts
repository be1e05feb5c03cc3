export type { CustomerReceipt, Customers } from './customers.js';

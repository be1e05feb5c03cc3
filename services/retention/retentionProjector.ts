import type { CustomerEvent } from '@insuremanager/contracts/customers/customerEvents';
import { defineProjector, type Table } from '../platform/readModels/projector.js';

/** Whose records are kept: a row for each customer who was not erased, also of deleted ones. */
export const keptCustomersTable: Table = {
  name: 'kept_customers',
  key: 'customer_id',
  columns: {
    customer_id: { type: 'integer' },
    is_deleted: { type: 'boolean' },
    /** Legal holds that stand. */
    holds: { type: 'integer' },
  },
  book: 'none',
  indexes: ['(customer_id) WHERE holds > 0'],
};

const TABLE = keptCustomersTable.name;

export const retentionProjector = defineProjector<CustomerEvent>()({
  name: 'retention',
  version: 2,
  tables: [keptCustomersTable],
  on: {
    CustomerRegistered: ({ data: { customerId } }, rows) =>
      rows.put(TABLE, { customer_id: customerId, is_deleted: false, holds: 0 }),
    CustomerDeleted: ({ data }, rows) => rows.patch(TABLE, data.customerId, { is_deleted: true }),
    CustomerErased: ({ data }, rows) => rows.remove(TABLE, data.customerId),
    // While they lead to another customer, it is that one whose records are kept.
    CustomerMerged: ({ data }, rows) => rows.remove(TABLE, data.customerId),
    CustomerMergeUndone: ({ data: { customerId } }, rows) =>
      rows.put(TABLE, { customer_id: customerId, is_deleted: false, holds: 0 }),
    LegalHoldPlaced: ({ data }, rows) => rows.increment(TABLE, data.customerId, { holds: 1 }),
    LegalHoldLifted: ({ data }, rows) => rows.increment(TABLE, data.customerId, { holds: -1 }),
  },
});

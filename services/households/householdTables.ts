import type {
  CustomerDeleted,
  CustomerErased,
} from '@insuremanager/contracts/customers/customerEvents';
import type { EventOf } from '@insuremanager/contracts/events/eventDefinition';
import type { HouseholdEvent } from '@insuremanager/contracts/households/householdEvents';
import { defineProjector, type Table } from '../platform/readModels/projector.js';

/** Who is in which household. A customer who was merged is shown as the one who remains. */
export const householdMembersTable = {
  name: 'household_members',
  key: 'member_id',
  columns: {
    /** The number by which the household knows them. */
    member_id: { type: 'integer' },
    customer_id: { type: 'integer' },
    household_id: { type: 'integer' },
    relation: { type: 'text' },
    added_at: { type: 'timestamptz' },
  },
  book: 'customer_id',
  indexes: ['(household_id)', '(customer_id)'],
} as const satisfies Table;

const { name } = householdMembersTable;

export const householdProjector = defineProjector<
  HouseholdEvent | EventOf<typeof CustomerDeleted> | EventOf<typeof CustomerErased>
>()({
  name: 'households',
  version: 1,
  tables: [householdMembersTable],
  on: {
    HouseholdMemberAdded: ({ data: { householdId, customerId, relation }, at }, rows) =>
      rows.put(name, {
        member_id: customerId,
        customer_id: customerId,
        household_id: householdId,
        relation,
        added_at: at,
      }),
    HouseholdRelationChanged: ({ data: { customerId, relation } }, rows) =>
      rows.patch(name, customerId, { relation }),
    HouseholdMemberRemoved: ({ data }, rows) => rows.remove(name, data.customerId),
    CustomerDeleted: ({ data }, rows) => rows.remove(name, data.customerId),
    CustomerErased: ({ data }, rows) => rows.remove(name, data.customerId),
  },
});

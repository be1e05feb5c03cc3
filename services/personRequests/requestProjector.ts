import type { PersonRequestEvent } from '@insuremanager/contracts/privacy/requestEvents';
import type {
  RequestChannel,
  RequestedRight,
  RequestOutcome,
} from '@insuremanager/contracts/privacy/requestKinds';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { defineProjector, type Table } from '../platform/readModels/projector.js';

/** One row for each request. What was typed stays in its stream, and goes with the person. */
export const personRequestsTable: Table = {
  name: 'person_requests',
  book: 'customer_id',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    customer_id: { type: 'integer' },
    right_asked: { type: 'text' },
    channel: { type: 'text' },
    received_on: { type: 'date' },
    due_on: { type: 'date' },
    outcome: { type: 'text', nullable: true },
    closed_on: { type: 'date', nullable: true },
    /** Open ones sort before closed ones, each by the day on which they are due. */
    rank: {
      type: 'text',
      generatedAs: `CASE WHEN outcome IS NULL THEN '0' ELSE '1' END || (due_on - DATE '1970-01-01')::text`,
    },
    /** The revision of its stream. */
    version: { type: 'integer' },
  },
  indexes: ['(rank, id)', '(customer_id, rank, id)', '(due_on, id) WHERE outcome IS NULL'],
};

export interface PersonRequestRow {
  readonly id: number;
  readonly customer_id: number;
  readonly right_asked: RequestedRight;
  readonly channel: RequestChannel;
  readonly received_on: Day;
  readonly due_on: Day;
  readonly outcome: RequestOutcome | null;
  readonly closed_on: Day | null;
  readonly version: number;
}

const TABLE = personRequestsTable.name;

export const personRequestProjector = defineProjector<PersonRequestEvent>()({
  name: 'personRequests',
  version: 1,
  tables: [personRequestsTable],
  on: {
    PersonRequestReceived: ({ data, revision }, rows) => {
      const { requestId: id, customerId, right, channel, receivedOn, dueOn } = data;
      rows.put(TABLE, {
        ...{ id, customer_id: customerId, right_asked: right, channel },
        ...{ received_on: receivedOn, due_on: dueOn, outcome: null, closed_on: null },
        version: Number(revision),
      });
    },
    PersonRequestClosed: ({ data, revision }, rows) =>
      rows.patch(TABLE, data.requestId, {
        ...{ outcome: data.outcome, closed_on: data.closedOn, version: Number(revision) },
      }),
    PersonRequestReopened: ({ data, revision }, rows) =>
      rows.patch(TABLE, data.requestId, {
        ...{ outcome: null, closed_on: null, version: Number(revision) },
      }),
  },
});

import type { CustomerEvent } from '@insuremanager/contracts/customers/customerEvents';
import type { EventDefinition } from '@insuremanager/contracts/events/eventDefinition';
import type { PolicyEvent } from '@insuremanager/contracts/policies/policyEvents';
import { ownedRecords } from '@insuremanager/contracts/records/records';
import { type RecordedEvent, systemActor } from '../platform/codec/recordedEvent.js';
import type { OwnedRecordKind } from '../platform/ownedRecords.js';
import {
  defineProjector,
  type EventHandler,
  type Projector,
  type Row,
  type RowWriter,
  type Table,
} from '../platform/readModels/projector.js';
import type { RecordEver } from './erasures.js';

/** The last day of business with each customer there ever was. */
export const LAST_TRANSACTIONS = 'last_transactions';

/**
 * When there was last business with a customer, and whose each record was: a row for each of them,
 * and for each record of theirs, such as a term, for ever, and one for each customer that it went from.
 * Records must be retained from then on, whether or not somebody deletes them before.
 */
export const transactionsTable: Table = {
  name: 'transactions',
  key: 'id',
  columns: {
    /** Such as `policy-100`, of a term by its id; those of one that was moved sort as its stream. */
    id: { type: 'text' },
    /** The record that went from this customer to another one. */
    moved_record: { type: 'text', nullable: true },
    customer_id: { type: 'integer' },
    /** `health` or `vehicle`, of a term. */
    kind: { type: 'text', nullable: true },
    /** When the record began, whoever’s it was then; null of one that was moved. */
    began_at: { type: 'timestamptz', nullable: true },
    changed_at: { type: 'timestamptz' },
    /** The last day of a term; null of what has none. */
    ends_on: { type: 'date', nullable: true },
    /** The last Kolkata day of this one. */
    last_on: {
      type: 'date',
      generatedAs: `greatest((changed_at AT TIME ZONE 'Asia/Kolkata')::date, ends_on)`,
    },
  },
  book: 'customer_id',
  indexes: ['(customer_id, last_on)', '(moved_record) WHERE moved_record IS NOT NULL'],
  summaries: [
    {
      ...{ name: LAST_TRANSACTIONS, by: ['customer_id'], latest: ['last_on'] },
      indexes: ['(last_on, customer_id)'],
    },
  ],
};

const TABLE = transactionsTable.name;

/**
 * What the system does by itself, such as to expire a policy, is no transaction, nor is a hold, which
 * is about the records.
 * @param owned whatever belongs to customers, by the events that their slices declare
 */
export const transactionProjector = (owned: readonly OwnedRecordKind[]): Projector => ({
  ...ofCustomersAndTerms,
  on: {
    ...Object.fromEntries(
      owned.flatMap(({ events }) => events.map((one) => [one.type, handlerOf(one)] as const)),
    ),
    ...ofCustomersAndTerms.on,
  },
});

type NamesCustomers = { customerId: number; formerCustomerId: number };
type Owned = RecordedEvent<{ type: string; data: NamesCustomers }>;

/** Of an event of a record that has a stream of its own, by which its row is called. */
const handlerOf = ({ begins, moves }: EventDefinition): EventHandler<Owned> => {
  if (begins) {
    return ({ stream, data, at }, rows) => {
      // Some of a kind may be about nobody.
      if ((data.customerId as number | null) !== null) begin(stream, data.customerId, at, rows);
    };
  }
  if (moves) return (event, rows) => move(event.stream, event, rows);
  return ({ stream, at, metadata }, rows) => {
    if (metadata.actor.userId !== systemActor.userId) touch(stream, at, rows);
  };
};

/** All terms of a policy are in one stream. */
const ofCustomersAndTerms = defineProjector<CustomerEvent | PolicyEvent>()({
  name: 'transactions',
  version: 6,
  tables: [transactionsTable],
  on: {
    CustomerRegistered: ({ data: { customerId }, at }, rows) =>
      begin(customer(customerId), customerId, at, rows),
    CustomerDetailsChanged: ({ data, at }, rows) => touch(customer(data.customerId), at, rows),
    CustomerKycStatusChanged: ({ data, at }, rows) => touch(customer(data.customerId), at, rows),
    CustomerReassigned: ({ data, at }, rows) => touch(customer(data.customerId), at, rows),
    CustomerDeleted: ({ data, at }, rows) => touch(customer(data.customerId), at, rows),
    NomineeRecorded: ({ data, at }, rows) => touch(customer(data.customerId), at, rows),
    NomineeRevoked: ({ data, at }, rows) => touch(customer(data.customerId), at, rows),
    CustomerMerged: ({ data, at }, rows) => touch(customer(data.customerId), at, rows),
    CustomerMergeUndone: ({ data, at }, rows) => touch(customer(data.customerId), at, rows),

    PolicyIssued: ({ data, at }, rows) => beginTerm(data.policyId, data, at, rows),
    PolicyDetailsChanged: ({ data, at }, rows) =>
      rows.patch(TABLE, term(data.termId), { changed_at: at, ...endOf(data.cover) }),
    PolicyholderChanged: (event, rows) => move(term(event.data.termId), event, rows),
    PolicyEndorsed: ({ data, at }, rows) =>
      rows.patch(TABLE, term(data.termId), { changed_at: at, ...endOf(data.after) }),
    PolicyRenewed: ({ data, at }, rows) => {
      rows.patch(TABLE, term(data.termId), { changed_at: at });
      beginTerm(data.nextTermId, data, at, rows);
    },
    PolicyCancelled: ({ data, at }, rows) => touch(term(data.termId), at, rows),
    PolicyReinstated: ({ data, at }, rows) => touch(term(data.termId), at, rows),
    InstalmentPaid: ({ data, at }, rows) => touch(term(data.termId), at, rows),
    InstalmentTakenBack: ({ data, at }, rows) => touch(term(data.termId), at, rows),
    PolicyStatusCorrected: ({ data, at }, rows) => touch(term(data.termId), at, rows),
    PolicyTermDeleted: ({ data, at }, rows) => touch(term(data.termId), at, rows),
    PolicyExpired: () => undefined,
  },
});

const customer = (id: number): string => `customer-${id}`;
const term = (id: number): string => `policy-${id}`;

/** The record of which a row is; null where it is of none. */
export function recordIn(row: { id: string; moved_record: string | null }): RecordEver | null {
  const [, record, id] = /^(\w+)-(\d+)$/.exec(row.moved_record ?? row.id) ?? [];
  const isMoved = row.moved_record !== null;
  return ownedRecords().some(({ one }) => one === record)
    ? { record: record as RecordEver['record'], id: Number(id), isMoved }
    : null;
}

const endOf = ({ endDate }: { endDate?: string | undefined }): Row =>
  endDate === undefined ? {} : { ends_on: endDate };

const begin = (id: string, customerId: number, at: Date, rows: RowWriter, more: Row = {}): void =>
  rows.put(TABLE, { id, customer_id: customerId, began_at: at, changed_at: at, ...more });

const beginTerm = (
  id: number,
  { customerId, kind, cover }: { customerId: number; kind: string; cover: { endDate: string } },
  at: Date,
  rows: RowWriter,
): void => begin(term(id), customerId, at, rows, { kind, ends_on: cover.endDate });

const touch = (id: string, at: Date, rows: RowWriter): void =>
  rows.patch(TABLE, id, { changed_at: at });

/** To another customer: with the former one there was business until then. */
const move = (
  id: string,
  { data, at, revision }: Pick<Owned, 'data' | 'at' | 'revision'>,
  rows: RowWriter,
): void => {
  rows.patch(TABLE, id, { customer_id: data.customerId, changed_at: at });
  rows.put(TABLE, {
    ...{ id: `${id}-until-${sortable(revision)}`, moved_record: id },
    ...{ customer_id: data.formerCustomerId, changed_at: at },
  });
};

/** With so many digits that texts sort as numbers do. */
const sortable = (revision: bigint): string => String(revision).padStart(10, '0');

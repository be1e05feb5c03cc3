import type { CustomerEvent } from '@insuremanager/contracts/customers/customerEvents';
import type { DocumentEvent } from '@insuremanager/contracts/documents/documentEvents';
import type { PolicyEvent } from '@insuremanager/contracts/policies/policyEvents';
import type { QuotationEvent } from '@insuremanager/contracts/quotations/quotationEvents';
import {
  defineProjector,
  type Row,
  type RowWriter,
  type Table,
} from '../platform/readModels/projector.js';
import type { RecordEver } from './erasures.js';

/** The last day of business with each customer there ever was. */
export const LAST_TRANSACTIONS = 'last_transactions';

/**
 * When there was last business with a customer: a row for each of them, and for each term, quotation
 * and document, for ever. Records must be retained from then on, whether or not somebody deletes
 * them before.
 */
export const transactionsTable: Table = {
  name: 'transactions',
  key: 'id',
  columns: {
    /** Such as `policy-100`, of a term by its id. */
    id: { type: 'text' },
    customer_id: { type: 'integer' },
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
  indexes: ['(customer_id, last_on)'],
  summaries: [
    {
      ...{ name: LAST_TRANSACTIONS, by: ['customer_id'], latest: ['last_on'] },
      indexes: ['(last_on, customer_id)'],
    },
  ],
};

const TABLE = transactionsTable.name;

type Transaction = CustomerEvent | PolicyEvent | QuotationEvent | DocumentEvent;

/**
 * What the system does by itself, such as to expire a policy, is no transaction, nor is a hold, which
 * is about the records.
 */
export const transactionProjector = defineProjector<Transaction>()({
  name: 'transactions',
  version: 3,
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
    PolicyholderChanged: ({ data, at }, rows) => move(term(data.termId), data, at, rows),
    PolicyEndorsed: ({ data, at }, rows) =>
      rows.patch(TABLE, term(data.termId), { changed_at: at, ...endOf(data.after) }),
    PolicyRenewed: ({ data, at }, rows) => {
      rows.patch(TABLE, term(data.termId), { changed_at: at });
      beginTerm(data.nextTermId, data, at, rows);
    },
    PolicyCancelled: ({ data, at }, rows) => touch(term(data.termId), at, rows),
    PolicyReinstated: ({ data, at }, rows) => touch(term(data.termId), at, rows),
    PolicyStatusCorrected: ({ data, at }, rows) => touch(term(data.termId), at, rows),
    PolicyTermDeleted: ({ data, at }, rows) => touch(term(data.termId), at, rows),

    QuotationCreated: ({ data, at }, rows) =>
      begin(quotation(data.quotationId), data.customerId, at, rows),
    QuotationChanged: ({ data, at }, rows) => touch(quotation(data.quotationId), at, rows),
    QuotationCustomerChanged: ({ data, at }, rows) =>
      move(quotation(data.quotationId), data, at, rows),
    QuotationStatusSet: ({ data, at }, rows) => touch(quotation(data.quotationId), at, rows),
    QuotationEmailRequested: ({ data, at }, rows) => touch(quotation(data.quotationId), at, rows),
    QuotationConverted: ({ data, at }, rows) => touch(quotation(data.quotationId), at, rows),
    QuotationDeleted: ({ data, at }, rows) => touch(quotation(data.quotationId), at, rows),

    DocumentUploaded: ({ data, at }, rows) =>
      begin(document(data.documentId), data.customerId, at, rows),
    DocumentDeleted: ({ data, at }, rows) => touch(document(data.documentId), at, rows),
  },
});

const customer = (id: number): string => `customer-${id}`;
const term = (id: number): string => `policy-${id}`;
const quotation = (id: number): string => `quotation-${id}`;
const document = (id: number): string => `document-${id}`;

/** The record of which a row is; null where it is of none. */
export function recordIn(rowId: string): RecordEver | null {
  const [, record, id, former] = /^(policy|quotation|document)-(\d+)(-of-\d+)?$/.exec(rowId) ?? [];
  return record
    ? { record: record as RecordEver['record'], id: Number(id), isMoved: former !== undefined }
    : null;
}

const endOf = ({ endDate }: { endDate?: string | undefined }): Row =>
  endDate === undefined ? {} : { ends_on: endDate };

const begin = (id: string, customerId: number, at: Date, rows: RowWriter): void =>
  rows.put(TABLE, { id, customer_id: customerId, changed_at: at, ends_on: null });

const beginTerm = (
  id: number,
  { customerId, cover }: { customerId: number; cover: { endDate: string } },
  at: Date,
  rows: RowWriter,
): void =>
  rows.put(TABLE, {
    ...{ id: term(id), customer_id: customerId, changed_at: at, ends_on: cover.endDate },
  });

const touch = (id: string, at: Date, rows: RowWriter): void =>
  rows.patch(TABLE, id, { changed_at: at });

/** To another customer: with the former one there was business until then. */
const move = (
  id: string,
  { customerId, formerCustomerId }: { customerId: number; formerCustomerId: number },
  at: Date,
  rows: RowWriter,
): void => {
  rows.patch(TABLE, id, { customer_id: customerId, changed_at: at });
  begin(`${id}-of-${formerCustomerId}`, formerCustomerId, at, rows);
};

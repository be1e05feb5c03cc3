import { MOST_INSTALMENTS } from '@insuremanager/contracts/policies/instalments';
import type { PaymentMeans, PaymentStatus } from '@insuremanager/contracts/policies/paymentKinds';
import type { PolicyEvent } from '@insuremanager/contracts/policies/policyEvents';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { customersTable } from '../customers/index.js';
import {
  defineProjector,
  type Row,
  type RowWriter,
  type Table,
} from '../platform/readModels/projector.js';
import { searchColumn } from '../platform/search/searchPatterns.js';

/** What was paid on each day, by what and whose customers, as the database keeps it. */
export const PAYMENTS_BY_DAY = 'payments_by_day';

/**
 * One row per instalment that was marked as paid; it stays where that was taken back, until it is
 * paid again. Of the policy's term there is the number alone.
 */
export const paymentsTable = {
  name: 'payments',
  key: 'id',
  columns: {
    /** See `paymentKey`. */
    id: { type: 'bigint' },
    term_id: { type: 'integer' },
    customer_id: { type: 'integer' },
    number: { type: 'integer' },
    due_date: { type: 'date' },
    amount: { type: 'bigint' },
    paid_on: { type: 'date' },
    means: { type: 'text' },
    reference: { type: 'text', nullable: true },
    taken_back_on: { type: 'date', nullable: true },
    status: {
      type: 'text',
      generatedAs: `CASE WHEN taken_back_on IS NULL THEN 'paid' ELSE 'taken_back' END`,
    },
    recorded_at: { type: 'timestamptz' },
    recorded_by: { type: 'text' },
    search_text: searchColumn('lower(reference)'),
  },
  book: 'customer_id',
  indexes: [
    'USING gin (search_text gin_trgm_ops)',
    '(paid_on, id, means, status) INCLUDE (customer_id)',
    '(amount, id, means, status, paid_on) INCLUDE (customer_id)',
    '(recorded_at, id, means, status, paid_on) INCLUDE (customer_id)',
    '(customer_id, paid_on)',
    '(term_id)',
  ],
  summaries: [
    {
      name: PAYMENTS_BY_DAY,
      by: ['paid_on', 'means', 'status'],
      sums: ['amount'],
      ownedBy: customersTable.name,
    },
  ],
} as const satisfies Table;

export interface PaymentRow {
  readonly id: number;
  readonly term_id: number;
  readonly customer_id: number;
  readonly number: number;
  readonly due_date: Day;
  readonly amount: number;
  readonly paid_on: Day;
  readonly means: PaymentMeans;
  readonly reference: string | null;
  readonly taken_back_on: Day | null;
  readonly status: PaymentStatus;
  readonly recorded_at: Date;
  readonly recorded_by: string;
}

const TABLE = paymentsTable.name;

interface OfTerm {
  readonly termId: number;
  readonly number: number;
}

/** Of an instalment of a term, of which there are fewer than a thousand. */
const paymentKey = ({ termId, number }: OfTerm): number => termId * 1000 + number;

/** All that a term may have: what an event of the term itself says of none of them. */
const keysOfTerm = (termId: number): number[] =>
  Array.from({ length: MOST_INSTALMENTS }, (_, at) => paymentKey({ termId, number: at + 1 }));

const changeAll = (rows: RowWriter, termId: number, columns: Row): void => {
  for (const key of keysOfTerm(termId)) rows.patch(TABLE, key, columns);
};

export const paymentProjector = defineProjector<PolicyEvent>()({
  name: 'payments',
  version: 1,
  tables: [paymentsTable],
  on: {
    InstalmentPaid: ({ data, at, metadata }, rows) =>
      rows.put(TABLE, {
        id: paymentKey(data),
        ...{ term_id: data.termId, customer_id: data.customerId, number: data.number },
        ...{ due_date: data.dueDate, amount: data.amount, paid_on: data.paidOn },
        ...{ means: data.means, reference: data.personal?.reference ?? null },
        ...{ taken_back_on: null, recorded_at: at, recorded_by: metadata.actor.username },
      }),
    InstalmentTakenBack: ({ data, at }, rows) =>
      rows.patch(TABLE, paymentKey(data), { taken_back_on: kolkataDay(at) }),
    // The reference stays with the one who paid: it goes with their key, not with the next one's.
    PolicyholderChanged: ({ data: { termId, customerId } }, rows) =>
      changeAll(rows, termId, { customer_id: customerId, reference: null }),
    PolicyTermDeleted: ({ data }, rows) => {
      for (const key of keysOfTerm(data.termId)) rows.remove(TABLE, key);
    },
  },
});

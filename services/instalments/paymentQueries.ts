import type { BoundedCount, Page } from '@insuremanager/contracts/lists';
import { PAYMENT_MEANS, type PaymentMeans } from '@insuremanager/contracts/policies/paymentKinds';
import {
  type PaymentFilter,
  type PaymentListRequest,
  type PaymentSort,
  type PaymentTotals,
  type PaymentView,
  paymentList,
} from '@insuremanager/contracts/policies/paymentViews';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import type { Knex } from 'knex';
import { byOwner } from '../customers/index.js';
import type { ListCursors } from '../platform/readModels/listCursors.js';
import { applyFilter } from '../platform/readModels/listFilter.js';
import {
  boundedCount,
  boundedCountOfAll,
  firstIds,
  inOrder,
  listPage,
  type PageOrder,
  rowsById,
  searchedIds,
} from '../platform/readModels/listPages.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { policiesTable, termSearch } from '../policies/index.js';
import { PAYMENTS_BY_DAY, type PaymentRow, paymentsTable } from './paymentTables.js';

const TERM_COLUMNS = ['kind', 'policy_number', 'insurance_company'] as const;
interface ListedRow extends PaymentRow {
  readonly kind: PolicyKind;
  readonly policy_number: string;
  readonly insurance_company: string;
}

/** The column that each sort walks; ties are broken by the number of the receipt. */
const SORT_COLUMNS = {
  paid: 'paid_on',
  amount: 'amount',
  recorded: 'recorded_at',
} as const satisfies Record<PaymentSort, keyof PaymentRow>;

/** Payments over all policies, and what they come to. */
export const paymentQueries = (tables: ReadTables, cursors: ListCursors) => {
  const { knex } = tables;
  const searchOf = ({ search }: PaymentFilter) => termSearch(tables, search ?? '', 'search_text');
  const filtered = (filter: PaymentFilter) =>
    byOwner(tables, comparing(tables.from(paymentsTable.name), filter), filter);

  /** Rows with what their policies say. */
  const withTerms = (rows: Knex.QueryBuilder): Knex.QueryBuilder =>
    knex
      .select('found.*', ...TERM_COLUMNS.map((column) => `term.${column}`))
      .from(rows.as('found'))
      .joinRaw(`JOIN ${tables.relation(policiesTable.name)} AS term ON term.id = found.term_id`);

  const page = ({ filter }: PaymentListRequest, order: PageOrder): Knex.QueryBuilder => {
    const rows = () => filtered(filter);
    const search = searchOf(filter);
    return rowsById(
      search ? searchedIds({ ...search, filtered: rows }, order) : firstIds(rows, order),
      order,
    );
  };

  /** Of days, what they were paid by and whose customers: kept by the database. */
  const summed = ({ ownerId, withoutOwner, ...filter }: PaymentFilter): Knex.QueryBuilder => {
    const sums = comparing(tables.from(PAYMENTS_BY_DAY), filter);
    if (ownerId) sums.where('owner_key', ownerId);
    if (withoutOwner) sums.where('owner_key', 0);
    return sums;
  };

  /** The same of what is found by a search, or of one customer. */
  const added = (filter: PaymentFilter): Knex.QueryBuilder => {
    const rows = () => filtered(filter).select('id');
    const search = searchOf(filter);
    const ids = search ? knex.union(search.found(rows), true) : rows();
    return tables
      .from(paymentsTable.name)
      .whereIn('id', knex.select('id').from(ids.as('found')))
      .select('means', 'status', 'amount', knex.raw('1 AS count'));
  };

  return {
    list: (request: PaymentListRequest): Promise<Page<PaymentView>> =>
      listPage(
        { tables, cursors, table: paymentsTable, sorts: SORT_COLUMNS },
        request,
        (order) => inOrder(withTerms(page(request, order)), order, `found.${order.column}`),
        (row: ListedRow) => viewOfRow(row),
      ),

    count(filter: PaymentFilter, most?: number): Promise<BoundedCount> {
      const rows = () => filtered(filter).select('id');
      const search = searchOf(filter);
      return search
        ? boundedCountOfAll(knex, search.found(rows), most)
        : boundedCount(knex, rows(), most);
    },

    async totals(filter: PaymentFilter): Promise<PaymentTotals> {
      const isOfRows = Boolean(filter.search || filter.customerId);
      const from = isOfRows ? added(filter) : summed(filter);
      const groups: Group[] = await knex
        .from(from.as('payments'))
        .select('means', 'status', knex.raw('sum(count) AS count, sum(amount) AS amount'))
        .groupBy('means', 'status');
      const paid = groups.filter(({ status }) => status === 'paid');
      return {
        ...totalOf(paid),
        byMeans: PAYMENT_MEANS.map((means) => ({
          means,
          ...totalOf(paid.filter((group) => group.means === means)),
        }))
          .filter(({ count }) => count > 0)
          .sort((one, other) => Number(other.amount) - Number(one.amount)),
        takenBack: totalOf(groups.filter(({ status }) => status === 'taken_back')).count,
      };
    },
  };
};

interface Group {
  readonly means: PaymentMeans;
  readonly status: PaymentRow['status'];
  readonly count: string;
  readonly amount: string;
}

const totalOf = (groups: readonly Group[]) => ({
  count: groups.reduce((sum, { count }) => sum + Number(count), 0),
  amount: decimalOf(groups.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
});

/** By what payments and their sums have alike. */
const comparing = (rows: Knex.QueryBuilder, filter: PaymentFilter): Knex.QueryBuilder =>
  applyFilter(rows, paymentsTable, paymentList.criteria, filter, {
    ownerId: null,
    withoutOwner: null,
  });

const viewOfRow = (row: ListedRow): PaymentView => ({
  id: `${row.term_id}-${row.number}`,
  customerId: row.customer_id,
  policyId: row.term_id,
  policyType: row.kind,
  policyNumber: row.policy_number,
  insuranceCompany: row.insurance_company,
  instalment: row.number,
  dueDate: row.due_date,
  paidOn: row.paid_on,
  amount: decimalOf(row.amount),
  means: row.means,
  reference: row.reference,
  status: row.status,
  takenBackOn: row.taken_back_on,
  recordedAt: row.recorded_at.toISOString(),
  recordedBy: row.recorded_by,
});

import type { Page } from '@insuremanager/contracts/lists';
import {
  LONGEST_VALIDITY_DAYS,
  type QuotationStatus,
} from '@insuremanager/contracts/quotations/quotationKinds';
import {
  type QuotationCards,
  type QuotationFilter,
  type QuotationListRequest,
  type QuotationSort,
  type QuotationView,
  quotationList,
} from '@insuremanager/contracts/quotations/quotationViews';
import { addDays, daysBetween } from '@insuremanager/contracts/rules/calendar';
import {
  type Day,
  endOfKolkataDay,
  kolkataDay,
  startOfKolkataDay,
} from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import type { Knex } from 'knex';
import { byOwner, customersTable } from '../customers/index.js';
import type { Clock } from '../platform/clock.js';
import type { ListCursors } from '../platform/readModels/listCursors.js';
import { applyFilter } from '../platform/readModels/listFilter.js';
import {
  afterCursor,
  firstIds,
  firstNarrowed,
  foundThenSorted,
  inOrder,
  listPage,
  listQueries,
  merged,
  type PageOrder,
  rowsById,
  searchedIds,
} from '../platform/readModels/listPages.js';
import type { Narrowing, ReadTables } from '../platform/readModels/readTables.js';
import { ownedSearch } from '../platform/search/ownedSearch.js';
import { personPatterns } from '../platform/search/searchPatterns.js';
import { matchQuotations, numbersOfYear, searchPatterns } from './quotationSearch.js';
import {
  QUOTATION_SUMMARIES,
  type QuotationRow,
  quotationEmailsTable,
  quotationsTable,
  viewOfRow,
} from './quotationTables.js';

/** An email without an outcome. */
export interface OpenEmail {
  readonly quotationId: number;
  readonly emailId: string;
  readonly requestedAt: Date;
}

export type QuotationQueries = ReturnType<typeof quotationQueries>;

/** Rows to views. `clock` says which day it is in Kolkata. */
export const quotationQueries = (tables: ReadTables, cursors: ListCursors, clock: Clock) => {
  const quotations = () => tables.from(quotationsTable.name);
  const emails = () => tables.from(quotationEmailsTable.name);

  const today = () => kolkataDay(clock.now());
  const list = { tables, cursors, table: quotationsTable, sorts: SORT_COLUMNS };

  return {
    ...listQueries(
      list,
      (filter: QuotationFilter, over) => filtered(over, filter, today()),
      (row: QuotationRow) => viewOfRow(row, today()),
      (filter) => searchOf(tables, filter),
    ),

    list(request: QuotationListRequest): Promise<Page<QuotationView>> {
      const day = today();
      return listPage(
        list,
        request,
        (order) => quotationPage(request, order, day),
        (row: QuotationRow) => viewOfRow(row, day),
      );
    },

    async endingSoon(
      withinDays: number,
      limit: number,
      only: Narrowing = () => {},
    ): Promise<QuotationView[]> {
      const day = today();
      const ending = quotations()
        .select('*')
        .where({ status: 'pending' })
        .whereBetween('valid_until', [day, addDays(day, withinDays)]);
      const by = ['valid_until', 'id'];
      const rows: QuotationRow[] = await firstNarrowed(tables, ending, { only, by, limit });
      return rows.map((row) => viewOfRow(row, day));
    },

    /** The policy that a quotation becomes, also before it says so itself; null when there is none. */
    async policyOf(id: number): Promise<number | null> {
      const row: { policy_id: number | null } | undefined = await quotations()
        .select('policy_id')
        .where({ id })
        .first();
      return row?.policy_id ?? null;
    },

    /** Quotations whose policy was issued and that do not say so themselves yet, the oldest first. */
    async unfinishedConversions(limit: number): Promise<number[]> {
      const rows: { id: number }[] = await quotations()
        .select('id')
        .whereRaw('policy_id IS NOT NULL AND NOT converted')
        .orderBy('id')
        .limit(limit);
      return rows.map(({ id }) => id);
    },

    /** Emails requested before an instant and still without an outcome, the oldest first. */
    async openEmails(before: Date, limit: number): Promise<OpenEmail[]> {
      const rows: { quotation_id: number; email_id: string; requested_at: Date }[] = await emails()
        .select('quotation_id', 'email_id', 'requested_at')
        .whereRaw(`state = 'open'`)
        .where('requested_at', '<', before)
        .orderBy(['requested_at', 'email_id'])
        .limit(limit);
      return rows.map((row) => ({
        quotationId: row.quotation_id,
        emailId: row.email_id,
        requestedAt: row.requested_at,
      }));
    },

    /** Those of the stored PDFs that were sent, or were to be, by email. */
    async emailedFiles(fileKeys: readonly string[]): Promise<Set<string>> {
      if (fileKeys.length === 0) return new Set();
      const rows: { file_key: string }[] = await emails()
        .distinct('file_key')
        .whereIn('file_key', fileKeys);
      return new Set(rows.map(({ file_key }) => file_key));
    },

    /** Of all those, the one that was requested last. */
    async newestEmailedFile(): Promise<string | null> {
      const row = await emails().select('file_key').orderBy('requested_at', 'desc').first();
      return row?.file_key ?? null;
    },

    /** The versions of those quotations that exist. */
    async versionsOf(ids: readonly number[]): Promise<Map<number, number>> {
      const wanted = [...new Set(ids)];
      const rows: { id: number; version: number }[] =
        wanted.length > 0 ? await quotations().select('id', 'version').whereIn('id', wanted) : [];
      return new Map(rows.map(({ id, version }) => [id, version]));
    },

    async cards(): Promise<QuotationCards> {
      // Sums of many amounts may pass 2^53, so they arrive as text.
      const groups: { status: QuotationStatus; count: number; total_amount: string }[] =
        await tables.from(QUOTATION_SUMMARIES.byStatus).select('status', 'count', 'total_amount');
      const countOf = (wanted: QuotationStatus) =>
        groups.find(({ status }) => status === wanted)?.count ?? 0;
      return {
        total: groups.reduce((sum, { count }) => sum + count, 0),
        pending: countOf('pending'),
        accepted: countOf('accepted'),
        totalValue: decimalOf(groups.reduce((sum, group) => sum + BigInt(group.total_amount), 0n)),
      };
    },

    match: (query: string) => matchQuotations(tables, query),
  };
};

/** The column that each sort walks; ties are broken by id. */
const SORT_COLUMNS = {
  added: 'created_at',
  total: 'total_amount',
  number: 'number_key',
  validity: 'valid_until',
} as const satisfies Record<QuotationSort, string>;

/**
 * The rows of a page, and one more when there is one. Which rows they are is read from indexes alone
 * where these hold all that is asked; then the rows themselves are fetched.
 */
function quotationPage(
  { filter, sort }: QuotationListRequest,
  order: PageOrder,
  today: Day,
): Knex.QueryBuilder {
  const { tables, column } = order;
  const rows = (over: Pick<ReadTables, 'from'> = tables) => filtered(over, filter, today);
  const idsAfter = () => afterCursor(rows().select('id', column), order);
  const search = searchOf(tables, filter);
  if (!search) {
    return rowsById(
      isFarFrom(sort, filter) ? foundThenSorted(idsAfter(), order) : firstIds(rows, order),
      order,
    );
  }
  if (search.isYear) {
    // The numbers of a year lie together in their order: they are walked wherever they begin.
    const [own, ...ofCustomers] = search.found(idsAfter);
    const either = [
      inOrder(own, order),
      ...ofCustomers.map((found) => foundThenSorted(found, order)),
    ];
    return rowsById(merged(either, order, 'union'), order);
  }
  return rowsById(searchedIds({ ...search, filtered: rows }, order), order);
}

const FEW_DAYS = 92;

/**
 * Quotations of a few days lie together in the orders of their numbers and of their validity, too:
 * a walk would pass most of the others first. Postgres does not know that of two columns.
 */
const isFarFrom = (sort: QuotationSort, { createdFrom, createdTo }: QuotationFilter): boolean =>
  (sort === 'number' || sort === 'validity') &&
  !!createdFrom &&
  !!createdTo &&
  daysBetween(createdFrom, createdTo) <= FEW_DAYS;

/** The rows that match the filter, its search aside: by the columns that indexes hold. */
const filtered = (
  tables: Pick<ReadTables, 'from'>,
  filter: QuotationFilter,
  today: Day,
): Knex.QueryBuilder =>
  applyFilter(owned(tables, filter), quotationsTable, quotationList.criteria, filter, {
    ownerId: null,
    withoutOwner: null,
    emailed: 'is_emailed',
    becamePolicy: 'became_policy',
    pastValidity: (query) => query.where('status', 'pending').where('valid_until', '<', today),
    // Days of validity follow from the day of making: said of both, either index can be walked.
    createdFrom: (query, day) =>
      query.where('created_at', '>=', startOfKolkataDay(day)).where('valid_until', '>', day),
    createdTo: (query, day) =>
      query
        .where('created_at', '<', endOfKolkataDay(day))
        .where('valid_until', '<=', addDays(day, LONGEST_VALIDITY_DAYS)),
  });

const owned = (tables: Pick<ReadTables, 'from'>, filter: QuotationFilter): Knex.QueryBuilder =>
  byOwner(tables, tables.from(quotationsTable.name), filter);

/** What is searched for, in quotations and in their customers; null when nothing is. */
function searchOf(tables: ReadTables, { search }: QuotationFilter) {
  const typed = search ?? '';
  const groups = searchPatterns(typed);
  if (groups.length === 0) return null;
  const numbers = numbersOfYear(typed);
  const owned = ownedSearch(tables, {
    ...{ text: 'search_text', groups },
    own: numbers === null ? undefined : (rows) => rows.whereLike('number_key', numbers),
    ...{ customers: customersTable.name, byCustomer: personPatterns(typed) },
  });
  return { ...owned, isYear: numbers !== null };
}

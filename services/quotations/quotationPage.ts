import type {
  QuotationFilter,
  QuotationListRequest,
  QuotationSort,
} from '@insuremanager/contracts/quotations/quotationViews';
import { daysBetween } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Knex } from 'knex';
import type { After } from '../platform/readModels/listPages.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import {
  matches,
  matching,
  narrowed,
  type QuotationSearch,
  SEARCHED_COLUMNS,
  searchOf,
} from './quotationFilter.js';
import type { QuotationRow } from './quotationRow.js';
import { quotationsTable } from './quotationTables.js';

/** The column that each sort walks; ties are broken by id. */
export const SORT_COLUMNS = {
  added: 'created_at',
  total: 'total_amount',
  number: 'number_key',
  validity: 'valid_until',
} as const satisfies Record<QuotationSort, keyof QuotationRow>;

/** The same orders, in which no index is: what is ordered by them is found first, and then sorted. */
const SORTED_BY = {
  added: `created_at + interval '0'`,
  total: 'total_amount + 0',
  number: `number_key || ''`,
  validity: 'valid_until + 0',
} as const satisfies Record<QuotationSort, string>;

/**
 * The rows of a page, and one more when there is one. Which rows they are is told by indexes alone
 * where these hold all that is asked; then the rows themselves are fetched.
 */
export async function quotationPage(
  tables: ReadTables,
  request: QuotationListRequest,
  after: After,
  today: Day,
): Promise<QuotationRow[]> {
  const { knex, schema } = tables;
  const { filter, sort, direction } = request;
  const column = SORT_COLUMNS[sort];
  const rest = (): Knex.QueryBuilder => {
    const query = narrowed(tables, { filter, today }).select('id', column);
    return after
      ? query.whereRaw(`(??, id) ${direction === 'asc' ? '>' : '<'} (?, ?)`, [column, ...after])
      : query;
  };
  const search = searchOf(filter);
  const ids = search
    ? searchedIds(tables, request, search, rest)
    : inOrder(rest(), request, isFarFrom(sort, filter) ? SORTED_BY[sort] : column);
  return inOrder(
    knex
      .select('quotations.*')
      .from(ids.as('page'))
      .joinRaw('JOIN ??.?? AS quotations USING (id)', [schema, quotationsTable.name]),
    request,
    `page.${column}`,
  );
}

/** Rows that are looked at in order for each one wanted, before a search asks its indexes. */
const WALKED_FOR_EACH = 100;
/** At most so many of them: each asks for its customer, too. */
const MOST_WALKED = 20_000;

/**
 * What most quotations have in common fills a page from the next rows in order; what few have is
 * found by trigrams, its own or its customer's, and sorted. Which of the two a search is, only the
 * first rows can tell. Of the numbers of a year it is known: they are walked wherever they begin.
 */
function searchedIds(
  tables: ReadTables,
  request: QuotationListRequest,
  search: QuotationSearch,
  rest: () => Knex.QueryBuilder,
): Knex.QueryBuilder {
  const { knex } = tables;
  const { sort, limit } = request;
  const column = SORT_COLUMNS[sort];
  const { own, ofCustomers } = matches(rest, tables, search);
  const merged = (parts: Knex.QueryBuilder[]) =>
    inOrder(knex.select('*').from(knex.union(parts, true).as('either')), request, column);
  const found = (part: Knex.QueryBuilder) => inOrder(part, request, SORTED_BY[sort]);
  if (search.numbers !== null) return merged([inOrder(own, request, column), found(ofCustomers)]);

  const next = inOrder(rest().select(SEARCHED_COLUMNS), request, column).limit(
    Math.min(WALKED_FOR_EACH * limit, MOST_WALKED),
  );
  const walked = matching(knex.select('id', column).from(next.as('next')), tables, search, 'next');
  const fillsPage = '(SELECT count(*) FROM walked) > ?';
  return merged([
    knex.select('*').from('walked').whereRaw(fillsPage, [limit]),
    ...[own, ofCustomers].map((part) => found(part.whereRaw(`NOT ${fillsPage}`, [limit]))),
  ]).with('walked', inOrder(walked, request, column));
}

const inOrder = (
  query: Knex.QueryBuilder,
  { direction, limit }: QuotationListRequest,
  expression: string,
): Knex.QueryBuilder =>
  query.orderByRaw(`${expression} ${direction}, id ${direction}`).limit(limit + 1);

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

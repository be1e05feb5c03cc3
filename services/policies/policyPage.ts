import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import type {
  PolicyFilter,
  PolicyListRequest,
  PolicySort,
} from '@insuremanager/contracts/policies/policyViews';
import { daysBetween } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Knex } from 'knex';
import type { After } from '../platform/readModels/listPages.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { columnsToLeave, isSearched, left, type Narrowing, narrowed } from './policyFilter.js';
import { policiesTable } from './policyTables.js';
import type { PolicyRow } from './policyView.js';

/** The column that each sort walks; ties are broken by id. */
export const SORT_COLUMNS = {
  added: 'created_at',
  ends: 'end_date',
  premium: 'premium_amount',
  number: 'number_key',
} as const satisfies Record<PolicySort, keyof PolicyRow>;

/** The same orders, in which no index is: what is ordered by them is found first, and then sorted. */
const SORTED_BY = {
  added: `created_at + interval '0'`,
  ends: 'end_date + 0',
  premium: 'premium_amount + 0',
  number: `number_key || ''`,
} as const satisfies Record<PolicySort, string>;

/**
 * The rows of a page, and one more when there is one. Indexes are walked in order within one kind:
 * a page of both is merged from a page of each. Which rows they are is told by indexes alone where
 * these hold all that is asked; then the rows themselves are fetched.
 */
export async function policyPage(
  tables: ReadTables,
  request: PolicyListRequest,
  after: After,
  today: Day,
): Promise<PolicyRow[]> {
  const { knex, schema } = tables;
  const { filter, sort } = request;
  const column = SORT_COLUMNS[sort];
  const kinds = filter.kind ? [filter.kind] : POLICY_KINDS;
  const pages = kinds.map((kind) => idsOfKind(tables, request, after, { kind, filter, today }));
  const ids = inOrder(
    knex.select('*').from(knex.unionAll(pages, true).as('kinds')),
    request,
    column,
  );
  return inOrder(
    knex
      .select('policies.*')
      .from(ids.as('page'))
      .joinRaw('JOIN ??.?? AS policies USING (id)', [schema, policiesTable.name]),
    request,
    `page.${column}`,
  );
}

function idsOfKind(
  tables: ReadTables,
  request: PolicyListRequest,
  after: After,
  narrowing: Narrowing,
): Knex.QueryBuilder {
  const { sort, direction, filter } = request;
  const column = SORT_COLUMNS[sort];
  const rest = (): Knex.QueryBuilder => {
    const query = narrowed(tables, narrowing).select('id', column);
    return after
      ? query.whereRaw(`(??, id) ${direction === 'asc' ? '>' : '<'} (?, ?)`, [column, ...after])
      : query;
  };
  if (isSearched(narrowing)) return searchedIds(tables, request, narrowing, rest);
  const isSorted = sort === 'added' && endsWithinDays(filter);
  return inOrder(left(rest(), tables, narrowing), request, isSorted ? SORTED_BY[sort] : column);
}

/** Rows that are looked at in order for each one wanted, before a search asks its index. */
const WALKED_FOR_EACH = 100;

/**
 * What most policies have in common fills a page from the next rows in order; what few have is found
 * by its trigrams and sorted. Which of the two a search is, only the first rows can tell: numbers
 * that begin alike also lie together in their order.
 */
function searchedIds(
  tables: ReadTables,
  request: PolicyListRequest,
  narrowing: Narrowing,
  rest: () => Knex.QueryBuilder,
): Knex.QueryBuilder {
  const { knex } = tables;
  const { sort, limit } = request;
  const column = SORT_COLUMNS[sort];
  const next = inOrder(rest().select(columnsToLeave(narrowing.kind)), request, column).limit(
    WALKED_FOR_EACH * limit,
  );
  const walked = left(knex.select('id', column).from(next.as('next')), tables, narrowing);
  const fillsPage = '(SELECT count(*) FROM walked) > ?';
  const found = left(rest(), tables, narrowing).whereRaw(`NOT ${fillsPage}`, [limit]);
  const either = [
    knex.select('*').from('walked').whereRaw(fillsPage, [limit]),
    inOrder(found, request, SORTED_BY[sort]),
  ];
  return inOrder(
    knex
      .with('walked', inOrder(walked, request, column))
      .select('*')
      .from(knex.unionAll(either, true).as('either')),
    request,
    column,
  );
}

const inOrder = (
  query: Knex.QueryBuilder,
  { direction, limit }: PolicyListRequest,
  expression: string,
): Knex.QueryBuilder =>
  query.orderByRaw(`${expression} ${direction}, id ${direction}`).limit(limit + 1);

const FEW_DAYS = 45;

/**
 * Policies that end within a few days were added within a few days: a walk in the order in which
 * they were added would pass most of the others first. Postgres does not know that of two columns.
 */
const endsWithinDays = ({ expiringSoon, endsFrom, endsTo }: PolicyFilter): boolean =>
  expiringSoon === true || (!!endsFrom && !!endsTo && daysBetween(endsFrom, endsTo) <= FEW_DAYS);

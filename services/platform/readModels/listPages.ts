import {
  type BoundedCount,
  COUNT_LIMIT,
  type ListRequest,
  type Page,
} from '@insuremanager/contracts/lists';
import type { Knex } from 'knex';
import type { CursorValue, ListCursors } from './listCursors.js';
import type { ColumnType, Table } from './projector.js';
import type { ReadTables } from './readTables.js';

/** A table that is listed. */
export interface List<Sort extends string> {
  readonly tables: ReadTables;
  readonly cursors: ListCursors;
  readonly table: Table;
  /** The column of each sort; ties are broken by `id`. */
  readonly sorts: Readonly<Record<Sort, string>>;
}

/** The order and the place in it for which a page is asked. */
export interface PageOrder {
  readonly tables: ReadTables;
  readonly table: Table;
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  /** The page before ended at the row with these values of `column` and `id`. */
  readonly after: readonly CursorValue[] | null;
}

/**
 * One page of a list, by keyset.
 *
 * @param rowsOf finds `limit` rows, and one more when there is one.
 * @throws invalid when the cursor is none of this list in this order.
 */
export async function listPage<
  Row extends { readonly id: number | string },
  Sort extends string,
  Item,
>(
  { tables, cursors, table, sorts }: List<Sort>,
  { sort, direction, limit, cursor }: ListRequest<unknown, Sort>,
  rowsOf: (order: PageOrder) => PromiseLike<Row[]>,
  viewOf: (row: Row) => Item,
): Promise<Page<Item>> {
  const name = `${table.name}:${sort}`;
  const column = sorts[sort];
  const after = cursor ? await cursors.open(name, cursor) : null;
  const rows = await rowsOf({ tables, table, column, direction, limit, after });
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  const nextCursor = last
    ? await cursors.seal(name, [sortValue((last as Record<string, unknown>)[column]), last.id])
    : null;
  return { items: items.map(viewOf), nextCursor };
}

const sortValue = (value: unknown): CursorValue => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number' ? value : String(value);
};

/** Behind the page before. */
export const afterCursor = (
  query: Knex.QueryBuilder,
  { column, direction, after }: PageOrder,
): Knex.QueryBuilder =>
  after
    ? query.whereRaw(`(??, id) ${direction === 'asc' ? '>' : '<'} (?, ?)`, [column, ...after])
    : query;

/** The first rows in the order, which an index has. */
export const inOrder = (
  query: Knex.QueryBuilder,
  { column, direction, limit }: PageOrder,
  expression = column,
): Knex.QueryBuilder =>
  query.orderByRaw(`${expression} ${direction}, id ${direction}`).limit(limit + 1);

/** The same for a query that has few rows: they are found first and then sorted. */
export const foundThenSorted = (query: Knex.QueryBuilder, order: PageOrder): Knex.QueryBuilder => {
  const { table, column } = order;
  const type = table.columns[column]?.type;
  return inOrder(query, order, `${column} ${SAME_VALUE[type ?? 'text'] ?? '+ 0'}`);
};

/** What makes of a column an expression that no index has. */
const SAME_VALUE: Partial<Record<ColumnType, string>> = {
  text: `|| ''`,
  timestamptz: `+ interval '0'`,
};

/** The rows of a page whose ids and sort values are known. */
export const rowsById = (ids: Knex.QueryBuilder, order: PageOrder): Knex.QueryBuilder => {
  const { tables, table, column } = order;
  const rows = tables.knex
    .select(`${table.name}.*`)
    .from(ids.as('page'))
    .joinRaw(`JOIN ${tables.relation(table.name)} AS ${table.name} USING (id)`);
  return inOrder(rows, order, `page.${column}`);
};

/** What several queries find in the order, as one. `union`: what more than one finds is there once. */
export const merged = (
  parts: Knex.QueryBuilder[],
  order: PageOrder,
  how: 'union' | 'unionAll',
): Knex.QueryBuilder => {
  const { knex } = order.tables;
  return inOrder(knex.select('*').from(knex[how](parts, true).as('either')), order);
};

/** How the rows of a list are searched. */
export interface RowSearch {
  /** Adds the condition to a query on few rows, called `next`, that have these columns. */
  matching(next: Knex.QueryBuilder): Knex.QueryBuilder;
  readonly columns: readonly string[];
  /** Those of such rows that match, in one query for each index that finds some. */
  found(filtered: () => Knex.QueryBuilder): Knex.QueryBuilder[];
}

interface SearchedRows extends RowSearch {
  /** The rows that match the rest of the filter. */
  filtered(): Knex.QueryBuilder;
  /** Rows that are looked at in order, before an index is asked. */
  readonly walked: number;
}

/**
 * The ids of a searched page. What most rows have in common fills a page from the next rows in
 * order; what few have is found by its trigrams and sorted. Which of the two a search is, only the
 * first rows can tell: values that begin alike also lie together in their order.
 */
export function searchedIds(search: SearchedRows, order: PageOrder): Knex.QueryBuilder {
  const { tables, column, limit } = order;
  const { knex } = tables;
  const rest = () => afterCursor(search.filtered().select('id', column), order);
  const next = inOrder(rest().select(search.columns), order).limit(search.walked);
  const walked = search.matching(knex.select('id', column).from(next.as('next')));
  const fillsPage = '(SELECT count(*) FROM walked) > ?';
  const found = search
    .found(rest)
    .map((query) => foundThenSorted(query.whereRaw(`NOT ${fillsPage}`, [limit]), order));
  const either = [knex.select('*').from('walked').whereRaw(fillsPage, [limit]), ...found];
  const how = found.length > 1 ? 'union' : 'unionAll';
  return merged(either, order, how).with('walked', inOrder(walked, order));
}

/** How a list is searched beside its filter. */
export interface ListSearch<Filter> {
  /** Null where nothing is searched for. */
  of(filter: Filter): RowSearch | null;
  /** Rows that are looked at in order for each one wanted, before an index is asked. */
  readonly walkedForEach: number;
}

/**
 * What is asked of a list whose filter is one query, which indexes answer in every order.
 * @param search absent where it is part of the filter
 */
export const listQueries = <Row extends { readonly id: number }, Sort extends string, Filter, View>(
  list: List<Sort>,
  filtered: (filter: Filter) => Knex.QueryBuilder,
  viewOf: (row: Row) => View,
  search: ListSearch<Filter> = { of: () => null, walkedForEach: 0 },
) => ({
  list: (request: ListRequest<Filter, Sort>): Promise<Page<View>> => {
    const rows = () => filtered(request.filter);
    const sought = search.of(request.filter);
    const walked = search.walkedForEach * request.limit;
    const rowsOf = (order: PageOrder) =>
      sought
        ? rowsById(searchedIds({ ...sought, filtered: rows, walked }, order), order)
        : inOrder(afterCursor(rows(), order).select('*'), order);
    return listPage(list, request, rowsOf, viewOf);
  },

  count: (filter: Filter, most?: number): Promise<BoundedCount> => {
    const { knex } = list.tables;
    const ids = () => filtered(filter).select('id');
    const sought = search.of(filter);
    return sought
      ? boundedCountOfAll(knex, sought.found(ids), most)
      : boundedCount(knex, ids(), most);
  },

  async find(id: number): Promise<View | null> {
    const row: Row | undefined = await list.tables.from(list.table.name).where({ id }).first();
    return row ? viewOf(row) : null;
  },

  /** Those of the records that exist, in the order of the ids. */
  async listByIds(ids: readonly number[]): Promise<View[]> {
    const wanted = [...new Set(ids)];
    const rows: Row[] = await list.tables.from(list.table.name).whereIn('id', wanted);
    const byId = new Map(rows.map((row) => [row.id, viewOf(row)]));
    return wanted.flatMap((id) => byId.get(id) ?? []);
  },
});

/** How many rows a query finds, up to so many. One more than are reported is worth counting. */
export async function boundedCount(
  knex: Knex,
  query: Knex.QueryBuilder,
  most = COUNT_LIMIT,
): Promise<BoundedCount> {
  const some = query.limit(most + 1).as('some');
  const [row] = await knex.from(some).count<{ n: string }[]>({ n: '*' });
  const found = Number(row?.n ?? 0);
  return { count: Math.min(found, most), exact: found <= most };
}

/** The same of what several queries find, what several of them find counted once. */
export const boundedCountOfAll = (
  knex: Knex,
  queries: readonly Knex.QueryBuilder[],
  most = COUNT_LIMIT,
): Promise<BoundedCount> => {
  const all = knex.union(
    queries.map((query) => query.limit(most + 1)),
    true,
  );
  return boundedCount(knex, knex.select('id').from(all.as('found')), most);
};

import {
  type BoundedCount,
  COUNT_LIMIT,
  type ListRequest,
  type Page,
} from '@insuremanager/contracts/lists';
import type { Knex } from 'knex';
import { keyedRows } from './keyedRows.js';
import type { CursorValue, ListCursors } from './listCursors.js';
import type { ColumnType, Table } from './projector.js';
import type { Narrowing, ReadTables } from './readTables.js';

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

const sorted = (
  query: Knex.QueryBuilder,
  { column, direction }: PageOrder,
  expression = column,
): Knex.QueryBuilder => query.orderByRaw(`${expression} ${direction}, id ${direction}`);

/** The first rows in the order, which an index has. */
export const inOrder = (
  query: Knex.QueryBuilder,
  order: PageOrder,
  expression = order.column,
): Knex.QueryBuilder => sorted(query, order, expression).limit(order.limit + 1);

/** The same for a query that has few rows: they are found first and then sorted. */
export const foundThenSorted = (query: Knex.QueryBuilder, order: PageOrder): Knex.QueryBuilder => {
  const { table, column } = order;
  const type = table.columns[column]?.type;
  return inOrder(query, order, `${column} ${SAME_VALUE[type ?? 'text'] ?? '+ 0'}`);
};

/**
 * The first rows in the order of some columns that are not narrowed away. Those of a book are found
 * before each is asked whether it is: `OFFSET 0` keeps Postgres from asking that of all books first.
 */
export function firstNarrowed(
  { knex }: Pick<ReadTables, 'knex'>,
  rows: Knex.QueryBuilder,
  { only, by, limit, direction = 'asc' }: Narrowed,
): Knex.QueryBuilder {
  const order = by.map((column) => ({ column, order: direction }));
  return knex
    .select('*')
    .from(knex.raw('(? OFFSET 0) AS found', [rows.orderBy(order)]))
    .modify(only)
    .orderBy(order)
    .limit(limit);
}

interface Narrowed {
  readonly only: Narrowing;
  readonly by: readonly string[];
  readonly direction?: 'asc' | 'desc';
  readonly limit: number;
}

/** What makes of a column an expression that no index has. */
const SAME_VALUE: Partial<Record<ColumnType, string>> = {
  text: `|| ''`,
  timestamptz: `+ interval '0'`,
};

type RowTables = Pick<ReadTables, 'from'>;
/** The rows that match a filter; of other tables than the usual ones where such are given. */
export type RowsOver = (over?: RowTables) => Knex.QueryBuilder;

/** Customers of a book who are looked at one by one, at most. */
const FEW_CUSTOMERS = 10_000;

/**
 * The ids of the first rows in the order. Within a book, a walk passes the rows of all others, too: to
 * meet a page of one customer in a hundred it passes a hundred pages, and all rows there are where
 * the book has none. So those of a book of few customers are found by these, customer by customer,
 * and sorted: where these are fewer than the rows that a walk would pass.
 * @param rows selects from a list's table, but not `id`
 */
export function firstIds(rows: RowsOver, order: PageOrder): Knex.QueryBuilder {
  const { tables, table, column, limit } = order;
  const { knex, owned } = tables;
  const ids = (over?: RowTables) => afterCursor(rows(over).select('id', column), order);
  // What is assigned to a user is not found by customers.
  const isOfCustomers = table.book !== 'none' && table.assignedBy === undefined;
  if (!owned || !isOfCustomers) return inOrder(ids(), order);
  const walk = inOrder(ids(tables.walked?.(limit + 1)), order);
  const customer = table.book === 'owner_id' ? 'id' : 'customer_id';
  const ofMine = knex
    .select('owned.*')
    .from('mine')
    // `OFFSET 0` keeps Postgres from reading the rows of all customers.
    .crossJoin(
      knex.raw('LATERAL (? OFFSET 0) AS owned', [ids().where(customer, knex.ref('mine.id'))]),
    );
  // The square root of what a walk would pass for one of them alone: then both cost the same.
  const most = knex.raw('least(?, sqrt(?::float8 * coalesce((?), 0))::integer)', [
    ...[FEW_CUSTOMERS, limit + 1, owned.lastNumber()],
  ]);
  const few = knex.raw('SELECT count(*) <= ? AS are FROM mine', [most]);
  const arm = (query: Knex.QueryBuilder, areFew: boolean): Knex.QueryBuilder =>
    knex.select('*').from(
      knex.raw(
        `(SELECT * FROM ? AS found
          LIMIT CASE WHEN (SELECT are FROM few) = ? THEN ? ELSE 0 END) AS arm`,
        [query, areFew, limit + 1],
      ),
    );
  const arms = [arm(foundThenSorted(ofMine, order), true), arm(walk, false)];
  return merged(arms, order, 'unionAll')
    .withMaterialized('mine', knex.raw('? LIMIT ? + 1', [owned.customers(), most]))
    .withMaterialized('few', few);
}

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
  /**
   * Adds the condition to a query on few rows, called `next`, that have these columns.
   * @param owners `found`: they are read as `owners`, and as `n` of `owners_found` how many they are,
   * one more than `most` where there are more. Else the owner of each row is looked at.
   */
  matching(next: Knex.QueryBuilder, owners?: 'found'): Knex.QueryBuilder;
  readonly columns: readonly string[];
  /**
   * Those of such rows that match, in one query for each index that finds some.
   * @param owners selects the ids of the owners, where they were found already.
   */
  found(filtered: () => Knex.QueryBuilder, owners?: Knex.QueryBuilder): Knex.QueryBuilder[];
  /** Where there are such whose rows match by that alone: selects the `id` of each. */
  readonly owners?: { readonly ids: Knex.QueryBuilder; readonly most: number };
}

interface SearchedRows extends RowSearch {
  /** The rows that match the rest of the filter. */
  readonly filtered: RowsOver;
  /** Rows that are looked at in order, before an index is asked; absent: as many as usual. */
  readonly walked?: number;
}

/**
 * Rows that a search looks at in order, before an index is asked for what they do not show. Those of
 * a book lie far apart: they are found by an index that has whose they are, then fetched one by one.
 */
const walkedFor = ({ tables, limit }: PageOrder): number =>
  Math.min((tables.walked ? 20 : 160) * limit, 20_000);
/** The first of them, whose owners are looked at one by one before an index finds any. */
const nearFor = (limit: number): number => Math.min(25 * limit, 5_000);

/**
 * The ids of a searched page. What most rows have in common fills a page from the next rows in
 * order; what few have is found by its trigrams and sorted. Which of the two a search is, only the
 * first rows can tell: values that begin alike also lie together in their order.
 *
 * A step is taken when those before it did not fill the page: what has a limit of 0 is not begun.
 * Owners are read as far as they are asked for. To walk by one more row costs less than to fetch the
 * rows of one more owner: so the walk goes on by as many rows as there are owners.
 */
export function searchedIds(search: SearchedRows, order: PageOrder): Knex.QueryBuilder {
  const { tables, column, limit } = order;
  const { owners, columns, walked: most = Number.POSITIVE_INFINITY } = search;
  const { knex } = tables;
  const least = Math.min(most, walkedFor(order));
  const ofBook = tables.walked?.(least);
  const rest = (over?: RowTables) => afterCursor(search.filtered(over).select('id', column), order);
  const first = (rows: Knex.Value | Knex.Raw): Knex.Raw =>
    ofBook
      ? knex.raw(
          `SELECT * FROM (? LIMIT ?) AS walk
           CROSS JOIN LATERAL (SELECT ${columns} FROM ? AS own WHERE own.id = walk.id OFFSET 0) AS own`,
          [sorted(rest(ofBook), order), rows, knex.raw(ofBook.relation(order.table.name))],
        )
      : knex.raw('? LIMIT ?', [sorted(rest().select(columns), order), rows]);
  const matches = (next: Knex.Raw | string, by?: 'found') =>
    inOrder(search.matching(knex.select('id', column).from(next), by), order);
  // Of a book few are walked, and whether their owners are meant is asked of each.
  const goesOn = ofBook ? undefined : owners;
  const walked = goesOn
    ? knex.raw('(SELECT ? + CASE WHEN n <= ? THEN n ELSE 0 END FROM owners_found)', [
        ...[least, goesOn.most],
      ])
    : least;
  const step = knex.raw(
    `SELECT CASE ${goesOn ? `WHEN (SELECT count(*) FROM near) > :limit THEN 'near'` : ''}
      WHEN (SELECT count(*) FROM walked) > :limit OR (SELECT count(*) FROM next) < :walked
      THEN 'walked' ELSE 'found' END AS taken`,
    { limit, walked },
  );
  const arm = (taken: string, query: Knex.QueryBuilder): Knex.QueryBuilder =>
    knex.select('*').from(
      knex.raw(
        `(SELECT * FROM ? AS found
          LIMIT CASE WHEN (SELECT taken FROM step) = ? THEN ? ELSE 0 END) AS arm`,
        [query, taken, limit + 1],
      ),
    );
  const found = search.found(rest, owners && knex.select('id').from('owners'));
  const all = knex.select('*').from('walked');
  const arms = [
    arm('walked', all),
    ...(goesOn ? [arm('near', knex.select('*').from('near'))] : []),
    ...found.map((query) => arm('found', foundThenSorted(query, order))),
  ];
  const page = merged(arms, order, found.length > 1 ? 'union' : 'unionAll');
  if (owners) page.withMaterialized('owners', owners.ids);
  if (goesOn) {
    const some = knex
      .select('id')
      .from('owners')
      .limit(goesOn.most + 1);
    page
      .with('near', matches(knex.raw('(?) AS next', [first(nearFor(limit))])))
      .withMaterialized('owners_found', knex.count('* as n').from(some.as('some')));
  }
  return page
    .withMaterialized('next', first(walked))
    .with('walked', matches('next', goesOn && 'found'))
    .withMaterialized('step', step);
}

/**
 * What is asked of a list whose filter is one query, which indexes answer in every order.
 * @param filtered selects them from the tables that it is given
 * @param searchOf how it is searched beside its filter, null where nothing is searched for; absent
 * where that is part of the filter
 */
export const listQueries = <Row extends { readonly id: number }, Sort extends string, Filter, View>(
  list: List<Sort>,
  filtered: (filter: Filter, over: RowTables) => Knex.QueryBuilder,
  viewOf: (row: Row) => View,
  searchOf: (filter: Filter) => RowSearch | null = () => null,
) => ({
  list: (request: ListRequest<Filter, Sort>): Promise<Page<View>> => {
    const { tables } = list;
    const rows = (over: RowTables = tables) => filtered(request.filter, over);
    const sought = searchOf(request.filter);
    const rowsOf = (order: PageOrder) =>
      sought
        ? rowsById(searchedIds({ ...sought, filtered: rows }, order), order)
        : tables.owned
          ? rowsById(firstIds(rows, order), order)
          : inOrder(afterCursor(rows(), order).select('*'), order);
    return listPage(list, request, rowsOf, viewOf);
  },

  count: (filter: Filter, most?: number): Promise<BoundedCount> => {
    const { knex } = list.tables;
    const ids = () => filtered(filter, list.tables).select('id');
    const sought = searchOf(filter);
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
    const { tables, table } = list;
    const name = `${table.name} by id`;
    const keyed = { column: 'id', keys: wanted };
    const rows: Row[] = await keyedRows(tables, name, tables.from(table.name).select('*'), keyed);
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

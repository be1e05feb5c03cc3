import { type BoundedCount, COUNT_LIMIT, type Page } from '@insuremanager/contracts/lists';
import type { Knex } from 'knex';
import type { CursorValue, ListCursors } from './listCursors.js';

/** Where a page begins: after the row with these values of the sort's column and of `id`. */
export type After = readonly CursorValue[] | null;

/** A list in one of its orders. */
export interface ListInOrder<Row> {
  /** Of this order alone: its cursors are no others'. */
  readonly name: string;
  /** What it is sorted by; ties are broken by `id`. */
  readonly column: keyof Row;
}

/**
 * One page of a list, by keyset.
 *
 * @param rowsAfter finds `limit` rows, and one more when there is one.
 * @throws invalid when the cursor is none of this list.
 */
export async function listPage<Row extends { readonly id: number }, Item>(
  cursors: ListCursors,
  { name, column }: ListInOrder<Row>,
  { cursor, limit }: { readonly cursor?: string | null; readonly limit: number },
  rowsAfter: (after: After) => Promise<Row[]>,
  viewOf: (row: Row) => Item,
): Promise<Page<Item>> {
  const rows = await rowsAfter(cursor ? await cursors.open(name, cursor) : null);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const nextCursor = last ? await cursors.seal(name, [sortValue(last[column]), last.id]) : null;
  return { items: shown.map(viewOf), nextCursor };
}

const sortValue = (value: unknown): CursorValue => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number' ? value : String(value);
};

/** Rows that are worth counting: one more than are told. */
export const MOST_COUNTED = COUNT_LIMIT + 1;

/** How many rows a query finds, up to `COUNT_LIMIT`. */
export async function boundedCount(knex: Knex, query: Knex.QueryBuilder): Promise<BoundedCount> {
  const some = query.limit(MOST_COUNTED).as('some');
  const [row] = await knex.from(some).count<{ n: string }[]>({ n: '*' });
  const found = Number(row?.n ?? 0);
  return { count: Math.min(found, COUNT_LIMIT), exact: found <= COUNT_LIMIT };
}

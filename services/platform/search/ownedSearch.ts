import type { Knex } from 'knex';
import type { RowSearch } from '../readModels/listPages.js';
import type { ReadTables } from '../readModels/readTables.js';
import { matchingAny } from './bestMatches.js';

/**
 * The records of some customers, customer by customer. However many they are, the records of all
 * are not read for it, as it would be for `customer_id IN (…)`: `OFFSET 0` keeps Postgres from
 * that.
 * @param customers selects `id`.
 * @param owned selects from a table with a `customer_id`, but not that column.
 */
const ofEachCustomer = (
  tables: Pick<ReadTables, 'knex'>,
  customers: Knex.QueryBuilder,
  owned: Knex.QueryBuilder,
): Knex.QueryBuilder => ofEach(tables, customers, owned, 'customer_id');

/** The same by another column: the records that say with it to which of `owners` they belong. */
export const ofEach = (
  { knex }: Pick<ReadTables, 'knex'>,
  owners: Knex.QueryBuilder,
  owned: Knex.QueryBuilder,
  column: string,
): Knex.QueryBuilder =>
  knex
    .select('owned.*')
    .from(knex.select({ owner_id: 'id' }).from(owners.as('found')).as('owner'))
    .crossJoin(
      knex.raw('LATERAL (? OFFSET 0) AS owned', [owned.where(column, knex.ref('owner.owner_id'))]),
    );

/** What the records of customers are searched by. */
export interface OwnedSearch {
  /** The column of the text of their own, and LIKE patterns over it: all of one of the groups. */
  readonly text: string;
  readonly groups: readonly string[][];
  /** Says the same as the groups, where another index is better. */
  readonly own?: ((rows: Knex.QueryBuilder) => Knex.QueryBuilder) | undefined;
  /** The table of customers. */
  readonly customers: string;
  /** LIKE patterns over its `search_text`, all of which a customer must match. Empty: none does. */
  readonly byCustomer: readonly string[];
  /** How many of these customers are found at once, before rows are walked by. */
  readonly mostOwners?: number;
}

/**
 * To find one customer costs half of what it costs to look at the one of a row that is walked by. Of
 * customers as many as these every hundredth row or so is: more of them soon fill a page.
 */
const MOST_OWNERS = 10_000;

/** Searches records in a text of their own and in their customers. */
export function ownedSearch(tables: ReadTables, search: OwnedSearch) {
  const { text, groups, customers, byCustomer, mostOwners: most = MOST_OWNERS } = search;
  const { own = (rows) => matchingAny(rows, { text, groups }) } = search;
  const { knex } = tables;
  const ofCustomer = { text: 'search_text', groups: [byCustomer] };
  const ids = matchingAny(tables.from(customers).select('id'), ofCustomer);
  const meansCustomers = byCustomer.length > 0;
  return {
    columns: [text, 'customer_id'],

    matching: (next, by) =>
      next.where((either) => {
        matchingAny(either, { text: `next.${text}`, groups });
        if (!meansCustomers) return;
        const all = byCustomer.map(() => 'search_text LIKE ?').join(' AND ');
        const matches = tables
          .from(customers)
          .where('id', knex.ref('next.customer_id'))
          .select(knex.raw(all, [...byCustomer]));
        const isFound = `CASE WHEN (SELECT n FROM owners_found) <= ?
          THEN next.customer_id IN (SELECT id FROM owners) ELSE (?) END`;
        if (by === 'found') either.orWhereRaw(isFound, [most, matches]);
        // A value rather than a join, which may be answered by reading all customers first.
        else either.orWhereRaw('(?)', [matches]);
      }),

    /** A record that matches both ways is in both. */
    found(rows, owners = ids): [own: Knex.QueryBuilder, ...ofCustomers: Knex.QueryBuilder[]] {
      return [own(rows()), ...(meansCustomers ? [ofEachCustomer(tables, owners, rows())] : [])];
    },

    ...(meansCustomers ? { owners: { ids, most } } : {}),
  } satisfies RowSearch;
}

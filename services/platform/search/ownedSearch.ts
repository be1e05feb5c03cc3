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
  /**
   * Whether Postgres may find all of these customers by their trigrams where it expects few, rather
   * than look at that of each record that is walked. It expects half of what there are at times:
   * where many records are walked, it would find many, though a page is soon full.
   */
  readonly mayFindOwners?: boolean;
}

/** Searches records in a text of their own and in their customers. */
export function ownedSearch(tables: ReadTables, search: OwnedSearch) {
  const { text, groups, customers, byCustomer, mayFindOwners } = search;
  const { own = (rows) => matchingAny(rows, { text, groups }) } = search;
  const { knex } = tables;
  const ofCustomer = { text: 'search_text', groups: [byCustomer] };
  return {
    columns: [text, 'customer_id'],

    matching: (next) =>
      next.where((either) => {
        matchingAny(either, { text: `next.${text}`, groups });
        if (byCustomer.length === 0) return;
        const customer = tables.from(customers).where('id', knex.ref('next.customer_id'));
        if (mayFindOwners) either.orWhereExists(matchingAny(customer, ofCustomer));
        else {
          // A value rather than a join, which may be answered by reading all customers first.
          const all = byCustomer.map(() => 'search_text LIKE ?').join(' AND ');
          either.orWhereRaw('(?)', [customer.select(knex.raw(all, [...byCustomer]))]);
        }
      }),

    /** A record that matches both ways is in both. */
    found(rows): [own: Knex.QueryBuilder, ...ofCustomers: Knex.QueryBuilder[]] {
      if (byCustomer.length === 0) return [own(rows())];
      const owners = matchingAny(tables.from(customers).select('id'), ofCustomer);
      return [own(rows()), ofEachCustomer(tables, owners, rows())];
    },
  } satisfies RowSearch;
}

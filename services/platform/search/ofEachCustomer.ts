import type { Knex } from 'knex';
import type { ReadTables } from '../readModels/readTables.js';

/**
 * The records of some customers, customer by customer. However many they are, the records of all
 * are not read for it, as it would be for `customer_id IN (…)`: `OFFSET 0` keeps Postgres from
 * that.
 * @param customers selects `id`.
 * @param owned selects from a table with a `customer_id`, but not that column.
 */
export const ofEachCustomer = (
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

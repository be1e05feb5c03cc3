import type { Knex } from 'knex';
import type { ReadTables } from '../readModels/readTables.js';

/**
 * What some customers hold, customer by customer. However many they are, what everybody holds is
 * not read for it, as it would be for `customer_id IN (…)`: `OFFSET 0` keeps Postgres from that.
 * @param customers selects `id`.
 * @param held selects from a table with a `customer_id`, but not that column.
 */
export const heldByEach = (
  { knex }: Pick<ReadTables, 'knex'>,
  customers: Knex.QueryBuilder,
  held: Knex.QueryBuilder,
): Knex.QueryBuilder =>
  knex
    .select('held.*')
    .from(knex.select({ holder_id: 'id' }).from(customers.as('found')).as('holder'))
    .crossJoin(
      knex.raw('LATERAL (? OFFSET 0) AS held', [
        held.where('customer_id', knex.ref('holder.holder_id')),
      ]),
    );

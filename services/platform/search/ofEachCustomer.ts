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
  { knex }: Pick<ReadTables, 'knex'>,
  customers: Knex.QueryBuilder,
  owned: Knex.QueryBuilder,
): Knex.QueryBuilder =>
  knex
    .select('owned.*')
    .from(knex.select({ owner_id: 'id' }).from(customers.as('found')).as('owner'))
    .crossJoin(
      knex.raw('LATERAL (? OFFSET 0) AS owned', [
        owned.where('customer_id', knex.ref('owner.owner_id')),
      ]),
    );

import type { Knex } from 'knex';
import type { ReadTables } from './readTables.js';
import { arrayLiteral } from './sqlArrays.js';

/**
 * The rows that have one of some numbers in a column, which an index has. An index finds them in the
 * same way whatever the numbers are: of the tables that serve, each connection plans it once.
 * @param name the same name is always the same query but for its numbers
 */
export function keyedRows(
  tables: ReadTables,
  name: string,
  query: Knex.QueryBuilder,
  { column, keys }: { column: string; keys: readonly number[] },
): Knex.QueryBuilder {
  query.whereRaw('?? = ANY (?::integer[])', [column, arrayLiteral('integer', [...new Set(keys)])]);
  return tables.isLasting ? query.options({ name }) : query;
}

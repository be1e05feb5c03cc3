import type { Knex } from 'knex';

/** The serving read-model schema, as queries see it. */
export interface ReadTables {
  /** Days arrive as text, 64-bit integers as numbers, `numeric` as text. */
  readonly knex: Knex;
  readonly schema: string;
  from(table: string): Knex.QueryBuilder;
}

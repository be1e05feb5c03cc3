import type { Statement } from '../postgres/together.js';
import type { Table } from './projector.js';
import { arrayLiteral } from './sqlArrays.js';

/**
 * Customers who were merged. Events go on naming the number under which they were written; rows keep
 * it as `filed_under`. Whose they are, `customer_id`, follows from it and from the table that says
 * who leads to whom: a function of rows alone, so that it comes out the same after a rebuild, and a
 * merge that is undone leaves nothing behind.
 */
export const FILED_UNDER = 'filed_under';
export const OWNER = 'customer_id';
const REMAINING = 'remaining_customer';

/** Whether rows of a table are filed under a number that may lead to another customer. */
export const isFiled = (table: Table): boolean => FILED_UNDER in table.columns;

/** The tables as they are made where one of them says who leads to whom. */
export function withFiling(tables: readonly Table[]): Table[] {
  if (!tables.some(({ leadsTo }) => leadsTo !== undefined)) return [...tables];
  return tables.map((table) =>
    table.book === 'customer_id' && table.key !== OWNER ? filed(table) : table,
  );
}

const filed = (table: Table): Table => ({
  ...table,
  columns: { ...table.columns, [FILED_UNDER]: table.columns[OWNER] ?? { type: 'integer' } },
  indexes: [
    ...table.indexes,
    `(${FILED_UNDER}) WHERE ${FILED_UNDER} <> ${OWNER}`,
    ...(table.indexes.some((index) => BEGINS_WITH_OWNER.test(index)) ? [] : [`(${OWNER})`]),
  ],
});

/** An index of all rows by their customer. */
const BEGINS_WITH_OWNER = /^\(customer_id\b(?!.*\bWHERE\b)/s;

/** SQL for the value of a column of a row that is written: whose it is is looked up. */
export const writtenAs = (schema: string, table: Table, column: string, value: string): string =>
  column === OWNER && isFiled(table) ? `${schema}.${REMAINING}(${value})` : value;

/**
 * The function that follows from customer to customer, in a schema that has the table for it. Its
 * body is bound to the table, not to a name: a schema is renamed once it is built.
 */
export function filingStatements(schema: string, tables: Iterable<Table>): string[] {
  const leading = leadingOf(tables);
  if (!leading) return [];
  const { name, key, leadsTo } = leading;
  return [
    `CREATE FUNCTION ${schema}.${REMAINING}(integer) RETURNS integer LANGUAGE sql STABLE
     BEGIN ATOMIC
       SELECT coalesce((
         WITH RECURSIVE led (id, steps) AS (
           SELECT first.${leadsTo}, 1 FROM ${schema}.${name} AS first WHERE first.${key} = $1
           UNION ALL SELECT further.${leadsTo}, led.steps + 1
             FROM ${schema}.${name} AS further JOIN led ON further.${key} = led.id
         ) SELECT led.id FROM led ORDER BY led.steps DESC LIMIT 1
       ), $1);
     END`,
  ];
}

/** After a batch: what is filed under those whom it merged, or parted, and all who led to them. */
export function refilingStatements(
  schema: string,
  tables: Iterable<Table>,
  changes: ReadonlyMap<Table, ReadonlyMap<number | string, unknown>>,
): Statement[] {
  const leading = leadingOf(tables);
  const changed = leading && changes.get(leading);
  if (!leading || !changed || changed.size === 0) return [];
  const { name, key, leadsTo } = leading;
  const values = [arrayLiteral('integer', [...changed.keys()])];
  const among = `ARRAY(WITH RECURSIVE led (id) AS (
      SELECT unnest($1::integer[])
      UNION SELECT ${key} FROM ${schema}.${name} AS further JOIN led ON ${leadsTo} = led.id
    ) SELECT id FROM led)`;
  return filedTables(tables).map((table) => ({
    text: `UPDATE ${schema}.${table.name} SET ${OWNER} = ${schema}.${REMAINING}(${FILED_UNDER})
      WHERE ${OWNER} = ANY (${among})
         OR (${FILED_UNDER} = ANY (${among}) AND ${FILED_UNDER} <> ${OWNER})`,
    values,
  }));
}

/** At the end of a build, in which nothing is refiled: whatever is not where it leads. */
export function settleStatements(schema: string, tables: Iterable<Table>): string[] {
  const leading = leadingOf(tables);
  if (!leading) return [];
  const { name, key } = leading;
  return filedTables(tables).map(
    (table) => `UPDATE ${schema}.${table.name} SET ${OWNER} = ${schema}.${REMAINING}(${FILED_UNDER})
      WHERE ${FILED_UNDER} <> ${OWNER}
         OR ${FILED_UNDER} IN (SELECT ${key} FROM ${schema}.${name})`,
  );
}

const filedTables = (tables: Iterable<Table>): Table[] => [...tables].filter(isFiled);

function leadingOf(tables: Iterable<Table>): (Table & { readonly leadsTo: string }) | null {
  for (const table of tables) {
    const { leadsTo } = table;
    if (leadsTo !== undefined) return table as Table & { readonly leadsTo: string };
  }
  return null;
}

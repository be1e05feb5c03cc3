import type { Knex } from 'knex';
import { isPaired, pairsWithin } from './pairs.js';
import type { SummaryTable, Table } from './projector.js';
import type { Book, ReadTables } from './readTables.js';
import { groupsOf, OWNER_KEY, summarySelect } from './summaries.js';

/**
 * The rows of a book. Whatever is asked of these tables, no other row is in it: they stand in every
 * query as subqueries, which Postgres merges with the rest. Totals that the database keeps are of
 * all books; within one they are computed from its rows, under the same name, or chosen where they
 * are kept by owners.
 */
export function tablesWithin(
  book: Book,
  knex: Knex,
  schema: string,
  tables: ReadonlyMap<string, Table>,
): ReadTables {
  const { ownerId } = book;
  if (!Number.isSafeInteger(ownerId)) throw new Error(`Not the number of a user: ${ownerId}`);
  const summaries = new Map(
    [...tables.values()].flatMap((table) =>
      (table.summaries ?? []).map((summary) => [summary.name, { table, summary }] as const),
    ),
  );
  const owned = `${OWNER_KEY} IN (${ownerId}, 0)`;
  const owners = [...tables.values()].find(({ book }) => book === 'owner_id');

  const conditionOf = (table: Table, walkedRows?: number): string | null => {
    if (table.book === 'none') return null;
    if (table.book === 'owner_id') return owned;
    if (!owners) throw new Error(`${table.name} belongs to customers, but no table has an owner`);
    const customers = named(schema, owners);
    const ofCustomers =
      walkedRows === undefined
        ? `${table.book} IN (SELECT id FROM ${customers} WHERE ${owned})`
        : walkedIn(customers, owned, `${table.name}.${table.book}`, walkedRows);
    const { assignedBy: assignee } = table;
    if (assignee === undefined) return ofCustomers;
    return `${ofCustomers} OR ${assignee} = ${ownerId}
      OR (${table.book} IS NULL AND ${assignee} IS NULL)`;
  };

  const ofTable = (table: Table, walkedRows?: number): string => {
    const condition = conditionOf(table, walkedRows);
    return condition === null
      ? named(schema, table)
      : `(SELECT * FROM ${named(schema, table)} WHERE ${condition})`;
  };

  const relation = (name: string, walkedRows?: number): string => {
    const table = tables.get(name);
    if (table) return ofTable(table, walkedRows);
    const paired = [...tables.values()].filter(isPaired).find(({ pairs }) => pairs.name === name);
    if (paired) return pairsWithin(schema, paired, ofTable(paired));
    const summed = summaries.get(name);
    if (!summed) throw new Error(`There is no table ${name}`);
    return summaryOf(summed.table, summed.summary);
  };

  const summaryOf = (table: Table, summary: SummaryTable): string =>
    groupsOf(summary).includes(OWNER_KEY)
      ? `(SELECT * FROM "${schema}"."${summary.name}" WHERE ${owned})`
      : `(${summarySelect((name) => relation(name), table, summary)})`;

  const reading = (walkedRows?: number) => ({
    relation: (name: string) => relation(name, walkedRows),
    from: (name: string) => knex.from(knex.raw(`${relation(name, walkedRows)} AS ??`, [name])),
  });
  const { from } = reading();
  return {
    ...{ knex, book, ...reading() },
    walked: reading,
    ...(owners && {
      owned: {
        customers: () => from(owners.name).select('id'),
        lastNumber: () => knex.from(knex.raw(named(schema, owners))).max('id'),
      },
    }),
  };
}

/** Customers of whom a hash is made, at most: what Postgres expects of it stays within its memory. */
const MOST_HASHED = 100_000;
/** To ask for the owner of a row costs as much as to hash so many customers. */
const HASHED_FOR_ONE = 8;

/**
 * Whose row it is, as Postgres asks it of each row that a walk comes to: no join, so that the order
 * of an index stays. Where the book has fewer customers than rows are passed, all of these are found
 * first; else the owner of each row is looked up.
 */
const walkedIn = (customers: string, owned: string, customer: string, rows: number): string => {
  const most = `(SELECT least(${MOST_HASHED}, sqrt(${HASHED_FOR_ONE * rows}::float8 * coalesce(max(id), 0)))
    FROM ${customers})`;
  return `CASE WHEN (SELECT count(*) FROM (
      SELECT FROM ${customers} WHERE ${owned} LIMIT ${most} + 1) AS mine) <= ${most}
    THEN ${customer} IN (SELECT id FROM ${customers} WHERE ${owned} LIMIT ${MOST_HASHED})
    ELSE (SELECT ${owned} FROM ${customers} AS owner WHERE owner.id = ${customer}) END`;
};

const named = (schema: string, { name }: Table): string => `"${schema}"."${name}"`;

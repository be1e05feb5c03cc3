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

  const conditionOf = (table: Table, isWalked: boolean): string | null => {
    if (table.book === 'none') return null;
    if (table.book === 'owner_id') return owned;
    if (!owners) throw new Error(`${table.name} belongs to customers, but no table has an owner`);
    const isIn = `${table.book} IN (SELECT id FROM ${named(schema, owners)} WHERE ${owned})`;
    // Of this, Postgres makes a hash and no join: the order of an index stays.
    const ofCustomers = isWalked ? `(${isIn}) IS TRUE` : isIn;
    const { assignedBy: assignee } = table;
    if (assignee === undefined) return ofCustomers;
    return `${ofCustomers} OR ${assignee} = ${ownerId}
      OR (${table.book} IS NULL AND ${assignee} IS NULL)`;
  };

  const ofTable = (table: Table, isWalked = false): string => {
    const condition = conditionOf(table, isWalked);
    return condition === null
      ? named(schema, table)
      : `(SELECT * FROM ${named(schema, table)} WHERE ${condition})`;
  };

  const relation = (name: string, isWalked = false): string => {
    const table = tables.get(name);
    if (table) return ofTable(table, isWalked);
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

  const reading = (isWalked: boolean) => ({
    relation: (name: string) => relation(name, isWalked),
    from: (name: string) => knex.from(knex.raw(`${relation(name, isWalked)} AS ??`, [name])),
  });
  const { from } = reading(false);
  return {
    ...{ knex, book, ...reading(false) },
    walked: { knex, ...reading(true) },
    ...(owners && {
      owned: {
        customers: () => from(owners.name).select('id'),
        lastNumber: () => knex.from(knex.raw(named(schema, owners))).max('id'),
      },
    }),
  };
}

const named = (schema: string, { name }: Table): string => `"${schema}"."${name}"`;

import type { Statement } from '../postgres/together.js';
import {
  type ColumnChange,
  type RowChange,
  type RowKey,
  rowShape,
  type TableChanges,
  type WrittenRow,
} from './batch.js';
import { isFiled, writtenAs } from './filing.js';
import type { ColumnType, Table, Value } from './projector.js';
import { arrayLiteral } from './sqlArrays.js';

type Relative = Extract<RowChange, { kind: 'relative' }>;

/**
 * A batch's changes as at most four statements per table, each for many rows. Rows are sorted by
 * key, so that the same batch gives the same statements.
 *
 * @param isCopied whether the whole rows of a table are left out, as they go another way.
 */
export function rowStatements(
  schema: string,
  changes: ReadonlyMap<Table, TableChanges>,
  isCopied: (table: Table) => boolean = () => false,
): Statement[] {
  return [...changes].flatMap(([table, rows]) =>
    tableChanges(schema, table, isCopied(table) ? withoutWhole(rows) : rows),
  );
}

const withoutWhole = (changes: TableChanges): TableChanges =>
  new Map([...changes].filter(([, change]) => change.kind === 'relative' || !change.row));

function tableChanges(schema: string, table: Table, changes: TableChanges): Statement[] {
  const name = `${schema}.${table.name}`;
  const removed: RowKey[] = [];
  const whole: WrittenRow[] = [];
  const relative: [RowKey, Relative][] = [];
  for (const [key, change] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (change.kind === 'relative') relative.push([key, change]);
    else if (change.row) whole.push(change.row);
    else removed.push(key);
  }
  const changed = relative.filter(([, { columns }]) => Object.keys(columns).length > 0);
  const made = relative.map(([, { absent }]) => absent).filter((row) => row !== null);
  return [
    ...(removed.length > 0 ? [deletion(name, table, removed)] : []),
    ...(whole.length > 0 ? [insertion(schema, table, whole, replacing(table))] : []),
    ...(changed.length > 0 ? [update(schema, table, changed)] : []),
    // After the update: whatever row is there now has had its change.
    ...(made.length > 0 ? [insertion(schema, table, made, 'NOTHING')] : []),
  ];
}

const deletion = (name: string, table: Table, keys: RowKey[]): Statement => {
  const type = typeOf(table, table.key);
  return {
    text: `DELETE FROM ${name} WHERE ${table.key} = ANY ($1::${type}[])`,
    values: [arrayLiteral(type, keys)],
  };
};

const replacing = (table: Table): string => {
  const others = rowShape(table).columns.filter((column) => column !== table.key);
  if (others.length === 0) return 'NOTHING';
  return `UPDATE SET ${others.map((column) => `${column} = excluded.${column}`).join(', ')}`;
};

function insertion(
  schema: string,
  table: Table,
  rows: readonly WrittenRow[],
  onConflict: string,
): Statement {
  const { columns } = rowShape(table);
  const arrays = columns.map((column, i) => `$${i + 1}::${typeOf(table, column)}[]`);
  const values = isFiled(table)
    ? columns.map((column) => writtenAs(schema, table, column, column)).join(', ')
    : '*';
  return {
    text: `INSERT INTO ${schema}.${table.name} (${columns.join(', ')})
      SELECT ${values} FROM unnest(${arrays.join(', ')}) AS written (${columns.join(', ')})
      ON CONFLICT (${table.key}) DO ${onConflict}`,
    values: columns.map((column, place) =>
      arrayLiteral(
        typeOf(table, column),
        rows.map((row) => row[place] ?? null),
      ),
    ),
  };
}

/**
 * One statement for all rows that change, whatever columns they change: where rows differ in that,
 * a column of small codes beside says what to do in each.
 */
function update(
  schema: string,
  table: Table,
  changes: readonly (readonly [RowKey, Relative])[],
): Statement {
  const keyType = typeOf(table, table.key);
  const arrays = [`$1::${keyType}[]`];
  const values = [
    arrayLiteral(
      keyType,
      changes.map(([key]) => key),
    ),
  ];
  const aliases = ['row_key'];
  const add = (type: ColumnType | 'smallint', alias: string, column: Value[]): string => {
    arrays.push(`$${values.push(arrayLiteral(type, column))}::${type}[]`);
    aliases.push(alias);
    return `change.${alias}`;
  };

  const touched = [...new Set(changes.flatMap(([, { columns }]) => Object.keys(columns)))].sort();
  const assignments = touched.map((column, i) => {
    const perRow = changes.map(([, { columns }]) => columns[column]);
    const raw = add(
      typeOf(table, column),
      `value_${i}`,
      perRow.map((change) => change?.value ?? null),
    );
    const value = writtenAs(schema, table, column, raw);
    const sum = `coalesce(existing.${column}, 0) + ${value}`;
    const [first, ...others] = new Set(perRow.map(codeOf));
    if (others.length === 0) return `${column} = ${first === SET ? value : sum}`;
    const code = add('smallint', `code_${i}`, perRow.map(codeOf));
    const whenAdded = perRow.some((change) => change?.op === 'add')
      ? `WHEN ${ADD} THEN ${sum}`
      : '';
    return `${column} = CASE ${code} WHEN ${SET} THEN ${value} ${whenAdded} ELSE existing.${column} END`;
  });
  return {
    text: `UPDATE ${schema}.${table.name} AS existing SET ${assignments.join(', ')}
      FROM unnest(${arrays.join(', ')}) AS change (${aliases.join(', ')})
      WHERE existing.${table.key} = change.row_key`,
    values,
  };
}

const KEEP = 0;
const SET = 1;
const ADD = 2;

const codeOf = (change: ColumnChange | undefined): number => {
  if (!change) return KEEP;
  return change.op === 'set' ? SET : ADD;
};

function typeOf(table: Table, column: string): ColumnType {
  const type = table.columns[column]?.type;
  if (!type) throw new Error(`${table.name} has no column ${column}`);
  return type;
}

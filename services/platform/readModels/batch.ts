import { ProjectionDefect } from './failures.js';
import { FILED_UNDER, isFiled } from './filing.js';
import type { Row, RowWriter, Table, Value } from './projector.js';

type MutableRow = Record<string, Value>;

export type ColumnChange =
  | { readonly op: 'set'; readonly value: Value }
  | { readonly op: 'add'; readonly value: number };

/** What a batch makes of one row: a function of the row that is there before it. */
export type RowChange =
  /** The same result whatever was there; null: no row. */
  | { readonly kind: 'fixed'; row: MutableRow | null }
  | {
      readonly kind: 'relative';
      /** For a row that exists. */
      readonly columns: Record<string, ColumnChange>;
      /** What there is afterwards when there was no row. */
      absent: MutableRow | null;
    };

export type RowKey = number | string;
export type TableChanges = Map<RowKey, RowChange>;

export interface Batch {
  readonly writer: RowWriter;
  /** By table, by key; only what was touched. */
  readonly changes: ReadonlyMap<Table, TableChanges>;
}

/**
 * Folds what projectors do to the same row into one change, so that a batch writes each row once.
 * A table with other required columns (a name, say) cannot have a row made from a number alone:
 * there `increment` does nothing when there is no row, as `patch` does.
 */
export function createBatch(tables: ReadonlyMap<string, Table>): Batch {
  const changes = new Map<Table, TableChanges>();
  const changesOf = (table: Table): TableChanges => {
    const known = changes.get(table);
    if (known) return known;
    const fresh: TableChanges = new Map();
    changes.set(table, fresh);
    return fresh;
  };
  const find = (name: string): Table => {
    const table = tables.get(name);
    if (!table) throw new ProjectionDefect(`There is no table ${name}.`);
    return table;
  };

  const writer: RowWriter = {
    put(name, row, more = NOTHING_MORE) {
      const table = find(name);
      const key = keyOf(table, row[table.key]);
      changesOf(table).set(key, { kind: 'fixed', row: wholeRow(table, key, row, more) });
    },
    patch(name, rawKey, patched) {
      const table = find(name);
      const key = keyOf(table, rawKey);
      const columns = filedPatch(table, patched);
      assertChangeable(table, columns);
      const change = changeOf(changesOf(table), key);
      if (change.kind === 'fixed') {
        if (change.row) Object.assign(change.row, columns);
        return;
      }
      for (const [column, value] of Object.entries(columns)) {
        change.columns[column] = { op: 'set', value };
      }
      if (change.absent) Object.assign(change.absent, columns);
    },
    remove(name, rawKey) {
      const table = find(name);
      changesOf(table).set(keyOf(table, rawKey), { kind: 'fixed', row: null });
    },
    increment(name, rawKey, amounts) {
      const table = find(name);
      const key = keyOf(table, rawKey);
      assertChangeable(table, amounts);
      const change = changeOf(changesOf(table), key);
      if (change.kind === 'fixed') {
        change.row = raised(change.row ?? countingRow(table, key), amounts);
        return;
      }
      for (const [column, amount] of Object.entries(amounts)) {
        change.columns[column] = added(change.columns[column], amount);
      }
      change.absent = raised(change.absent ?? countingRow(table, key), amounts);
    },
  };
  return { writer, changes };
}

function changeOf(changes: TableChanges, key: RowKey): RowChange {
  const known = changes.get(key);
  if (known) return known;
  const fresh: RowChange = { kind: 'relative', columns: {}, absent: null };
  changes.set(key, fresh);
  return fresh;
}

const added = (before: ColumnChange | undefined, amount: number): ColumnChange => {
  if (before?.op === 'set') return { op: 'set', value: plus(before.value, amount) };
  return { op: 'add', value: (before?.value ?? 0) + amount };
};

function raised(
  row: MutableRow | null,
  amounts: Readonly<Record<string, number>>,
): MutableRow | null {
  if (!row) return null;
  for (const [column, amount] of Object.entries(amounts)) row[column] = plus(row[column], amount);
  return row;
}

/** Nothing counts as zero. */
function plus(value: Value | undefined, amount: number): Value {
  if (value === null || value === undefined) return amount;
  if (typeof value === 'bigint') return value + BigInt(amount);
  if (typeof value === 'number') return value + amount;
  throw new ProjectionDefect('Only a number can be incremented.');
}

const isCount = (type: string): boolean =>
  type === 'integer' || type === 'bigint' || type.startsWith('numeric');

/** A new row for counters, all at zero; null when the table needs more than numbers. */
function countingRow(table: Table, key: RowKey): MutableRow | null {
  const row: MutableRow = { [table.key]: key };
  for (const [name, { type, nullable, generatedAs }] of Object.entries(table.columns)) {
    if (name === table.key || generatedAs) continue;
    if (nullable) row[name] = null;
    else if (isCount(type)) row[name] = 0;
    else return null;
  }
  return row;
}

const NOTHING_MORE: Row = {};

/** What becomes another customer's is filed under that one's number. */
const filedPatch = (table: Table, columns: Row): Row =>
  columns.customer_id !== undefined && isFiled(table)
    ? { ...columns, [FILED_UNDER]: columns.customer_id }
    : columns;

function wholeRow(table: Table, key: RowKey, values: Row, more: Row): MutableRow {
  const { blank, required } = shapeOf(table);
  // A copy of what has all columns: an object that grows by one after the other costs far more.
  const row = { ...blank };
  for (const part of [values, more]) {
    for (const name in part) {
      if (!(name in blank)) throw unknownColumn(table, name);
      row[name] = part[name] ?? null;
    }
  }
  if (isFiled(table)) row[FILED_UNDER] = row.customer_id ?? null;
  for (const name of required) {
    if (row[name] === null) throw new ProjectionDefect(`A row of ${table.name} needs its ${name}.`);
  }
  row[table.key] = key;
  return row;
}

interface Shape {
  /** A row of which nothing is known yet. */
  readonly blank: MutableRow;
  readonly required: readonly string[];
}

const shapes = new WeakMap<Table, Shape>();

function shapeOf(table: Table): Shape {
  const known = shapes.get(table);
  if (known) return known;
  const stored = Object.entries(table.columns).filter(([, { generatedAs }]) => !generatedAs);
  const shape = {
    blank: Object.fromEntries(stored.map(([name]) => [name, null])),
    required: stored.filter(([, { nullable }]) => !nullable).map(([name]) => name),
  };
  shapes.set(table, shape);
  return shape;
}

function assertChangeable(table: Table, columns: Row): void {
  for (const name in columns) {
    if (!isStored(table, name) || name === table.key) throw unknownColumn(table, name);
  }
}

const isStored = (table: Table, name: string): boolean => {
  const column = table.columns[name];
  return column !== undefined && !column.generatedAs;
};

const unknownColumn = (table: Table, name: string) =>
  new ProjectionDefect(`${name} is not a column of ${table.name} that can be written here.`);

/** One spelling per key, so that 7 and '7' are the same row. */
function keyOf(table: Table, key: Value | undefined): RowKey {
  const isText = table.columns[table.key]?.type === 'text';
  if (isText && typeof key === 'string') return key;
  const number = typeof key === 'number' ? key : Number(key ?? Number.NaN);
  if (isText || !Number.isSafeInteger(number)) {
    throw new ProjectionDefect(`A row of ${table.name} is addressed by its ${table.key}.`);
  }
  return number;
}

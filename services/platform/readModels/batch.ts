import { ProjectionDefect } from './failures.js';
import { FILED_UNDER, isFiled, OWNER } from './filing.js';
import type { Column, Row, RowWriter, Table, Value } from './projector.js';

/**
 * The values of a row in the order of `rowShape(table).columns`. A table may have forty columns and
 * more: an object of so many costs four times as much to fill.
 */
export type WrittenRow = Value[];

export type ColumnChange =
  | { readonly op: 'set'; readonly value: Value }
  | { readonly op: 'add'; readonly value: number };

/** What a batch makes of one row: a function of the row that is there before it. */
export type RowChange =
  /** The same result whatever was there; null: no row. */
  | { readonly kind: 'fixed'; row: WrittenRow | null }
  | {
      readonly kind: 'relative';
      /** For a row that exists. */
      readonly columns: Record<string, ColumnChange>;
      /** What there is afterwards when there was no row. */
      absent: WrittenRow | null;
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
        if (change.row) assign(table, change.row, columns);
        return;
      }
      for (const [column, value] of Object.entries(columns)) {
        change.columns[column] = { op: 'set', value };
      }
      if (change.absent) assign(table, change.absent, columns);
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
        change.row = raised(table, change.row ?? countingRow(table, key), amounts);
        return;
      }
      for (const [column, amount] of Object.entries(amounts)) {
        change.columns[column] = added(change.columns[column], amount);
      }
      change.absent = raised(table, change.absent ?? countingRow(table, key), amounts);
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

function assign(table: Table, row: WrittenRow, values: Row): void {
  const { places } = rowShape(table);
  for (const name in values) {
    const place = places.get(name);
    if (place === undefined) throw unknownColumn(table, name);
    row[place] = values[name] ?? null;
  }
}

function raised(
  table: Table,
  row: WrittenRow | null,
  amounts: Readonly<Record<string, number>>,
): WrittenRow | null {
  if (!row) return null;
  const { places } = rowShape(table);
  for (const [column, amount] of Object.entries(amounts)) {
    const place = places.get(column) as number;
    row[place] = plus(row[place], amount);
  }
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
function countingRow(table: Table, key: RowKey): WrittenRow | null {
  const row: WrittenRow = [];
  for (const name of rowShape(table).columns) {
    const { type, nullable } = table.columns[name] as Column;
    if (name === table.key) row.push(key);
    else if (nullable) row.push(null);
    else if (isCount(type)) row.push(0);
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

function wholeRow(table: Table, key: RowKey, values: Row, more: Row): WrittenRow {
  const { columns, required, keyAt, filedUnderAt, ownerAt } = rowShape(table);
  const row: WrittenRow = new Array(columns.length).fill(null);
  assign(table, row, values);
  assign(table, row, more);
  if (filedUnderAt !== undefined) row[filedUnderAt] = row[ownerAt as number] ?? null;
  for (const place of required) {
    if (row[place] === null)
      throw new ProjectionDefect(`A row of ${table.name} needs its ${columns[place]}.`);
  }
  row[keyAt] = key;
  return row;
}

interface RowShape {
  /** Those that are written. */
  readonly columns: readonly string[];
  /** Where each of them stands. */
  readonly places: ReadonlyMap<string, number>;
  readonly required: readonly number[];
  readonly keyAt: number;
  readonly filedUnderAt: number | undefined;
  readonly ownerAt: number | undefined;
}

const shapes = new WeakMap<Table, RowShape>();

export function rowShape(table: Table): RowShape {
  const known = shapes.get(table);
  if (known) return known;
  const columns = Object.keys(table.columns).filter((name) => !table.columns[name]?.generatedAs);
  const places = new Map(columns.map((name, place) => [name, place]));
  const shape: RowShape = {
    ...{ columns, places },
    required: [...places].flatMap(([name, at]) => (table.columns[name]?.nullable ? [] : [at])),
    keyAt: places.get(table.key) as number,
    filedUnderAt: places.get(FILED_UNDER),
    ownerAt: places.get(OWNER),
  };
  shapes.set(table, shape);
  return shape;
}

/** A row with the names of its columns. */
export const namedRow = (table: Table, row: WrittenRow): Row =>
  Object.fromEntries(rowShape(table).columns.map((name, place) => [name, row[place] ?? null]));

function assertChangeable(table: Table, columns: Row): void {
  const { places } = rowShape(table);
  for (const name in columns) {
    if (!places.has(name) || name === table.key) throw unknownColumn(table, name);
  }
}

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

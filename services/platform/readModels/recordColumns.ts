import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import type { Fields } from '@insuremanager/contracts/fields/field';
import { type Criteria, fieldOf } from '@insuremanager/contracts/fields/list';
import { recordId, type SystemField, systemField } from '@insuremanager/contracts/fields/record';
import { isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { z } from 'zod';
import type { RecordedEvent } from '../codec/recordedEvent.js';
import { columnOf, keyColumnOf } from './listFilter.js';
import type { Column, Row, RowWriter, Table, Value } from './projector.js';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** What a view of a record shows, by name. */
type Shown = Readonly<Record<string, SystemField>>;

type StoredValue<Of extends SystemField> = Of['stored'] extends 'bigint'
  ? number | Extract<z.output<Of['view']>, null>
  : Of['stored'] extends 'timestamptz'
    ? Date | Extract<z.output<Of['view']>, null>
    : z.output<Of['view']>;

/** The columns of some fields as queries receive them: amounts in paise. */
export type RowOf<Columns> =
  Columns extends RecordColumns<infer Of>
    ? { readonly id: number } & {
        readonly [Name in keyof Of & string as SnakeCase<Name>]: StoredValue<Of[Name]>;
      }
    : never;

type ViewOf<Of extends Shown> = { id: number } & { [Name in keyof Of]: z.output<Of[Name]['view']> };

/** What follows from the fields of a record for its table: values are stored in their normal form. */
export interface RecordColumns<Of extends Shown> {
  readonly columns: Readonly<Record<string, Column>>;
  /**
   * The columns of those fields that are there, but for those of the system, to put a row or to
   * patch one: a new object, to which others may be added. What `values` does not have is taken from
   * `more`, so that the two need not be copied into one object first.
   */
  toRow(values: object, more?: object): Record<string, Value>;
  /** A row as views show it: a new object, to which others may be assigned. */
  fromRow(row: RowOf<RecordColumns<Of>>): ViewOf<Of>;
  /** Values in their normal form as views show them: a new object; `more` as with `toRow`. */
  toView(values: object, more?: object): ViewOf<Of>;
}

/** A form in which texts are compared, searched or sorted. */
type Key<Name> = readonly [field: Name, form: (text: string) => string, ofNone?: string];

interface Described<Of extends Fields, System extends Shown> {
  readonly fields: Of;
  /** What the system fills in, besides the number of the record. */
  readonly system: System;
  /** How the record is listed: a field that is compared in any letter case has a column for that. */
  readonly list: { readonly criteria: Criteria };
  /**
   * Other columns for forms of a field, by their names. They are null where the field is, unless it
   * is said what they are of none.
   */
  readonly keys?: Readonly<Record<string, Key<keyof Of & string>>>;
}

export function recordColumns<Of extends Fields, System extends Shown>({
  fields,
  system,
  list,
  keys = {},
}: Described<Of, System>): RecordColumns<Of & System> {
  const typed = Object.entries(fields).map(storedField);
  const shown = [storedField(['id', ID]), ...typed, ...Object.entries(system).map(storedField)];
  const compared = Object.entries(list.criteria).flatMap(([name, criterion]) => {
    const field = fieldOf(name, criterion);
    const isKey = criterion.kind === 'text' && field in fields;
    return isKey ? [[keyColumnOf(field), [field, searchKey]] as const] : [];
  });
  const formed = Object.entries({ ...Object.fromEntries(compared), ...keys }).map(
    ([column, [name, form, ofNone = null]]): StoredField => ({
      ...{ name, column, type: 'text', nullable: isNullable(fields[name]) && ofNone === null },
      form: (text) => (text === null ? ofNone : form(String(text))),
    }),
  );
  const all = [...typed, ...formed];
  const parts = new Map<string, Part>();
  const partOf = (values: object, more: object): Part => {
    let which = '';
    for (const { name } of typed) which += isGiven(name, values, more) ? '+' : '-';
    const known = parts.get(which);
    if (known) return known;
    const given = all.filter(({ name }) => isGiven(name, values, more));
    const blank = Object.fromEntries(given.map(({ column }): [string, Value] => [column, null]));
    parts.set(which, { fields: given, blank });
    return { fields: given, blank };
  };
  // Of what `fromEntries` makes of many fields every copy would have a description of its own, which
  // outlives the copy. Of a copy, copies share one.
  const unseen: Record<string, unknown> = {
    ...Object.fromEntries(shown.map(({ name }) => [name, null])),
  };
  const viewOf = (read: (field: StoredField) => unknown) => {
    const view = { ...unseen };
    for (const field of shown) view[field.name] = viewed(field.type, read(field));
    return view as ViewOf<Of & System>;
  };

  return {
    columns: Object.fromEntries(
      [...shown, ...formed].map(({ column, type, nullable }) => [
        column,
        nullable ? { type, nullable } : { type },
      ]),
    ),

    toRow(values, more = NOTHING_MORE) {
      // An object that has all columns from the start costs less than one that grows.
      const { fields, blank } = partOf(values, more);
      const row = { ...blank };
      for (const field of fields) row[field.column] = storedValue(field, values, more);
      return row;
    },

    fromRow: (row) => viewOf(({ column }) => (row as Row)[column]),

    toView: (values, more = NOTHING_MORE) => viewOf(({ name }) => givenValue(name, values, more)),
  };
}

const NOTHING_MORE = {};

interface StoredField {
  readonly name: string;
  readonly column: string;
  readonly type: SystemField['stored'];
  readonly nullable: boolean;
  readonly form?: (value: Value) => Value;
}

/** The fields that an event tells of, and a row of their columns without values. */
interface Part {
  readonly fields: readonly StoredField[];
  readonly blank: Readonly<Record<string, Value>>;
}

const isGiven = (name: string, values: object, more: object): boolean =>
  (values as Row)[name] !== undefined || (more as Row)[name] !== undefined;

const givenValue = (name: string, values: object, more: object): unknown => {
  const own = (values as Row)[name];
  return own === undefined ? (more as Row)[name] : own;
};

const ID = systemField('integer', recordId);

const isNullable = (field: SystemField | undefined): boolean =>
  field?.view.safeParse(null).success ?? false;

const storedField = ([name, field]: [string, SystemField]): StoredField => ({
  ...{ name, column: columnOf(name), type: field.stored, nullable: isNullable(field) },
});

/** A value in its normal form, as views show it. */
const viewed = (type: SystemField['stored'], value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  return type === 'bigint' && value !== null ? decimalOf(value as number) : value;
};

/** Of a field that is given. */
function storedValue(field: StoredField, values: object, more: object): Value {
  const { name, type, nullable, form } = field;
  const value = givenValue(name, values, more) as Value;
  if (form) return form(value);
  // A day that Postgres does not know must not stop every list: the history still shows it.
  return nullable && type === 'date' && !isDay(String(value)) ? null : value;
}

/** Changes the row of the record that an event names in its data. */
export const rowChange =
  <Name extends string>(table: Table, id: Name) =>
  (
    { data, at, revision }: RecordedEvent<DomainEvent<string, Readonly<Record<Name, number>>>>,
    rows: RowWriter,
    columns: Row = {},
  ): void =>
    rows.patch(table.name, data[id], { ...touched(at, revision), ...columns });

/** Of a row that an event made. */
export const added = (at: Date, revision: bigint): Row => ({
  ...touched(at, revision),
  created_at: at,
});

/** Of a row that an event changed. */
export const touched = (at: Date, revision: bigint): Row => ({
  version: Number(revision),
  updated_at: at,
});

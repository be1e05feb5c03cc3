import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import type { RecordedEvent } from '../codec/recordedEvent.js';

/** Postgres column types that projectors use. */
export type ColumnType =
  | 'integer'
  | 'bigint'
  | 'text'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'numeric(14,2)'
  | 'jsonb';

export interface Column {
  readonly type: ColumnType;
  readonly nullable?: boolean;
  /** A SQL expression over other columns of the row; the database keeps it. */
  readonly generatedAs?: string;
  /**
   * Values that Postgres keeps to judge how common something is; 100 by default. More for a text
   * that is searched: what one row in two hundred has should not look rare or common by luck.
   */
  readonly statistics?: number;
}

/**
 * Counters over a table's rows, kept by the database in the same transaction: at every moment
 * exactly `SELECT <by>, count(*), sum(<sums>) … WHERE <where> GROUP BY <by>`. Projectors do not
 * write them. A table of its own with the `by` columns, `count` (bigint) and a numeric column for
 * each sum, under the name of what it sums. A group without rows has no row there.
 */
export interface SummaryTable {
  /** The name of its own table. */
  readonly name: string;
  /**
   * Columns of the table, none of them nullable, by which it is grouped. Empty: at most one row.
   */
  readonly by: readonly string[];
  /**
   * The table of customers, for rows that belong to one: they are grouped by their customer's owner,
   * too, as `owner_key`, which follows whatever becomes of the customer. 0: the customer has no
   * owner; -1: there is no such customer. What a book has of such a summary need not be counted.
   */
  readonly ownedBy?: string;
  /** Columns of numbers that are added up; null counts as 0. */
  readonly sums?: readonly string[];
  /**
   * Columns of which the greatest value is kept, under their own names; null where all rows of the
   * group have none. When a row goes or changes, its group is looked up anew: the table needs an
   * index that begins with the `by` columns. Of all books only, and not beside `ownedBy`.
   */
  readonly latest?: readonly string[];
  /**
   * A SQL condition over the columns of one row. It may depend on nothing else, not on the time.
   */
  readonly where?: string;
  /** As those of a table, where the summary itself is a list. */
  readonly indexes?: readonly string[];
}

/** A value that two rows may have in common, and how much that says of them. */
export interface SharedValue {
  readonly name: string;
  /** All of which two have alike; empty texts are alike to none. */
  readonly columns: readonly string[];
  readonly score: number;
}

/**
 * Pairs of rows of a table that share a value which few share, kept by the database in the same
 * transaction: a table of its own of `first_id` (the lower key), `second_id`, `score` (the sum of
 * what they share) and `reasons` (the names of it). Projectors do not write it. Of a book are the
 * pairs of which both rows are.
 */
export interface PairTable {
  /** The name of its own table. */
  readonly name: string;
  /** What makes two a pair. Each needs an index of the table that begins with its columns. */
  readonly by: readonly SharedValue[];
  /** A value that more rows share than this makes no pairs. */
  readonly mostSharing: number;
  /** What makes a pair likelier, of columns by which they are no pair already, but makes none. */
  readonly besides: readonly SharedValue[];
}

export interface Table {
  readonly name: string;
  readonly columns: Readonly<Record<string, Column>>;
  /** One column: a row is addressed by it. */
  readonly key: string;
  /**
   * The part after `CREATE INDEX ON <table>`: made once the model has caught up, when it is built
   * anew.
   */
  readonly indexes: readonly string[];
  /**
   * How a row belongs to the book of a user: by an owner of its own, who is its `owner_key`, too, 0
   * where it has none, or by its customer; `none` where it says nothing of a customer, or is asked
   * for by the ids of rows that belong to one.
   */
  readonly book: 'owner_id' | 'customer_id' | 'none';
  /**
   * Of rows that may belong to no customer: the column of the user to whom one is given. It is in that
   * user's book, too, and one of nobody and for nobody in every one.
   */
  readonly assignedBy?: string;
  /**
   * Of the one table that says which customer leads to which other: the column that names the other;
   * its key is the customer who leads there. What belongs to customers is then filed under the
   * number that its events name, and shown as that of the customer to whom it leads (filing.ts).
   */
  readonly leadsTo?: string;
  readonly summaries?: readonly SummaryTable[];
  readonly pairs?: PairTable;
}

export type Value = string | number | bigint | boolean | Date | object | null;
export type Row = Readonly<Record<string, Value>>;

/** What a projector may do. Folded in memory for the whole batch, written once at its end. */
export interface RowWriter {
  /**
   * A whole row; replaces one with the same key. `more` are further columns of it, which need not be
   * copied into one object first.
   */
  put(table: string, row: Row, more?: Row): void;
  /** Some columns of an existing row; no row, no effect. */
  patch(table: string, key: number | string, columns: Row): void;
  remove(table: string, key: number | string): void;
  /**
   * Adds to a number of an existing row, or makes the row where all its other columns are numbers
   * or nullable: counters that always equal their lists.
   */
  increment(table: string, key: number | string, amounts: Readonly<Record<string, number>>): void;
}

export interface ProjectionContext {
  /** As the vault's: for what a read model must find but not hold. */
  fingerprint(purpose: string, value: string): string;
  /**
   * A number that was assigned besides the stream's own, as `Ids` count it: it is not assigned
   * again.
   */
  allocated(kind: string, id: number): void;
}

export type EventHandler<Event extends DomainEvent> = (
  event: RecordedEvent<Event>,
  rows: RowWriter,
  context: ProjectionContext,
) => void;

export interface Projector {
  readonly name: string;
  /** Raised when the same events would give other rows: a new schema is built then. */
  readonly version: number;
  readonly tables: readonly Table[];
  readonly on: Readonly<Record<string, EventHandler<never>>>;
}

type Handlers<Events extends DomainEvent> = {
  readonly [Type in Events['type']]?: EventHandler<Extract<Events, { type: Type }>>;
};

/** Events to rows. Deterministic: no clock, no randomness, no I/O. */
export const defineProjector =
  <Events extends DomainEvent>() =>
  (parts: Omit<Projector, 'on'> & { on: Handlers<Events> }): Projector => ({
    ...parts,
    on: parts.on as Projector['on'],
  });

import type { Knex } from 'knex';

/** The records that a user sees to: those of customers whom the user owns, and of nobody's. */
export interface Book {
  readonly ownerId: number;
}

/** A further condition on the rows of a query, of their columns. */
export type Narrowing = (rows: Knex.QueryBuilder) => void;

/** The serving read-model schema, as queries see it: all of its rows, or those of one book. */
export interface ReadTables {
  /** Days arrive as text, 64-bit integers as numbers, `numeric` as text. */
  readonly knex: Knex;
  /** A query on a table, or on a summary of one. */
  from(table: string): Knex.QueryBuilder;
  /** The same as SQL text names it. It needs an alias. */
  relation(table: string): string;
  /** Whether they are asked for as long as the process lives: what is planned once is used again. */
  readonly isLasting?: true;
  /** Whose rows they are; absent: all rows. */
  readonly book?: Book;
  /** The same rows, for a walk in an order to the first `rows` of the book, past those of others. */
  walked?(rows: number): Pick<ReadTables, 'from' | 'relation'>;
  /** Selects the `id` of each customer of the book, and the last number that any customer has. */
  readonly owned?: { customers(): Knex.QueryBuilder; lastNumber(): Knex.QueryBuilder };
}

/** All rows, and what of them a book has. */
export interface AllTables extends ReadTables {
  within(book: Book): ReadTables;
}

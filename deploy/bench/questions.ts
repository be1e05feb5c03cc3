import type { BareQuery } from './bareSql.js';

/** Something that a screen asks the gateway for. */
export interface Question {
  readonly kind: 'list' | 'search' | 'global search' | 'dashboard';
  readonly what: string;
  /** Asked by turns: the first pages of a list, or one request. */
  readonly asks: readonly Ask[];
  /** What the screen asks when it opens, when that is more: the first page with its count. */
  readonly opening: Request | null;
  /** Rows in an answer to the first of `asks`. */
  rowsOf(data: unknown): number;
}

export interface Request {
  readonly query: string;
  readonly variables: object;
}

export interface Ask extends Request {
  /** The very SQL that the product sends to the database for it. */
  readonly bare: readonly BareQuery[];
}

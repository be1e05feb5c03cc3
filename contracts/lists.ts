import { z } from 'zod';

/** Shapes that every list of records shares. */

/** The request for one page of a list. */
export interface ListRequest<Filter, Sort extends string> {
  filter: Filter;
  sort: Sort;
  direction: 'asc' | 'desc';
  /** Rows wanted, 1 to 1000. */
  limit: number;
  /** The `nextCursor` of the page before. */
  cursor?: string | null;
}

export interface Page<Item> {
  items: Item[];
  /** Null when this is the last page. */
  nextCursor: string | null;
}

/** Counting stops here: nobody reads a longer list to its end, and a count walks every row. */
export const COUNT_LIMIT = 10_000;

/** A count that stops at `COUNT_LIMIT`: beyond it, only "more than" is known. */
export const BoundedCount = z.object({
  count: z.int(),
  exact: z.boolean().describe('False: there are more than this'),
});
export type BoundedCount = z.infer<typeof BoundedCount>;

/** Shapes that every list of records shares. */

/** What a list is asked for. */
export interface ListRequest<Filter, Sort extends string> {
  filter: Filter;
  sort: Sort;
  direction: 'asc' | 'desc';
  /** Rows wanted, 1 to 1000. */
  limit: number;
  /** Where the page before ended, as it was given out. */
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
export interface BoundedCount {
  count: number;
  exact: boolean;
}

import type { ReactElement, ReactNode } from 'react';
import type { RowHeights } from './rowLayout';
import type { SortRules } from './sorting';

export interface ListedRecord {
  id: number;
}

export interface Column<Item, Sort extends string> {
  /** Names the cell (`data-cell`), and its CSS grid area in rows of more than one line. */
  key: string;
  label: string;
  /** Without it the heading does not sort. */
  sort?: Sort;
  /** Of the cells, not of the heading. */
  className?: string;
  /** The full form of what may end in an ellipsis, shown on hover. */
  title?: (item: Item) => string | undefined;
  render: (item: Item) => ReactNode;
}

/**
 * A list in all that stays the same while it is used: made once, outside of components. How the
 * columns lie in each layout is the feature's CSS, see docs/development.md, "A list screen".
 */
export interface ListDesign<Item extends ListedRecord, Sort extends string> {
  /** Names the grid, such as "Customers". */
  label: string;
  /** Of the table, for the feature's CSS. */
  className: string;
  columns: readonly Column<Item, Sort>[];
  sortRules: SortRules<Sort>;
  rowHeights: RowHeights;
  /** What a row is called: "Actions for …". */
  nameOf: (item: Item) => string;
  /** As in "1 customer", "2 customers", "Failed to load customers". */
  words: { one: string; many: string };
  /** What a list says that has nothing in it yet. */
  empty: { icon: ReactElement; text: string };
  /** What it says when nothing fits the search; with `words.many` when left out. */
  noneMatch?: string;
  /** On the button that adds one, such as "Add Customer". */
  addLabel: string;
}

/** A menu of a row that is open, and where. */
export interface OpenMenu<Item> {
  item: Item;
  /** Of the pointer or of the button, in CSS pixels of the window. */
  left: number;
  top: number;
}

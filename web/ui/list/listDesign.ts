import type { ExportedList } from '@insuremanager/contracts/exports/exportedLists';
import type { Criteria, ListDescription } from '@insuremanager/contracts/fields/list';
import type { ViewedList } from '@insuremanager/contracts/savedViews/savedViews';
import type { ReactElement, ReactNode } from 'react';
import type { RecordType, SavedRecord } from '../record/recordType';
import type { FilterValues } from './listFilter';

/** How a row is laid out in the width there is: all in a line, in two, or as a card. */
export type RowLayout = 'wide' | 'medium' | 'card';

/** In CSS pixels. */
export type RowHeights = Readonly<Record<RowLayout, number>>;

/** `width` of the list, in CSS pixels. */
export const layoutFor = (width: number): RowLayout => {
  if (width >= 1080) return 'wide';
  return width >= 640 ? 'medium' : 'card';
};

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

/** What has a row of its own. */
export interface Listed {
  id: number | string;
}

/**
 * A list in all that stays the same while it is used: made once, outside of components. How the
 * columns lie in each layout is the feature's CSS, see docs/development.md, "A list screen".
 */
export interface TableDesign<
  Item extends Listed,
  Sort extends string,
  Of extends Criteria = Criteria,
> {
  type: ListedType<Item>;
  /** What it can be filtered and sorted by. */
  list: ListDescription<Of, Sort>;
  /** What it is filtered by whatever its address says. */
  always?: FilterValues<Of>;
  /** Names the list, such as "Customers". */
  label: string;
  /** As in "1 customer", "2 customers", "Failed to load customers". */
  nouns: { one: string; many: string };
  /** Of the table, for the feature's CSS. */
  className: string;
  /** As usual. The first names the row: it is always there. */
  columns: readonly Column<Item, Sort>[];
  /** Others, which are shown when somebody chooses them. */
  furtherColumns?: readonly Column<Item, Sort>[];
  /** Of which views are saved. */
  views?: ViewedList;
  rowHeights: RowHeights;
  /** Of a list that has nothing in it yet. */
  icon: ReactElement;
  /** What is said of one; "Get started by adding …" when left out. */
  nothing?: string;
  /** The file that it can be had as. */
  exported?: ExportedList;
  /** On the button that adds one, such as "Add Customer", where there is one. */
  addLabel?: string;
}

/** A list of records that are opened beside it, added, changed and deleted. */
export interface ListDesign<
  Item extends SavedRecord,
  Sort extends string,
  Of extends Criteria = Criteria,
> extends TableDesign<Item, Sort, Of> {
  type: RecordType<Item>;
  addLabel: string;
}

/** What a list knows of the type of its records. */
export type ListedType<Item> = Pick<RecordType<Item & SavedRecord>, 'one' | 'many'> & {
  nameOf: (item: Item) => string;
};

/** A menu of a row that is open, and where. */
export interface OpenMenu<Item> {
  item: Item;
  /** Of the pointer or of the button, in CSS pixels of the window. */
  left: number;
  top: number;
}

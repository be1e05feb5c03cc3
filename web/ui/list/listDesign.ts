import type { ExportedList } from '@insuremanager/contracts/exports/exportedLists';
import type { Criteria, ListDescription } from '@insuremanager/contracts/fields/list';
import type { ViewedList } from '@insuremanager/contracts/savedViews/savedViews';
import type { ReactElement, ReactNode } from 'react';
import type { PagesDocument } from '../../data/useRecordPages';
import type { RecordType, SavedRecord } from '../record/recordType';
import type { FilterValues } from './listFilter';
import type { BulkChange } from './selection/bulkChange';
import type { Sorting } from './sorting';

/** The room that a column asks for, in CSS pixels. */
export interface Room<Item> {
  /** A line that is neither cut nor wrapped: the column is as wide as the longest one. */
  whole?: (item: Item) => string | null;
  /** A line that may end in an ellipsis: it shares what is left with others of its kind. */
  cut?: (item: Item) => string | null;
  /** What `cut` keeps when there is little room: more for names, which are cut last. */
  least?: number;
  /** Badges, which stand beneath each other where there is no room beside each other. */
  badges?: (item: Item) => readonly string[];
  /** What stands beside the text, such as an icon; or all that there is where there is no text. */
  extra?: number;
}

export interface Column<Item, Sort extends string> {
  /** Names the cell (`data-cell`). */
  key: string;
  label: string;
  room: Room<Item>;
  /** Money and dates stand at the end of their column. */
  align?: 'end';
  /** Of a cell on a card, in CSS pixels, where it is more than a line. */
  height?: number;
  /** Without it the heading does not sort. */
  sort?: Sort;
  /** Of the cells, not of the heading. */
  className?: string;
  /** The full form of what may end in an ellipsis, shown on hover. */
  title?: (item: Item) => string | undefined;
  render: (item: Item) => ReactNode;
}

/** How the columns lie, by their keys, where they do not fit beside each other. */
export interface Arrangement {
  /** In CSS pixels, of rows of one line (`wide`) and of two (`medium`). */
  rowHeights: Readonly<Record<'wide' | 'medium', number>>;
  /** Which columns share one in rows of two lines, the upper first; others are left out there. */
  stacks: readonly (readonly string[])[];
  /**
   * The same where even these do not fit, as beside a panel: what is needed to choose a row, of
   * which the last are left out first; columns that are usually hidden may be among them.
   */
  beside?: readonly (readonly string[])[];
  /** The lines of a card, each with what stands on its left and on its right. */
  card: readonly (readonly string[])[];
}

/** What has a row of its own. */
export interface Listed {
  id: number | string;
}

/** A list in all that stays the same while it is used: made once, outside of components. */
export interface TableDesign<
  Item extends Listed,
  Sort extends string,
  Of extends Criteria = Criteria,
> extends Arrangement {
  type: ListedType<Item>;
  /** What it can be filtered and sorted by. */
  list: ListDescription<Of, Sort>;
  /** What it is filtered by whatever its address says. */
  always?: FilterValues<Of>;
  /** Names the list, such as "Customers". */
  label: string;
  /** As in "1 customer", "2 customers", "Failed to load customers". */
  names: { one: string; many: string };
  /** Of the table, for what only this feature's cells look like. */
  className: string;
  /** As usual. The first names the row: it is always there. */
  columns: readonly Column<Item, Sort>[];
  /** Others, which are shown when somebody chooses them. */
  furtherColumns?: readonly Column<Item, Sort>[];
  /** Of which views are saved. */
  views?: ViewedList;
  /** Of a list that has nothing in it yet. */
  icon: ReactElement;
  /** What is said of one; "Get started by adding …" when left out. */
  nothing?: string;
  /** The file that it can be had as. */
  exported?: ExportedList;
  /** On the button that adds one, such as "Add Customer", where there is one. */
  addLabel?: string;
}

/** What a list is asked by, beside what names a page. */
export interface ListAsked<Sort extends string, Of extends Criteria> extends Sorting<Sort> {
  filter: FilterValues<Of>;
}

/** A list that comes by pages. */
export interface PagedDesign<
  Item extends Listed,
  Sort extends string,
  Of extends Criteria = Criteria,
> extends TableDesign<Item, Sort, Of> {
  document: PagesDocument<Item, ListAsked<Sort, Of>>;
}

/** A list of records that are opened beside it, added, changed and deleted. */
export interface ListDesign<
  Item extends SavedRecord,
  Sort extends string,
  Of extends Criteria = Criteria,
> extends PagedDesign<Item, Sort, Of> {
  type: RecordType<Item>;
  /** What can be done to several at once, beside deleting them. */
  changes?: readonly BulkChange<Item>[];
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

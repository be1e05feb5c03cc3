import { ChevronDown, ChevronUp } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { GridPart } from './GridPart';
import type { Column } from './listDesign';
import type { Sorting } from './sorting';

type Heading<Sort extends string> = Pick<Column<never, Sort>, 'key' | 'label' | 'sort' | 'align'>;

interface RecordTableHeadProps<Sort extends string> {
  columns: readonly Heading<Sort>[];
  sorting: Sorting<Sort>;
  onSort: (sort: Sort) => void;
  /** What chooses all rows, where they can be chosen. */
  select?: ReactNode;
}

/** Stays at the top while the rows scroll; on a card list only what sorts is left of it. */
export const RecordTableHead = <Sort extends string>({
  columns,
  sorting,
  onSort,
  select,
}: RecordTableHeadProps<Sort>) => (
  <GridPart role="rowgroup" className="record-head">
    <GridPart role="row" aria-rowindex={1} className="record-grid">
      {select && (
        <GridPart role="columnheader" data-cell="select">
          {select}
        </GridPart>
      )}
      {columns.map((column) => (
        <HeadCell key={column.key} {...{ column, sorting, onSort }} />
      ))}
      <GridPart role="columnheader">
        <span className="visually-hidden">Actions</span>
      </GridPart>
    </GridPart>
  </GridPart>
);

interface HeadCellProps<Sort extends string>
  extends Pick<RecordTableHeadProps<Sort>, 'sorting' | 'onSort'> {
  column: Heading<Sort>;
}

function HeadCell<Sort extends string>({ column, sorting, onSort }: HeadCellProps<Sort>) {
  const by = column.sort;
  const isSorted = by !== undefined && by === sorting.sort;
  const isUp = sorting.direction === 'asc';
  const order = isUp ? 'ascending' : 'descending';
  return (
    <GridPart
      role="columnheader"
      data-cell={column.key}
      data-align={column.align}
      aria-sort={isSorted ? order : undefined}
    >
      {by ? (
        <button type="button" onClick={() => onSort(by)}>
          {column.label}
          {isSorted && (isUp ? <ChevronUp size={14} /> : <ChevronDown size={14} />)}
        </button>
      ) : (
        column.label
      )}
    </GridPart>
  );
}

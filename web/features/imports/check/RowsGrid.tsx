import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { GridPart } from '../../../ui/list/GridPart';
import { letterOf } from '../columns/mapping';
import type { ColumnOf } from '../useImports';
import { CellEditor, type Way } from './CellEditor';
import { CellSays } from './CellSays';
import { type Cell, cellAfter, cellOf, widthOf } from './cells';
import { RowOutcome } from './RowOutcome';
import type { Repair } from './useRepair';
import type { Row, Rows } from './useRows';

interface RowsGridProps {
  label: string;
  rows: Rows & { items: readonly Row[] };
  /** Those that are imported, in the order of the sheet. */
  columns: readonly ColumnOf[];
  /** Without it nothing can be repaired. */
  repair: Repair | null;
}

/** In CSS pixels: a text and what is said of it. */
const ROW = 56;
const HEAD = 36;
const NUMBER = 64;
const OUTCOME = 216;
/** Rows before the end at which the next page is asked for. */
const AHEAD = 40;

interface Place {
  row: number;
  column: number;
}

/** Rows as a spreadsheet shows them: one goes from cell to cell, and repairs where one is. */
export function RowsGrid({ label, rows, columns, repair }: RowsGridProps) {
  const { items, count, hasMore, loadMore } = rows;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Place>({ row: 0, column: firstFault(items[0], columns) });
  const [edited, setEdited] = useState<Place | null>(null);
  const widths = useMemo(() => columns.map((column) => widthOf(column, items)), [columns, items]);

  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    scrollPaddingStart: HEAD,
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range);
        const isLost = active.row < range.count && !shown.includes(active.row);
        return isLost ? [...shown, active.row].sort((a, b) => a - b) : shown;
      },
      [active.row],
    ),
  });
  const last = virtual.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= items.length - AHEAD) loadMore();
  }, [hasMore, last, items.length, loadMore]);

  const begun = useRef(false);
  useLayoutEffect(() => {
    const { current: element } = scroller;
    if (begun.current || !element) return;
    begun.current = true;
    // What is at fault may lie further to the right than there is room.
    const right = widths.slice(0, active.column + 1).reduce((sum, one) => sum + one, 0);
    element.scrollLeft = Math.max(0, NUMBER + OUTCOME + right - element.clientWidth);
  }, [widths, active.column]);

  const focus = ({ row, column }: Place) => {
    flushSync(() => {
      setActive({ row, column });
      setEdited(null);
    });
    virtual.scrollToIndex(row);
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell='${row}-${column}']`);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - 2);
  const size = { rows: items.length, columns: columns.length, page };
  /** Once a cell was edited, the one below or beside it has the focus, as in a spreadsheet. */
  const leaveBy = (way: Way) => {
    if (way === 'away' || !edited) return setEdited(null);
    const key = { down: 'ArrowDown', right: 'ArrowRight', left: 'ArrowLeft', here: '' }[way];
    focus(cellAfter(key, edited, size, false) ?? edited);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (edited || event.altKey) return;
    // What can be done with a row, and its record, are pressed and followed.
    if (event.key === 'Enter' && (event.target as Element).closest('a, button')) return;
    if (repair && (event.key === 'Enter' || event.key === 'F2')) {
      event.preventDefault();
      return setEdited(active);
    }
    const next = cellAfter(event.key, active, size, event.ctrlKey || event.metaKey);
    if (!next) return;
    event.preventDefault();
    focus(next);
  };
  const row = items[active.row];
  const column = columns[active.column];
  const style = {
    '--import-columns': `${NUMBER}px ${OUTCOME}px ${widths.map((one) => `${one}px`).join(' ')}`,
    '--import-width': `${NUMBER + OUTCOME + widths.reduce((sum, one) => sum + one, 0)}px`,
  } as CSSProperties;
  return (
    <div className="import-sheet" style={style}>
      <div ref={scroller} className="import-scroller">
        <GridPart
          role="grid"
          aria-label={label}
          aria-rowcount={count + 1}
          aria-colcount={columns.length + 2}
          aria-readonly={repair === null}
          onKeyDown={onKeyDown}
        >
          <GridPart role="row" className="import-grid-row import-grid-head" aria-rowindex={1}>
            <GridPart role="columnheader">Row</GridPart>
            <GridPart role="columnheader">In the book</GridPart>
            {columns.map(({ index, header }) => (
              <GridPart role="columnheader" key={index} dir="auto" title={header}>
                {header || letterOf(index)}
              </GridPart>
            ))}
          </GridPart>
          <GridPart role="rowgroup" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const item = items[index];
              return (
                item && (
                  <GridPart
                    key={item.row}
                    role="row"
                    className="import-grid-row"
                    aria-rowindex={index + 2}
                    data-outcome={item.outcome}
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    <GridPart role="gridcell" className="import-number tabular">
                      {item.row}
                    </GridPart>
                    <GridPart role="gridcell" className="import-outcome">
                      <RowOutcome row={item} columns={columns} onTake={repair?.take ?? null} />
                    </GridPart>
                    {columns.map((one, nth) => {
                      const isActive = active.row === index && active.column === nth;
                      const isEdited = edited?.row === index && edited.column === nth;
                      return (
                        <GridCell
                          key={one.index}
                          place={{ row: index, column: nth }}
                          cell={cellOf(item, one)}
                          isActive={isActive}
                          onFocus={setActive}
                          onEdit={repair ? setEdited : null}
                        >
                          {isEdited && repair ? (
                            <CellEditor repair={repair} row={item} column={one} onDone={leaveBy} />
                          ) : null}
                        </GridCell>
                      );
                    })}
                  </GridPart>
                )
              );
            })}
          </GridPart>
        </GridPart>
      </div>
      {row && column && <CellSays row={row} column={column} canRepair={repair !== null} />}
    </div>
  );
}

/** The first cell of a row that is at fault, else its first. */
function firstFault(row: Row | undefined, columns: readonly ColumnOf[]): number {
  if (!row) return 0;
  return Math.max(
    0,
    columns.findIndex((column) => cellOf(row, column).fault !== null),
  );
}

interface GridCellProps {
  place: Place;
  cell: Cell;
  isActive: boolean;
  onFocus: (place: Place) => void;
  onEdit: ((place: Place) => void) | null;
  children: React.ReactNode;
}

function GridCell({ place, cell, isActive, onFocus, onEdit, children }: GridCellProps) {
  const { text, fault, before, isRepaired } = cell;
  return (
    <GridPart
      role="gridcell"
      className="import-cell"
      aria-colindex={place.column + 3}
      data-cell={`${place.row}-${place.column}`}
      data-fault={fault !== null || undefined}
      data-changed={before !== null || undefined}
      data-repaired={isRepaired || undefined}
      tabIndex={isActive ? 0 : -1}
      aria-invalid={fault !== null || undefined}
      aria-readonly={onEdit === null}
      onFocus={() => onFocus(place)}
      onDoubleClick={() => onEdit?.(place)}
    >
      {children ?? (
        <>
          <bdi className="ellipsis" title={text}>
            {text}
          </bdi>
          {fault !== null && (
            <small className="ellipsis" title={fault}>
              {fault}
            </small>
          )}
          {before !== null && (
            <small className="ellipsis" title={before}>
              {before === '' ? 'was empty' : `was ${before}`}
            </small>
          )}
        </>
      )}
    </GridPart>
  );
}

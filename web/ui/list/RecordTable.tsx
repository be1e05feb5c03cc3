import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { RecordPages } from '../../data/useRecordPages';
import { useAddress } from '../useAddress';
import { useDebounced } from '../useDebounced';
import { useElementSize } from '../useElementSize';
import { PHONE, useMediaQuery } from '../useMediaQuery';
import { GridPart } from './GridPart';
import type { Column, Listed, OpenMenu, TableDesign } from './listDesign';
import { RecordRow } from './RecordRow';
import { RecordTableHead } from './RecordTableHead';
import { rowGridFor } from './rowGrid';
import { SelectLoaded } from './selection/SelectLoaded';
import type { RowSelection } from './selection/useSelection';
import { addressOfSorting, type Sorting, sortingAfter } from './sorting';
import { useColumnWidths } from './useColumnWidths';
import { rowAt, useOpenRow } from './useOpenRow';
import { scrollerOf, useRowsPlace } from './useRowsPlace';
import { useSteadyRows } from './useSteadyRows';
import './RecordTable.css';

export interface RecordTableProps<Item extends Listed, Sort extends string> {
  design: TableDesign<Item, Sort>;
  pages: RecordPages<Item>;
  items: readonly Item[];
  /** What the list is filtered by now. */
  filter: object;
  sorting: Sorting<Sort>;
  /** The row that was at the top when the list was left. */
  firstRow: number;
  /** Of the record that is open beside the list; null when none is. */
  openId?: Item['id'] | null;
  /** Without it rows cannot be chosen. */
  selection?: RowSelection<Item>;
  onOpen: (item: Item) => void;
  onMenu: (menu: OpenMenu<Item>) => void;
}

/** Rows before the end at which the next page is asked for. */
const AHEAD = 30;
/** Milliseconds of rest before the address remembers how far the list is scrolled. */
const SCROLL_REST = 200;

export function RecordTable<Item extends Listed, Sort extends string>(
  props: RecordTableProps<Item, Sort>,
) {
  const { design, pages, items, filter, sorting, firstRow, onOpen, onMenu } = props;
  const { openId = null, selection } = props;
  const { change } = useAddress();
  const table = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const width = useElementSize(table).width || window.innerWidth;
  const grid = useRowGrid(design, items, width, selection);
  const { rowHeight } = grid;
  const place = useRowsPlace(table, body);
  const [active, setActive] = useState(0);
  const [aim, setAim] = useState(firstRow);

  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrollerOf(table),
    estimateSize: () => rowHeight,
    overscan: 12,
    rangeExtractor: useCallback((range: Range) => withRow(active, range), [active]),
    scrollMargin: place.margin,
    scrollPaddingStart: place.above,
    scrollPaddingEnd: place.below,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout has other heights
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);

  // What stays above or below the rows has grown: the row that is worked on is not under it.
  const { above, below } = place;
  // biome-ignore lint/correctness/useExhaustiveDependencies: not when another row is gone to
  useLayoutEffect(() => {
    const row = rowAt(table.current, active);
    if (row?.contains(document.activeElement)) rows.scrollToIndex(active);
  }, [above, below]);

  const { hasMore, loadMore } = pages;
  const last = rows.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= items.length - AHEAD) loadMore();
  }, [hasMore, last, items.length, loadMore]);

  // Where the list was left may be further than its first page.
  useEffect(() => {
    if (aim === 0 || place.margin === 0) return;
    if (aim >= items.length && hasMore) return loadMore();
    rows.scrollToIndex(Math.min(aim, items.length - 1), { align: 'start' });
    setAim(0);
  }, [aim, place.margin, items.length, hasMore, loadMore, rows]);

  const rememberScroll = useDebounced((hidden: number) => {
    if (aim > 0) return; // on the way to where it was left
    const row = Math.round(hidden);
    change({ row: row > 0 ? String(row) : null });
  }, SCROLL_REST);
  useSteadyRows({
    table,
    items,
    rowHeight,
    place,
    marks: pages.marks,
    onScroll: rememberScroll,
  });

  const listKey = JSON.stringify([filter, sorting.sort, sorting.direction]);
  const shownKey = useRef(listKey);
  useEffect(() => {
    if (shownKey.current === listKey) return;
    shownKey.current = listKey;
    const scroller = scrollerOf(table);
    // What stands above the list is not brought back.
    const start = place.margin - place.above;
    if (scroller && scroller.scrollTop > start) scroller.scrollTo({ top: start });
    setActive(0);
  }, [listKey, place]);

  const focusRow = (index: number) => {
    const next = Math.max(0, Math.min(items.length - 1, index));
    // At once: the next key may come before anything is painted, and is for this row.
    flushSync(() => setActive(next));
    rows.scrollToIndex(next);
    rowAt(table.current, next)?.focus({ preventScroll: true });
    const item = items[next];
    if (openId !== null && item) onOpen(item);
  };
  useOpenRow({
    table,
    items,
    openId,
    onOpen,
    onActive: (index) => {
      setActive(index);
      rows.scrollToIndex(index);
    },
  });
  const sortBy = (sort: Sort) => {
    const next = sortingAfter(sort, sorting, design.list);
    change({ ...addressOfSorting(next, design.list), row: null });
  };

  return (
    <div
      ref={table}
      className={`record-table ${design.className}`}
      data-layout={grid.layout}
      data-changing={pages.isChanging}
      style={grid.style}
    >
      <GridPart
        role="grid"
        aria-label={design.label}
        aria-busy={pages.isChanging}
        aria-multiselectable={selection?.isOffered || undefined}
        aria-rowcount={pages.count?.exact ? pages.count.count + 1 : -1}
        aria-colcount={grid.cells.length + (grid.hasBoxes ? 2 : 1)}
      >
        <RecordTableHead
          columns={grid.headings}
          sorting={sorting}
          onSort={sortBy}
          select={
            selection?.isOffered && (
              <SelectLoaded {...{ selection, names: design.names }} hasBox={grid.hasBoxes} />
            )
          }
        />
        <GridPart
          ref={body}
          role="rowgroup"
          className="record-rows"
          style={{ height: rows.getTotalSize() }}
        >
          {rows.getVirtualItems().map(({ index, start }) => {
            const item = items[index];
            return (
              item && (
                <RecordRow
                  key={item.id}
                  {...{ design, item, index, onOpen, onMenu }}
                  start={start - place.margin}
                  cells={grid.cells}
                  height={rowHeight}
                  mark={pages.marks.get(item.id)}
                  isOpen={item.id === openId}
                  selection={selection}
                  hasBox={grid.hasBoxes}
                  isCard={grid.layout === 'card'}
                  isActive={index === Math.min(active, items.length - 1)}
                  onFocusRow={focusRow}
                  onActive={setActive}
                />
              )
            );
          })}
        </GridPart>
      </GridPart>
    </div>
  );
}

/** The rows in sight, and the one that has the focus or gets it, which is not lost by scrolling. */
function withRow(index: number, range: Range): number[] {
  const shown = defaultRangeExtractor(range);
  const row = Math.min(index, range.count - 1);
  if (row < 0 || shown.includes(row)) return shown;
  return [...shown, row].sort((a, b) => a - b);
}

/** Of what chooses a row, in CSS pixels. */
const BOX = 20;

/** Columns that are shown beside a panel only. */
const hiddenBeside = <Item extends Listed, Sort extends string>(
  design: TableDesign<Item, Sort>,
): readonly Column<Item, Sort>[] =>
  (design.furtherColumns ?? []).filter(
    (column) => design.beside?.flat().includes(column.key) && !design.columns.includes(column),
  );

/** The columns in the width there is, as the table's style and parts take them. */
function useRowGrid<Item extends Listed, Sort extends string>(
  design: TableDesign<Item, Sort>,
  items: readonly Item[],
  width: number,
  selection: RowSelection<Item> | undefined,
) {
  const { rowHeights, stacks, card } = design;
  // A phone has cards, whatever fits.
  const beside = useMediaQuery(PHONE) ? undefined : design.beside;
  const columns = useMemo(() => [...design.columns, ...hiddenBeside(design)], [design]);
  const widths = useColumnWidths(columns, items);
  const leading = selection?.isOffered ? BOX : 0;
  const cardLeading = selection?.isOn ? leading : 0;
  return useMemo(() => {
    const sorts = new Set(columns.filter(({ sort }) => sort).map(({ key }) => key));
    const heights = new Map(columns.map(({ key, height = 0 }) => [key, height]));
    const onlyBeside = new Set(columns.slice(design.columns.length).map(({ key }) => key));
    const lines = { rowHeights, stacks, beside, card };
    const parts = { ...lines, widths, onlyBeside, sorts, heights, leading, cardLeading };
    const grid = rowGridFor(parts, width);
    const style = {
      '--row-columns': grid.columns,
      '--row-areas': grid.areas,
      '--row-lines': grid.rows,
    } as CSSProperties;
    return {
      layout: grid.layout,
      rowHeight: grid.rowHeight,
      hasBoxes: (grid.layout === 'card' ? cardLeading : leading) > 0,
      style,
      headings: grid.headings.flatMap((wanted) => columns.filter(({ key }) => key === wanted)),
      cells: columns
        .filter(({ key }) => grid.cells.has(key))
        .map((column) => ({ column, side: grid.cells.get(column.key) })),
    };
  }, [design, columns, rowHeights, stacks, beside, card, widths, width, leading, cardLeading]);
}

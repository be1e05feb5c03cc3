import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RecordPages } from '../../data/useRecordPages';
import { useAddress } from '../useAddress';
import { useDebounced } from '../useDebounced';
import { useElementWidth } from '../useElementWidth';
import { GridPart } from './GridPart';
import { type Listed, layoutFor, type OpenMenu, type TableDesign } from './listDesign';
import { RecordRow } from './RecordRow';
import { RecordTableHead } from './RecordTableHead';
import { addressOfSorting, type Sorting, sortingAfter } from './sorting';
import { useOpenRow } from './useOpenRow';
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
  const { openId = null } = props;
  const { change } = useAddress();
  const scroller = useRef<HTMLDivElement>(null);
  const layout = layoutFor(useElementWidth(scroller) || window.innerWidth);
  const rowHeight = design.rowHeights[layout];
  const [active, setActive] = useState(0);
  const [aim, setAim] = useState(firstRow);

  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialOffset: firstRow * rowHeight,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout has other heights
  useEffect(() => rows.measure(), [rows, rowHeight]);

  const { hasMore, loadMore } = pages;
  const last = rows.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= items.length - AHEAD) loadMore();
  }, [hasMore, last, items.length, loadMore]);

  // Where the list was left may be further than its first page.
  useEffect(() => {
    if (aim === 0) return;
    if (aim >= items.length && hasMore) return loadMore();
    rows.scrollToIndex(Math.min(aim, items.length - 1), { align: 'start' });
    setAim(0);
  }, [aim, items.length, hasMore, loadMore, rows]);

  const rememberScroll = useDebounced((top: number) => {
    if (aim > 0) return; // on the way to where it was left
    const row = Math.round(top / rowHeight);
    change({ row: row > 0 ? String(row) : null });
  }, SCROLL_REST);

  // Rows that others add or take away above what is in sight do not move it.
  const before = useRef(items);
  useLayoutEffect(() => {
    const top = scroller.current?.scrollTop ?? 0;
    const first = Math.floor(top / rowHeight);
    const id = before.current[first]?.id;
    const moved = before.current === items ? -1 : items.findIndex((item) => item.id === id);
    before.current = items;
    if (first === 0 || moved < 0 || moved === first) return;
    scroller.current?.scrollTo({ top: top + (moved - first) * rowHeight });
  }, [items, rowHeight]);

  const listKey = JSON.stringify([filter, sorting.sort, sorting.direction]);
  const shownKey = useRef(listKey);
  useEffect(() => {
    if (shownKey.current === listKey) return;
    shownKey.current = listKey;
    scroller.current?.scrollTo({ top: 0 });
    setActive(0);
  }, [listKey]);

  const focusRow = (index: number) => {
    const next = Math.max(0, Math.min(items.length - 1, index));
    setActive(next);
    rows.scrollToIndex(next);
    const item = items[next];
    if (openId !== null && item) onOpen(item);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus(),
    );
  };
  useOpenRow({
    scroller,
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
      ref={scroller}
      className={`record-table ${design.className}`}
      data-layout={layout}
      data-changing={pages.isChanging}
      onScroll={(event) => rememberScroll(event.currentTarget.scrollTop)}
    >
      <GridPart
        role="grid"
        aria-label={design.label}
        aria-busy={pages.isChanging}
        aria-rowcount={pages.count?.exact ? pages.count.count + 1 : -1}
        aria-colcount={design.columns.length + 1}
      >
        <RecordTableHead columns={design.columns} sorting={sorting} onSort={sortBy} />
        <GridPart role="rowgroup" className="record-rows" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const item = items[index];
            return (
              item && (
                <RecordRow
                  key={item.id}
                  {...{ design, item, index, start, onOpen, onMenu }}
                  height={rowHeight}
                  isOpen={item.id === openId}
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

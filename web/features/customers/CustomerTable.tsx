import type { CustomerSort } from '@insuremanager/contracts/customers/customerViews';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { CustomerFieldsFragment } from '../../data/operations.generated';
import { GridPart } from '../../ui/list/GridPart';
import { useAddress } from '../../ui/useAddress';
import { useDebounced } from '../../ui/useDebounced';
import { useElementWidth } from '../../ui/useElementWidth';
import { CustomerRow } from './CustomerRow';
import type { OpenMenu } from './CustomerRowMenu';
import { CustomerTableHead } from './CustomerTableHead';
import { addressOfSort, type CustomerListView, filterOf, firstDirection } from './listAddress';
import { layoutFor, ROW_HEIGHTS } from './rowLayout';
import type { CustomerPages } from './useCustomerPages';

interface CustomerTableProps {
  view: CustomerListView;
  pages: CustomerPages;
  items: readonly CustomerFieldsFragment[];
  firstRow: number;
  onOpen: (customer: CustomerFieldsFragment) => void;
  onMenu: (menu: OpenMenu) => void;
}

/** Rows before the end at which the next page is asked for. */
const AHEAD = 30;
/** Milliseconds of rest before the address remembers how far the list is scrolled. */
const SCROLL_REST = 200;

export function CustomerTable({
  view,
  pages,
  items,
  firstRow,
  onOpen,
  onMenu,
}: CustomerTableProps) {
  const { change } = useAddress();
  const scroller = useRef<HTMLDivElement>(null);
  const layout = layoutFor(useElementWidth(scroller) || window.innerWidth);
  const rowHeight = ROW_HEIGHTS[layout];
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

  const listKey = JSON.stringify([filterOf(view), view.sort, view.direction]);
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
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus(),
    );
  };
  const sortBy = (sort: CustomerSort) => {
    const flipped = view.direction === 'asc' ? 'desc' : 'asc';
    const direction = sort === view.sort ? flipped : firstDirection(sort);
    change({ ...addressOfSort(sort, direction), row: null });
  };

  return (
    <div
      ref={scroller}
      className="customer-table"
      data-layout={layout}
      data-changing={pages.isChanging}
      onScroll={(event) => rememberScroll(event.currentTarget.scrollTop)}
    >
      <GridPart
        role="grid"
        aria-label="Customers"
        aria-busy={pages.isChanging}
        aria-rowcount={pages.count?.exact ? pages.count.count + 1 : -1}
        aria-colcount={8}
      >
        <CustomerTableHead sort={view.sort} direction={view.direction} onSort={sortBy} />
        <GridPart role="rowgroup" className="customer-rows" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const customer = items[index];
            return (
              customer && (
                <CustomerRow
                  key={customer.id}
                  {...{ customer, index, start, onOpen, onMenu }}
                  height={rowHeight}
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

import type { RefObject } from 'react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RowMark } from '../../data/rowMarks';
import type { Listed } from './listDesign';
import { type RowsPlace, scrollerOf } from './useRowsPlace';

interface SteadyRows<Item extends Listed> {
  table: RefObject<HTMLElement | null>;
  items: readonly Item[];
  /** In CSS pixels. */
  rowHeight: number;
  place: RowsPlace;
  /** What others have just added or changed. */
  marks: ReadonlyMap<Listed['id'], RowMark>;
  /** How many rows are out of sight above: a whole number while the list rests on one. */
  onScroll: (rows: number) => void;
}

/**
 * What is in sight stays where it is when rows above it come and go, when the rows get another
 * height, and when what stands above the list grows.
 */
export function useSteadyRows<Item extends Listed>(parts: SteadyRows<Item>): void {
  const { table, items, rowHeight, place, marks, onScroll } = parts;
  const { margin, above } = place;
  /** Of the page, as it was before what is rendered now. */
  const top = useRef(0);
  const before = useRef({ items, rowHeight, margin, above });
  const report = useRef(onScroll);
  useEffect(() => {
    report.current = onScroll;
  }, [onScroll]);

  useEffect(() => {
    const scroller = scrollerOf(table);
    if (!scroller) return;
    const follow = () => {
      const was = before.current;
      top.current = scroller.scrollTop;
      report.current((top.current + was.above - was.margin) / was.rowHeight);
    };
    top.current = scroller.scrollTop;
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => scroller.removeEventListener('scroll', follow);
  }, [table]);

  useLayoutEffect(() => {
    const was = before.current;
    before.current = { items, rowHeight, margin, above };
    const scroller = scrollerOf(table);
    // At the top of the page no row is hidden, though what stays above may be measured before it fits.
    const hidden = top.current === 0 ? 0 : (top.current + was.above - was.margin) / was.rowHeight;
    if (!scroller || was.margin === 0) return;
    // The pointer may be about to press: what others add does not push its row away.
    const pointed = areAdded(marks, was.items, items) ? pointedRow(table.current) : null;
    if (hidden <= 0.5 && pointed === null) {
      // None is hidden either once less stands above them.
      const most = Math.max(0, margin - above);
      if (margin < was.margin && top.current > most) scroller.scrollTo({ top: most });
      return;
    }
    const first = was.items[Math.floor(hidden)];
    const id = pointed === null ? first?.id : items[pointed]?.id;
    const rows = was.items === items || id === undefined ? 0 : movedBy(id, was.items, items);
    const isSame = was.rowHeight === rowHeight && was.margin === margin && was.above === above;
    if (rows === 0 && isSame) return;
    const next = isSame
      ? top.current + rows * rowHeight
      : margin - above + (hidden + rows) * rowHeight;
    scroller.scrollTo({ top: next, behavior: 'instant' });
    top.current = scroller.scrollTop;
  }, [table, items, rowHeight, margin, above, marks]);
}

/** Whether others have added some of what is new. */
const areAdded = (
  marks: SteadyRows<Listed>['marks'],
  was: readonly Listed[],
  is: readonly Listed[],
): boolean =>
  was !== is &&
  is.some(({ id }) => marks.get(id) === 'added' && !was.some((item) => item.id === id));

/** Its place among the rows that are rendered now. */
function pointedRow(table: HTMLElement | null): number | null {
  const row = table?.querySelector<HTMLElement>('.record-row:hover');
  return row ? Number(row.dataset.row) : null;
}

/** By how many places a row has moved; 0 for one that has come or gone. */
function movedBy(id: Listed['id'], was: readonly Listed[], is: readonly Listed[]): number {
  const from = was.findIndex((item) => item.id === id);
  const to = is.findIndex((item) => item.id === id);
  return from < 0 || to < 0 ? 0 : to - from;
}

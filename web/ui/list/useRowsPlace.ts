import { type RefObject, useLayoutEffect, useState } from 'react';

/** Where the rows lie in the page that scrolls, in CSS pixels. */
export interface RowsPlace {
  /** From the upper edge of all that scrolls to the first row. */
  margin: number;
  /** Of what stays in sight above the rows, such as the head of the list. */
  above: number;
  /** The same below them. */
  below: number;
}

const NOWHERE: RowsPlace = { margin: 0, above: 0, below: 0 };

/** What scrolls the table: the page, not the table itself. */
export const scrollerOf = (table: RefObject<HTMLElement | null>): HTMLElement | null =>
  table.current?.closest('main') ?? null;

/** Follows what stands above the rows as it grows, wraps or goes. */
export function useRowsPlace(
  table: RefObject<HTMLElement | null>,
  rows: RefObject<HTMLElement | null>,
): RowsPlace {
  const [place, setPlace] = useState(NOWHERE);
  useLayoutEffect(() => {
    const scroller = scrollerOf(table);
    const head = table.current?.querySelector<HTMLElement>('.record-head');
    if (!scroller || !head) return;
    const measure = () => {
      if (!rows.current) return;
      const offset = rows.current.getBoundingClientRect().top;
      const margin = Math.round(offset - scroller.getBoundingClientRect().top + scroller.scrollTop);
      const stuck = Number.parseFloat(getComputedStyle(head).top) || 0;
      const above = stuck + head.offsetHeight;
      const footer = table.current?.nextElementSibling;
      const below = footer instanceof HTMLElement ? footer.offsetHeight : 0;
      setPlace((was) =>
        was.margin === margin && was.above === above && was.below === below
          ? was
          : { margin, above, below },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    const parts = [scroller, head, ...partsAbove(table.current, scroller)];
    const footer = table.current?.nextElementSibling;
    if (footer) parts.push(footer);
    for (const part of parts) observer.observe(part);
    return () => observer.disconnect();
  }, [table, rows]);
  return place;
}

/** The parts of the page in which the table lies: they grow with what stands above it. */
function partsAbove(table: HTMLElement | null, scroller: HTMLElement): Element[] {
  const parts: Element[] = [];
  for (let part: Element | null = table; part && part !== scroller; part = part.parentElement) {
    parts.push(part);
  }
  return parts;
}

import type { Arrangement } from './listDesign';

/** How a row is laid out in the width there is: all in a line, in two, or as a card. */
export type RowLayout = 'wide' | 'medium' | 'card';

/** The width of a column by what the rows hold, in CSS pixels. */
export interface ColumnWidth {
  key: string;
  /** What it cannot do without. */
  least: number;
  /** With which nothing in it is cut. */
  full: number;
  /** Whether it takes what others leave. */
  isShared: boolean;
}

/** A list's columns in the width there is, as CSS grid knows them. */
export interface RowGrid {
  layout: RowLayout;
  /** In CSS pixels. */
  rowHeight: number;
  /** `grid-template-columns` of the rows, and but for cards of the head. */
  columns: string;
  /** `grid-template-areas` and `-rows`, by the keys of the columns. */
  areas: string;
  rows: string;
  /** The columns that have a heading, in order. */
  headings: readonly string[];
  /** The columns that have cells; on a card, on which side of their line. */
  cells: ReadonlyMap<string, 'left' | 'right' | undefined>;
}

/** In CSS pixels, as in RecordTable.css. */
const GAP = 12;
const SIDES = 28;
const MENU = 36;
const LINE = 24;
const FIRST_LINE = 36;
const LINE_GAP = 2;
const CARD_SIDES = 20;

interface RowParts extends Arrangement {
  /** Of what is shown, in order. */
  widths: readonly ColumnWidth[];
  /** The columns that sort: the heading of those that share one. */
  sorts: ReadonlySet<string>;
  /** Of the cells that need more than a line on a card, in CSS pixels. */
  heights: ReadonlyMap<string, number>;
  /** Of what stands before the columns (`select`), in CSS pixels; 0: nothing. */
  leading: number;
}

/** `width` of the list, in CSS pixels. What does not fit in a line has two, or is a card. */
export function rowGridFor(parts: RowParts, width: number): RowGrid {
  const { widths, stacks, leading, rowHeights } = parts;
  const wide = widths.map(({ key }) => [key]);
  if (leastOf(wide, parts) <= width) return linesOf('wide', wide, parts, rowHeights.wide);
  const medium = shownOf(stacks, widths);
  if (leastOf(medium, parts) <= width) return linesOf('medium', medium, parts, rowHeights.medium);
  return cardOf(shownOf(parts.card, widths), parts, leading);
}

/** Only what is shown; what has nothing left is gone. */
const shownOf = (groups: Arrangement['stacks'], widths: readonly ColumnWidth[]) =>
  groups
    .map((keys) => keys.filter((wanted) => widths.some(({ key }) => key === wanted)))
    .filter((keys) => keys.length > 0);

const widthOf = (stack: readonly string[], widths: readonly ColumnWidth[]) => {
  const own = widths.filter(({ key }) => stack.includes(key));
  return {
    least: Math.max(...own.map(({ least }) => least)),
    full: Math.max(...own.map(({ full }) => full)),
    isShared: own.some(({ isShared }) => isShared),
  };
};

const leastOf = (stacks: Arrangement['stacks'], { widths, leading }: RowParts): number =>
  stacks.reduce(
    (sum, stack) => sum + widthOf(stack, widths).least + GAP,
    SIDES + MENU + (leading && leading + GAP),
  );

function linesOf(
  layout: 'wide' | 'medium',
  stacks: Arrangement['stacks'],
  { widths, leading, sorts }: RowParts,
  rowHeight: number,
): RowGrid {
  const tracks = stacks.map((stack) => {
    const { least, full, isShared } = widthOf(stack, widths);
    return isShared ? `minmax(${least}px, ${full}fr)` : `${least}px`;
  });
  const line = (nth: number) => {
    const keys = stacks.map((stack) => stack[nth] ?? stack[0]);
    return `'${[...(leading ? ['select'] : []), ...keys, 'menu'].join(' ')}'`;
  };
  return {
    layout,
    rowHeight,
    columns: [...(leading ? [`${leading}px`] : []), ...tracks, `${MENU}px`].join(' '),
    areas: layout === 'wide' ? line(0) : `${line(0)} ${line(1)}`,
    rows: 'auto',
    headings: stacks.map((stack) => stack.find((key) => sorts.has(key)) ?? stack[0] ?? ''),
    cells: new Map(stacks.flat().map((key) => [key, undefined])),
  };
}

function cardOf(
  lines: Arrangement['card'],
  { widths, heights, sorts }: RowParts,
  leading: number,
): RowGrid {
  const areas = lines.map(([left, right = left], nth) => {
    const last = nth === 0 ? 'menu' : right;
    const first = leading ? [nth === 0 ? 'select' : '.'] : [];
    return `'${[...first, left, right, last].join(' ')}'`;
  });
  const sizes = lines.map((line, nth) =>
    Math.max(nth === 0 ? FIRST_LINE : LINE, ...line.map((key) => heights.get(key) ?? 0)),
  );
  const between = LINE_GAP * (lines.length - 1);
  return {
    layout: 'card',
    rowHeight: sizes.reduce((sum, size) => sum + size, CARD_SIDES + between),
    columns: `${leading ? `${leading}px ` : ''}minmax(0, 1fr) fit-content(60%) ${MENU}px`,
    areas: areas.join(' '),
    rows: sizes.map((size) => `${size}px`).join(' '),
    headings: widths.map(({ key }) => key).filter((key) => sorts.has(key)),
    cells: new Map(
      lines.flatMap((line) => line.map((key, nth) => [key, nth === 0 ? 'left' : 'right'] as const)),
    ),
  };
}

import type { Arrangement } from './listDesign';

/** How a row is laid out in the width there is: all in a line, in two, or as a card. */
export type RowLayout = 'wide' | 'medium' | 'card';

/** The width of a column by what the rows hold, in CSS pixels. */
export interface ColumnWidth {
  key: string;
  /** What it cannot do without. */
  least: number;
  /** With which texts of a usual length are not cut. */
  usual: number;
  /** With which none is cut. */
  full: number;
  /** Whether it takes what others leave. */
  isShared: boolean;
  /** Whether what the rows hold is not for this reader: where room is scarce, it is left out. */
  isHidden: boolean;
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
const GAP = 16;
const SIDES = 28;
const MENU = 36;
const LINE = 24;
const FIRST_LINE = 36;
const LINE_GAP = 2;
const CARD_SIDES = 20;

interface RowParts extends Arrangement {
  /** Of what is shown, in order, and of what is shown `beside` only. */
  widths: readonly ColumnWidth[];
  onlyBeside: ReadonlySet<string>;
  /** The columns that sort: the heading of those that share one. */
  sorts: ReadonlySet<string>;
  /** Of the cells that need more than a line on a card, in CSS pixels. */
  heights: ReadonlyMap<string, number>;
  /** Of what stands before the columns (`select`), in CSS pixels; 0: nothing. */
  leading: number;
  /** The same on a card. */
  cardLeading: number;
}

/** `width` of the list, in CSS pixels. What does not fit in a line has two, or is a card. */
export function rowGridFor(parts: RowParts, width: number): RowGrid {
  const { widths, stacks } = parts;
  const wide = widths.filter(({ key }) => !parts.onlyBeside.has(key)).map(({ key }) => [key]);
  if (leastOf(wide, parts) <= width) return linesOf('wide', wide, parts, width);
  const medium = shownOf(stacks, widths);
  if (leastOf(medium, parts) <= width) return linesOf('medium', medium, parts, width);
  const readable = widths.filter(({ isHidden }) => !isHidden);
  const beside = shownOf(parts.beside ?? [], readable);
  for (let kept = beside.length; kept > 0; kept -= 1) {
    const shown = beside.slice(0, kept);
    if (leastOf(shown, parts) <= width) return linesOf('medium', shown, parts, width);
  }
  return cardOf(shownOf(parts.card, readable), parts, parts.cardLeading);
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
    usual: Math.max(...own.map(({ usual }) => usual)),
    full: Math.max(...own.map(({ full }) => full)),
    isShared: own.some(({ isShared }) => isShared),
  };
};

const leastOf = (stacks: Arrangement['stacks'], { widths, leading }: RowParts): number =>
  stacks.reduce(
    (sum, stack) => sum + widthOf(stack, widths).least + GAP,
    SIDES + MENU + (leading && leading + GAP),
  );

/**
 * What is left over after each has its least goes first to texts of a usual length, then to the
 * longest ones; those that keep more than others come first, so that they are cut last.
 */
function shareOut(
  wanted: readonly Omit<ColumnWidth, 'key' | 'isHidden'>[],
  spare: number,
): number[] {
  const sizes = wanted.map(({ least }) => least);
  const byLeast = wanted
    .map((one, nth) => ({ ...one, nth }))
    .filter(({ isShared }) => isShared)
    .sort((a, b) => b.least - a.least);
  let left = spare;
  for (const goal of ['usual', 'full'] as const) {
    for (const one of byLeast) {
      const size = sizes[one.nth] ?? 0;
      const more = Math.max(0, Math.min(left, one[goal] - size));
      sizes[one.nth] = size + more;
      left -= more;
    }
  }
  return sizes;
}

function linesOf(
  layout: 'wide' | 'medium',
  stacks: Arrangement['stacks'],
  parts: RowParts,
  width: number,
): RowGrid {
  const { widths, leading, sorts } = parts;
  const wanted = stacks.map((stack) => widthOf(stack, widths));
  const sizes = shareOut(wanted, width - leastOf(stacks, parts));
  const hasShared = wanted.some(({ isShared }) => isShared);
  const tracks = wanted.map(({ isShared }, nth) => {
    const size = sizes[nth] ?? 0;
    // What nobody needs is shared as well: the menu stands at the end.
    return isShared || !hasShared ? `minmax(${size}px, ${size}fr)` : `${size}px`;
  });
  const line = (nth: number) => {
    const keys = stacks.map((stack) => stack[nth] ?? stack[0]);
    return `'${[...(leading ? ['select'] : []), ...keys, 'menu'].join(' ')}'`;
  };
  return {
    layout,
    rowHeight: parts.rowHeights[layout],
    columns: [...(leading ? [`${leading}px`] : []), ...tracks, `${MENU}px`].join(' '),
    areas: layout === 'wide' ? line(0) : `${line(0)} ${line(1)}`,
    rows: 'auto',
    headings: stacks.map((stack) => stack.find((key) => sorts.has(key)) ?? stack[0] ?? ''),
    cells: new Map(stacks.flat().map((key) => [key, undefined])),
  };
}

function cardOf(
  lines: Arrangement['card'],
  { widths, heights, sorts, onlyBeside }: RowParts,
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
    headings: widths.map(({ key }) => key).filter((key) => sorts.has(key) && !onlyBeside.has(key)),
    cells: new Map(
      lines.flatMap((line) => line.map((key, nth) => [key, nth === 0 ? 'left' : 'right'] as const)),
    ),
  };
}

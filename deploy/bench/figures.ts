/** The parts of the benchmark, in the order in which they run. */
export const PARTS = {
  a: 'bare append',
  b: 'command',
  c: 'mutation until readable',
  d: 'sustained mutations',
  e: 'rebuild',
  f: 'list and search',
  g: 'search over everything, dashboard',
  h: 'files and papers',
} as const;
export type PartName = keyof typeof PARTS;

export type Unit = 'ms' | '/s' | '×' | 'MiB' | '';

/** What a figure should reach: at most or at least so much. */
export type Aim = { atMost: number } | { atLeast: number };

export interface Figure {
  readonly part: PartName | 'population';
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  readonly aim?: Aim;
}

export const isReached = ({ value, aim }: Figure): boolean | undefined => {
  if (!aim) return undefined;
  return 'atMost' in aim ? value <= aim.atMost : value >= aim.atLeast;
};

/** Three significant digits, or whole numbers when there are more before the point. */
export function shown(value: number, unit: Unit): string {
  if (!Number.isFinite(value)) return '–';
  const digits = value >= 100 ? Math.round(value).toLocaleString('en-IN') : value.toPrecision(3);
  return unit === '×' || unit === '' ? `${digits}${unit}` : `${digits} ${unit}`;
}

const shownAim = ({ aim, unit }: Figure): string => {
  if (!aim) return '';
  return 'atMost' in aim ? `≤ ${shown(aim.atMost, unit)}` : `≥ ${shown(aim.atLeast, unit)}`;
};

const verdictOn = (figure: Figure): string => {
  const reached = isReached(figure);
  if (reached === undefined) return '';
  return reached ? 'yes' : 'NO';
};

export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { part, what, value, unit } = figure;
    return [part, what, shown(value, unit), shownAim(figure), verdictOn(figure)];
  });
  return table(['', 'what', 'measured', 'to reach', 'reached'], rows);
}

/** A Markdown table whose columns also line up on a terminal. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(width(title), ...rows.map((row) => width(row[column] ?? ''))),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((wide, column) => padded(cells[column] ?? '', wide)).join(' | ')} |`;
  const rule = `|${widths.map((wide) => '-'.repeat(wide + 2)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Vowel signs of Indian scripts take no place of their own, roughly. */
const width = (text: string): number => [...text.replace(/\p{M}/gu, '')].length;
const padded = (text: string, wide: number): string =>
  text + ' '.repeat(Math.max(0, wide - width(text)));

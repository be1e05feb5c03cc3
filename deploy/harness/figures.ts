/** What is measured, and how it is shown. */
export type Unit = 'ms' | 'µs' | '/s' | '×' | 'MiB' | 'kB' | '';

/** What a figure should reach: at most or at least so much. */
export type Aim = { atMost: number } | { atLeast: number };

export interface Figure {
  /** The part of the benchmark. */
  readonly part: string;
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  readonly aim?: Aim;
}

/** Makes the figures of one part. */
export const figuresOf =
  (part: string) =>
  (what: string, value: number, unit: Unit, aim?: Aim): Figure => ({
    ...{ part, what, value, unit },
    ...(aim && { aim }),
  });

/** What each kind of process used of a processor for one thing out of so many. */
export const processorFigures = (
  figure: ReturnType<typeof figuresOf>,
  what: string,
  used: ReadonlyMap<string, number>,
  { count, unit = 'ms' }: { count: number; unit?: 'ms' | 'µs' },
): Figure[] =>
  [...used].map(([kind, millis]) =>
    figure(`${what}, ${kind}`, (millis * (unit === 'µs' ? 1000 : 1)) / count, unit),
  );

export const isReached = ({ value, aim }: Figure): boolean | undefined => {
  if (!aim) return undefined;
  return 'atMost' in aim ? value <= aim.atMost : value >= aim.atLeast;
};

/** Three significant digits, or whole numbers when there are more before the point. */
export function formatFigure(value: number, unit: Unit): string {
  if (!Number.isFinite(value)) return '–';
  const digits = value >= 100 ? Math.round(value).toLocaleString('en-IN') : value.toPrecision(3);
  return unit === '×' || unit === '' ? `${digits}${unit}` : `${digits} ${unit}`;
}

const formatAim = ({ aim, unit }: Figure): string => {
  if (!aim) return '';
  return 'atMost' in aim
    ? `≤ ${formatFigure(aim.atMost, unit)}`
    : `≥ ${formatFigure(aim.atLeast, unit)}`;
};

export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { part, what, value, unit } = figure;
    const reached = isReached(figure);
    const verdict = reached === undefined ? '' : reached ? 'yes' : 'NO';
    return [part, what, formatFigure(value, unit), formatAim(figure), verdict];
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

/** By nearest rank: every figure is one that was measured. NaN when nothing was. */
export function timingsOf(durations: readonly number[]) {
  const sorted = [...durations].sort((a, b) => a - b);
  const at = (part: number): number =>
    sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** What a series of durations comes to. Milliseconds. */
export type Timings = ReturnType<typeof timingsOf>;

/** How long `work` takes, to its result, in milliseconds; and the result. */
export async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ millis: number; result: Result }> {
  const began = performance.now();
  const result = await work();
  return { millis: performance.now() - began, result };
}

/**
 * Runs `work` for each worker again and again until the time is over or a worker has done `most`
 * rounds; what is under way is finished.
 */
export async function repeated(
  { workers, millis, most = Infinity }: { workers: number; millis: number; most?: number },
  work: (worker: number, round: number) => Promise<void>,
): Promise<void> {
  const end = performance.now() + millis;
  const worker = async (number: number): Promise<void> => {
    for (let round = 0; round < most && performance.now() < end; round += 1) {
      await work(number, round);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, number) => worker(number)));
}

/** How what people wait for grows with the number of customers: of kept reports, a table and a plot. */
import type { Circumstances } from '../harness/command.js';
import { type Figure, formatFigure, table } from '../harness/figures.js';

/** Of a report of `npm run bench`, what the curve is drawn of; it is kept as such, too. */
export interface CurvePoint extends Circumstances {
  readonly loadAfter: number;
  readonly customers: number;
  readonly figures: readonly Figure[];
}

/** Milliseconds, 95 of 100 times; of lists and searches that of the slowest of all that are asked. */
const SERIES = [
  { label: 'Search in a list', what: 'search in a list, slowest text, p95' },
  { label: 'Search over everything', what: 'search over everything, slowest text, p95' },
  { label: 'Page of a list', what: 'list page of 50, slowest filter and sort, p95' },
  { label: 'Mutation until readable', what: 'mutation until readable, idle, p95' },
  { label: 'Dashboard', what: 'dashboard, p95' },
] as const;

/** One point for each number of customers: of what was measured twice the later report counts. */
export function curveOf(reports: readonly CurvePoint[]): CurvePoint[] {
  const points = new Map<number, CurvePoint>();
  for (const { at, machine, loadBefore, loadAfter, customers, figures } of reports) {
    const wanted = figures.filter(({ what }) => SERIES.some((one) => one.what === what));
    const before = points.get(customers)?.figures ?? [];
    const kept = before.filter(({ what }) => !wanted.some((one) => one.what === what));
    const all = [...kept, ...wanted];
    points.set(customers, { at, machine, loadBefore, loadAfter, customers, figures: all });
  }
  return [...points.values()].sort((a, b) => a.customers - b.customers);
}

const measured = ({ figures }: CurvePoint, { what }: (typeof SERIES)[number]) =>
  figures.find((figure) => figure.what === what)?.value;

const inIndian = (count: number) => count.toLocaleString('en-IN');

export function curveTable(points: readonly CurvePoint[]): string {
  const cell = (value: number | undefined) =>
    value === undefined ? '' : formatFigure(value, 'ms');
  return table(
    ['p95 with so many customers', ...points.map(({ customers }) => inIndian(customers))],
    [
      ...SERIES.map((one) => [one.label, ...points.map((point) => cell(measured(point, one)))]),
      [
        'load before, after',
        ...points.map(({ loadBefore, loadAfter }) =>
          [loadBefore, loadAfter].map((load) => load.toFixed(1)).join(', '),
        ),
      ],
    ],
  );
}

const [WIDTH, HEIGHT] = [760, 420];
const PLOT = { left: 64, right: 560, top: 24, bottom: 372 };
const TICKS = [1, 3, 10, 30, 100, 300, 1_000, 3_000];
/** Of two labels that stand one above the other. */
const LINE = 18;

/** In light and in dark, as whoever looks at it has set it. */
const STYLE = `
  text { font: 13px Inter, system-ui, sans-serif; fill: #404854; }
  .grid { stroke: #d3d8de; stroke-width: 1; }
  .line { fill: none; stroke-width: 2; }
  .s0 { --c: #c22762; } .s1 { --c: #935610; } .s2 { --c: #00706b; } .s3 { --c: #634dbf; } .s4 { --c: #215db0; }
  .line { stroke: var(--c); } .point, .label { fill: var(--c); } .label { font-weight: 600; }
  @media (prefers-color-scheme: dark) {
    text { fill: #c5cbd3; } .grid { stroke: #404854; }
    .s0 { --c: #f99ec1; } .s1 { --c: #fbb360; } .s2 { --c: #7ae1d8; } .s3 { --c: #bdadff; } .s4 { --c: #8abbff; }
  }`;

/** Both axes by powers: what doubles with ten times as many customers is as steep anywhere. */
export function curvePlot(points: readonly CurvePoint[]): string {
  const all = points.flatMap((point) => SERIES.map((one) => measured(point, one) ?? 1));
  const highest = TICKS.find((tick) => tick >= Math.max(...all)) ?? Math.max(...all);
  const [first = 1, last = first] = [points[0]?.customers, points.at(-1)?.customers];
  const xOf = (customers: number) =>
    scaled(customers, [first, Math.max(last, first * 10)], [PLOT.left, PLOT.right]);
  const yOf = (millis: number) => scaled(millis, [1, highest], [PLOT.bottom, PLOT.top]);

  const grid = TICKS.filter((tick) => tick <= highest).map(
    (tick) =>
      `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${yOf(tick)}" y2="${yOf(tick)}"/>` +
      `<text x="${PLOT.left - 8}" y="${yOf(tick) + 4}" text-anchor="end">${tick} ms</text>`,
  );
  const along = points.map(
    ({ customers }) =>
      `<text x="${xOf(customers)}" y="${PLOT.bottom + 22}" text-anchor="middle">${inIndian(customers)}</text>`,
  );
  const lines = SERIES.map((one, nth) => {
    const at = points.flatMap((point) => {
      const value = measured(point, one);
      return value === undefined ? [] : [{ customers: point.customers, value }];
    });
    return { ...one, nth, at };
  }).filter(({ at }) => at.length > 0);
  const drawn = lines.map(({ label, nth, at }) => {
    const places = at.map(({ customers, value }) => `${xOf(customers)},${yOf(value)}`).join(' ');
    const dots = at.map(
      ({ customers, value }) =>
        `<circle class="point" r="4" cx="${xOf(customers)}" cy="${yOf(value)}">` +
        `<title>${label}, ${inIndian(customers)} customers: ${formatFigure(value, 'ms')}</title></circle>`,
    );
    return `<g class="s${nth}"><polyline class="line" points="${places}"/>${dots.join('')}</g>`;
  });
  const ends = lines.map(({ label, nth, at }) => {
    const { customers = first, value = 1 } = at.at(-1) ?? {};
    return { label, nth, x: xOf(customers) + 10, y: yOf(value) + 4 };
  });
  const labels = apart(ends).map(
    ({ label, nth, x, y }) => `<text class="label s${nth}" x="${x}" y="${y}">${label}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="t">`,
    `<title id="t">How long 95 of 100 answers take at most, by the number of customers</title>`,
    `<style>${STYLE}\n</style>`,
    ...[...grid, ...along, ...drawn, ...labels],
    `<text x="${(PLOT.left + PLOT.right) / 2}" y="${HEIGHT - 8}" text-anchor="middle">customers</text>`,
    '</svg>\n',
  ].join('\n');
}

function scaled(value: number, [from, to]: [number, number], [start, end]: [number, number]) {
  const part = Math.log(value / from) / Math.log(to / from);
  return Math.round(start + part * (end - start));
}

/** Downwards, so that no two labels at the same place lie on each other. */
function apart<Label extends { readonly x: number; readonly y: number }>(labels: readonly Label[]) {
  const placed: Label[] = [];
  for (const label of [...labels].sort((a, b) => a.y - b.y)) {
    const above = placed.findLast(({ x }) => x === label.x);
    placed.push(above ? { ...label, y: Math.max(label.y, above.y + LINE) } : label);
  }
  return placed;
}

import { describe, expect, it } from 'vitest';
import { type CurvePoint, curveOf, curvePlot, curveTable } from './curve.js';

const point = (customers: number, figures: Readonly<Record<string, number>>): CurvePoint => ({
  ...{ at: '2026-11-27T18:00:00.000Z', machine: '2 cores', loadBefore: 1.2, loadAfter: 2.34 },
  customers,
  figures: Object.entries(figures).map(([what, value]) => ({ part: 'f', what, value, unit: 'ms' })),
});

const PAGE = 'list page of 50, slowest filter and sort, p95';
const SEARCH = 'search in a list, slowest text, p95';

describe('the curve of kept reports', () => {
  const points = curveOf([
    point(100_000, { [PAGE]: 20, [SEARCH]: 50, 'bare append, one client, p50': 1 }),
    point(10_000, { [PAGE]: 10 }),
    point(10_000, { [SEARCH]: 12.3 }),
    point(100_000, { [PAGE]: 25 }),
  ]);

  it('has a point for each number of customers, with what was measured last', () => {
    expect(points.map(({ customers }) => customers)).toEqual([10_000, 100_000]);
    expect(points[1]?.figures.map(({ what, value }) => [what, value])).toEqual([
      ...[[SEARCH, 50]],
      ...[[PAGE, 25]],
    ]);
  });

  it('is the same of what was kept of it', () => expect(curveOf(points)).toEqual(points));

  it('is a table, with the load of the machine', () => {
    const rows = curveTable(points).split('\n');
    expect(rows[0]).toMatch(/\| 10,000 +\| 1,00,000 +\|$/);
    expect(rows.find((row) => row.includes('Search in a list'))).toMatch(/12\.3 ms +\| 50\.0 ms/);
    expect(rows.find((row) => row.includes('Dashboard'))).toMatch(/\| +\| +\|$/);
    expect(rows.at(-1)).toMatch(/1\.2, 2\.3/);
  });

  it('is a plot: the slower the higher, and nothing of what was not measured', () => {
    const plot = curvePlot(points);
    const heights = [...plot.matchAll(/cy="(\d+)"/g)].map(([, y]) => Number(y));
    const [search10k = 0, search100k = 0, page10k = 0, page100k = 0] = heights;
    expect(heights).toHaveLength(4);
    expect(search100k).toBeLessThan(page100k);
    expect(page100k).toBeLessThan(search10k);
    expect(search10k).toBeLessThan(page10k);
    expect(plot).not.toContain('Dashboard');
  });
});

import { describe, expect, it } from 'vitest';
import { memoryFigures } from './processes.js';

const samples = (of: (at: number) => number) =>
  Array.from({ length: 100 }, (_, at) => ({ seconds: at * 3, mebibytes: of(at) }));

describe('memory over the time', () => {
  it('is flat after a start that takes what it needs', () => {
    const { start, end, peak, slope } = memoryFigures(samples((at) => Math.min(400, 300 + at * 5)));
    expect(start).toBeLessThan(end);
    expect([end, peak, slope]).toEqual([400, 400, 0]);
  });

  it('has a slope in MiB a minute where it grows', () => {
    const { slope, middle } = memoryFigures(samples((at) => 100 + at));
    expect(slope).toBeCloseTo(20);
    expect(middle).toBeCloseTo(149.5);
  });
});

import { describe, expect, it } from 'vitest';
import { growthOf } from './processes.js';

const samples = (of: (at: number) => number) =>
  Array.from({ length: 100 }, (_, at) => ({ seconds: at * 10, value: of(at) }));

describe('what is held over the time', () => {
  it('does not grow after a first quarter that takes what it needs', () => {
    const { firstQuarter, lastQuarter, peak, slope } = growthOf(
      samples((at) => Math.min(400, 300 + at * 5)),
    );
    expect(firstQuarter).toBeLessThan(lastQuarter);
    expect([lastQuarter, peak, slope]).toEqual([400, 400, 0]);
  });

  it('grows by so much in an hour, beside what comes and goes', () => {
    const { firstQuarter, lastQuarter, slope } = growthOf(
      samples((at) => 100 + at / 10 + (at % 2 === 0 ? 1 : -1)),
    );
    expect(slope).toBeCloseTo(36, 0);
    expect(lastQuarter - firstQuarter).toBeCloseTo(7.5, 0);
  });
});

import { describe, expect, it } from 'vitest';
import { type Figure, figureTable, isReached, repeated, timingsOf } from './figures.js';

const figure = (value: number, aim?: Figure['aim']): Figure => ({
  part: 'd',
  what: 'sustained mutations',
  value,
  unit: '/s',
  aim,
});

describe('a figure', () => {
  it('is reached at its aim, on the right side of it', () => {
    expect(isReached(figure(500, { atLeast: 500 }))).toBe(true);
    expect(isReached(figure(499, { atLeast: 500 }))).toBe(false);
    expect(isReached(figure(501, { atMost: 500 }))).toBe(false);
    expect(isReached(figure(1))).toBeUndefined();
  });

  it('that could not be measured is not reached', () =>
    expect(isReached(figure(Number.NaN, { atMost: 1 }))).toBe(false));

  it('stands in a table whose columns line up', () => {
    const lines = figureTable([figure(499, { atLeast: 500 }), figure(12_345.6)]).split('\n');
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(lines[2]).toContain('| 499 /s    | ≥ 500 /s | NO ');
    expect(lines[3]).toContain('| 12,346 /s |');
  });
});

describe('timings', () => {
  it('are durations that were measured, by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(timingsOf(hundred)).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, max: 100 });
    expect(timingsOf([7])).toEqual({ count: 1, p50: 7, p95: 7, p99: 7, max: 7 });
  });

  it('of nothing are no numbers', () => expect(timingsOf([]).p50).toBeNaN());
});

describe('repetition', () => {
  it('ends after so many rounds of every worker', async () => {
    const rounds: string[] = [];
    await repeated({ workers: 2, millis: 10_000, most: 2 }, async (worker, round) => {
      rounds.push(`${worker}:${round}`);
    });
    expect(rounds.sort()).toEqual(['0:0', '0:1', '1:0', '1:1']);
  });

  it('ends when the time is over', async () => {
    let rounds = 0;
    await repeated({ workers: 1, millis: 0 }, async () => {
      rounds += 1;
    });
    expect(rounds).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { repeated, timingsOf } from './timings.js';

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

import { describe, expect, it } from 'vitest';
import { figuresOfDay, type LoadLog } from './report.js';

const list = (millis: number, failure?: string) =>
  ({ share: 'lists', what: 'customers', millis, ...(failure && { failure }) }) as const;

const day: LoadLog = {
  asked: [
    ...[list(10), list(20), list(900, 'status 503 ')],
    { share: 'changes', what: 'edit customer', millis: 30, failure: 'CONFLICT stale-version' },
    { share: 'watching', what: 'customers, again', millis: 5 },
  ],
  acknowledged: [{ kind: 'customer', id: 7, mark: 'Load 1' }],
  others: ['TypeError: Cannot read property'],
};

describe('the figures of a day', () => {
  const figures = figuresOfDay(day, 2);

  it('count what the agents asked, beside windows that only watch', () => {
    expect(figures.requestsPerSecond).toBe(2);
    expect(figures.shares).toEqual({ lists: 0.75, changes: 0.25 });
  });

  it('know the times of each operation, lists first', () => {
    const times = figures.operations.map(({ what, count, p50, max }) => [what, count, p50, max]);
    expect(times).toEqual([
      ['customers', 3, 20, 900],
      ['edit customer', 1, 30, 30],
      ['customers, again', 1, 5, 5],
    ]);
  });

  it('tell what failed from what the rules refuse', () => {
    expect(figures.errors).toEqual({
      'customers: status 503 ': 1,
      'TypeError: Cannot read property': 1,
    });
    expect(figures.refusals).toEqual({ 'edit customer: CONFLICT stale-version': 1 });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../rules/calendar.js';
import { lastDayOfEnded, retainedUntil } from './erasures.js';

describe('the last day of business of those whose retention has ended', () => {
  it.each([
    ['2036-06-16', '2026-06-15'],
    ['2026-03-01', '2016-02-29'],
    ['2036-02-29', '2026-02-28'],
    ['2036-03-01', '2026-02-28'],
  ])('on %s is %s', (today, expected) => {
    expect(lastDayOfEnded(today, 10)).toBe(expected);
  });

  it('is the one that the retention of a single customer says', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 10, max: 20 }),
        (n, years) => {
          const today = addDays('2020-01-01', n);
          const last = lastDayOfEnded(today, years);
          expect(retainedUntil(last, years) < today).toBe(true);
          expect(retainedUntil(addDays(last, 1), years) < today).toBe(false);
        },
      ),
    ));
});

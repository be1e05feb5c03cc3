import { describe, expect, it } from 'vitest';
import { formatSpan, fromLocal, toLocal } from './moments';

describe('a time that is typed', () => {
  it('is one of Kolkata, wherever the browser is', () => {
    expect(fromLocal('2026-11-27T00:10')).toBe('2026-11-26T18:40:00.000Z');
    expect(toLocal('2026-11-26T18:40:59.000Z')).toBe('2026-11-27T00:10');
  });

  it('stays as it is where it is none', () => expect(fromLocal('')).toBe(''));
});

describe('how long it is', () => {
  it.each([
    [0, '0 min'],
    [-59 * 60_000, '59 min'],
    [3 * 3_600_000 + 20 * 60_000, '3 h 20 min'],
    [24 * 3_600_000, '1 day'],
    [52 * 3_600_000, '2 days 4 h'],
  ])('%i ms is %s', (span, expected) => expect(formatSpan(span)).toBe(expected));
});

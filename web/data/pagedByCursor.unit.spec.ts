import { describe, expect, it } from 'vitest';
import { joinPages } from './pagedByCursor';

const first = { items: ['a', 'b'], nextCursor: 'after-b', count: { count: 3, exact: true } };
const second = { items: ['c'], nextCursor: null };

describe('joining pages of a list', () => {
  it('adds the page that continues it and keeps the count', () => {
    expect(joinPages(first, second, 'after-b')).toEqual({
      items: ['a', 'b', 'c'],
      nextCursor: null,
      count: { count: 3, exact: true },
    });
  });

  it('starts anew with a first page', () => {
    const anew = { items: ['z'], nextCursor: null, count: { count: 1, exact: true } };
    expect(joinPages(first, anew, null)).toEqual(anew);
  });

  it('ignores a page that continues an older state of the list', () => {
    expect(joinPages(first, second, 'after-x')).toBe(first);
  });

  it('does not add the same page twice', () => {
    const joined = joinPages(first, second, 'after-b');
    expect(joinPages(joined, second, 'after-b')).toBe(joined);
  });
});

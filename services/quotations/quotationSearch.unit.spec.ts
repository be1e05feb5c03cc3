import { describe, expect, it } from 'vitest';
import { numbersOfYear } from './quotationSearch.js';

describe('the numbers of a year', () => {
  it.each([
    ['qt 2026/27', 'qt-0000002026-0000000027-%'],
    ['2026-27', 'qt-0000002026-0000000027-%'],
    ['QT2026', 'qt-0000002026-%'],
  ])('%s is all of them', (typed, pattern) => {
    expect(numbersOfYear(typed)).toBe(pattern);
  });

  it.each(['qt 2026 2', 'qt-2026-27-1', '2026', 'star 2026-27', ''])('“%s” is not', (typed) => {
    expect(numbersOfYear(typed)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { numberAsWritten, quotationNumberKey } from './quotationNumbers.js';

describe('a number as somebody typed it', () => {
  it.each([
    ['QT-2026-27-15', 'QT-2026-27-15'],
    ['qt 2026 27 15', 'QT-2026-27-15'],
    ['QT/2026-27/15', 'QT-2026-27-15'],
    ['qt–2026–27–15', 'QT-2026-27-15'],
    ['2026-27-15', 'QT-2026-27-15'],
    ['QT20262715', 'QT-2026-27-15'],
    ['20262715', 'QT-2026-27-15'],
    ['QT-2026-27-0015', 'QT-2026-27-15'],
    ['qt2026', 'QT-2026'],
    ['2026 27', 'QT-2026-27'],
  ])('%s is %s', (typed, written) => {
    expect(numberAsWritten(typed)).toBe(written);
  });

  it.each([
    '',
    'QT',
    'qt-20',
    '2026',
    '98470',
    '2026-28-1',
    'qt-0000002026',
    'KL 07 AB 1234',
    '2026-27 star',
    '%2026-27',
    'ക 2026-27',
  ])('is not in “%s”', (typed) => {
    expect(numberAsWritten(typed)).toBeNull();
  });

  it('is sorted by its figures', () => {
    const inOrder = ['QT-2026-27-2', 'QT-2026-27-9', 'QT-2026-27-10', 'QT-2027-28-1'];
    const byKey = [...inOrder].reverse().sort((a, b) => {
      return quotationNumberKey(a) < quotationNumberKey(b) ? -1 : 1;
    });
    expect(byKey).toEqual(inOrder);
  });
});

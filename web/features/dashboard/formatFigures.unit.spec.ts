import { describe, expect, it } from 'vitest';
import { formatCount, formatGrowth, paiseOf, percentOf, shortRupees } from './formatFigures';

describe('short amounts', () => {
  it('are rupees, thousands, lakhs and crores', () => {
    expect([0, 500, 32_000, 2_500, 99_000].map(shortRupees)).toEqual([
      '₹0',
      '₹500',
      '₹32k',
      '₹2.5k',
      '₹99k',
    ]);
    expect([1e5, 4.5e5, 1.2e6, 1e7, 3.4e8].map(shortRupees)).toEqual([
      '₹1L',
      '₹4.5L',
      '₹12L',
      '₹1Cr',
      '₹34Cr',
    ]);
  });
});

describe('figures', () => {
  it('group counts as in India', () => expect(formatCount(1234567)).toBe('12,34,567'));

  it('say whether it grew or shrank', () =>
    expect([18, 0, -4, 1200].map(formatGrowth)).toEqual(['+18%', '0%', '−4%', '+1,200%']));

  it('round shares, and give none of nothing', () => {
    expect(percentOf(1, 3)).toBe(33);
    expect(percentOf(2, 3)).toBe(67);
    expect(percentOf(0, 0)).toBe(0);
  });

  it('read amounts to the paisa, however large', () => {
    expect(paiseOf('9029.95')).toBe(902_995n);
    expect(paiseOf('123456789012345678.05')).toBe(12_345_678_901_234_567_805n);
  });
});

import { describe, expect, it } from 'vitest';
import { periodIn, trendOf } from './trend';

describe('the revenue trend', () => {
  const months = [
    { month: '2025-12', premium: '1234567.50' },
    { month: '2026-01', premium: '0.00' },
    { month: '2026-02', premium: '32000.00' },
  ];

  it('names its months, the years where they begin, and the month that goes on', () => {
    const { points, isSample } = trendOf({ months, hasHistory: true });
    expect(isSample).toBe(false);
    expect(points.map(({ label }) => label)).toEqual(['Dec', 'Jan 2026', 'Feb']);
    expect(points.map(({ month }) => month)).toEqual(['Dec 2025', 'Jan 2026', 'Feb 2026, so far']);
  });

  it('tells amounts to the paisa', () => {
    const { points } = trendOf({ months, hasHistory: true });
    expect(points.map(({ premium }) => premium)).toEqual(['₹12,34,567.50', '₹0.00', '₹32,000.00']);
    expect(points.map(({ rupees }) => rupees)).toEqual([1_234_567.5, 0, 32_000]);
  });

  it('is a sample, Jan to Jun, while there is no history', () => {
    const { points, isSample } = trendOf({ months, hasHistory: false });
    expect(isSample).toBe(true);
    expect(points.map(({ label }) => label)).toEqual(['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun']);
    expect(points.map(({ rupees }) => rupees)).toEqual([
      32_000, 42_000, 38_000, 45_000, 52_000, 48_000,
    ]);
  });
});

describe('the period in the address', () => {
  it('is half a year or a year, and half a year when it is neither', () => {
    const periods = ['', 'trend=6', 'trend=12', 'trend=13', 'trend=x'];
    expect(periods.map((one) => periodIn(new URLSearchParams(one)))).toEqual([6, 6, 12, 6, 6]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GstClass, type GstRate, gstIncluded, gstRateOn } from './gst.js';
import { kolkataDay } from './kolkataDay.js';

describe('the rate of tax', () => {
  it.each<[GstClass, string, number]>([
    ['health-individual', '2025-09-21', 18],
    ['health-individual', '2025-09-22', 0],
    ['health-individual', '2026-11-21', 0],
    ['health-group', '2025-09-21', 18],
    ['health-group', '2025-09-22', 18],
    ['motor', '2025-09-21', 18],
    ['motor', '2025-09-22', 18],
    ['motor', '2017-07-01', 18],
    ['motor', '2017-06-30', 0],
  ])('of %s on %s is %i %%', (what, day, percent) => expect(gstRateOn(what, day)).toBe(percent));

  it('is the agency’s own from its day on, and until the next of either', () => {
    const own: GstRate[] = [
      { what: 'health-individual', from: '2025-10-01', percent: 5 },
      { what: 'health-individual', from: '2025-09-22', percent: 12 },
      { what: 'motor', from: '2000-01-01', percent: 40 },
    ];
    const rateOn = (day: string) => gstRateOn('health-individual', day, own);
    const days = ['2025-09-21', '2025-09-22', '2025-09-30', '2025-10-01'];
    expect(days.map(rateOn)).toEqual([18, 12, 12, 5]);
    expect(gstRateOn('health-group', '2025-10-01', own)).toBe(18);
    expect(gstRateOn('motor', '2017-06-30', own)).toBe(40);
    expect(gstRateOn('motor', '2017-07-01', own)).toBe(18);
  });

  it('changes at midnight in Kolkata', () => {
    const before = new Date('2025-09-21T18:29:59.999Z');
    const after = new Date('2025-09-21T18:30:00Z');
    expect(gstRateOn('health-individual', kolkataDay(before))).toBe(18);
    expect(gstRateOn('health-individual', kolkataDay(after))).toBe(0);
  });
});

describe('the tax that an amount includes', () => {
  it.each([
    [118_00, 18, 18_00],
    [12_500_50, 18, 1_906_86],
    [12_500_50, 0, 0],
    [0, 18, 0],
    [59, 18, 9],
    // One paisa and a half: halves go up.
    [3, 100, 2],
    [99_999_999_99, 18, 15_254_237_29],
  ])('%i paise at %i %% is %i paise', (amount, percent, tax) =>
    expect(gstIncluded(amount, percent)).toBe(tax),
  );

  it('is what the tax on the rest comes to, to the nearest paisa', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_99 }),
        fc.constantFrom(0, 5, 12, 18, 28),
        (amount, percent) => {
          const tax = gstIncluded(amount, percent);
          // |tax × (100 + percent) − amount × percent| is at most half of 100 + percent.
          const off = BigInt(tax) * BigInt(100 + percent) - BigInt(amount) * BigInt(percent);
          expect(Number.isSafeInteger(tax)).toBe(true);
          expect(tax).toBeGreaterThanOrEqual(0);
          expect(tax).toBeLessThanOrEqual(amount);
          expect((off < 0n ? -off : off) * 2n).toBeLessThanOrEqual(BigInt(100 + percent));
        },
      ),
    ));
});

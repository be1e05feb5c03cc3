import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decimalOf,
  formatMoney,
  formatRupees,
  monthlyRevenue,
  monthlyShare,
  parsePaise,
  readPaise,
} from './money.js';
import { monthsOf, PREMIUM_FREQUENCIES, parseFrequency } from './premiumFrequency.js';

/** Whatever decimal(12,2) holds. */
const anyPaise = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 });

describe('an amount', () => {
  it.each([
    ['9029.95', 902_995],
    ['₹12,34,567.50', 123_456_750],
    ['₹ 1,234,567.5', 123_456_750],
    ['Rs. 1,200', 120_000],
    ['Rs.1,200/-', 120_000],
    ['INR 1200', 120_000],
    [' 1200 ', 120_000],
    ['0', 0],
    ['-0', 0],
    ['-5', -500],
    ['-₹5.25', -525],
    ['₹-5.25', -525],
    ['\u22125.25', -525],
    ['12 500', 1_250_000],
    ['1 20 000', 12_000_000],
    ['₹ 1 234 567.50', 123_456_750],
    ['12 34 567/-', 123_456_700],
    ['1\u00a020\u00a0000.5', 12_000_050],
    ['12\u2009500', 1_250_000],
    ['12\u202f500', 1_250_000],
    ['.5', 50],
    ['-.05', -5],
    ['₹.50', 50],
    ['Rs.5', 500],
    ['5L', 50_000_000],
    ['5l', 50_000_000],
    ['5 L', 50_000_000],
    ['5 lakh', 50_000_000],
    ['5 Lakhs', 50_000_000],
    ['5 lac', 50_000_000],
    ['5 lacs.', 50_000_000],
    ['₹5.25 lakh', 52_500_000],
    ['Rs. 5 lakh/-', 50_000_000],
    ['.5 lakh', 5_000_000],
    ['-5L', -50_000_000],
    ['1.2345678 lakh', 12_345_678],
    ['2.5 cr', 2_500_000_000],
    ['2.5Cr.', 2_500_000_000],
    ['2 crores', 2_000_000_000],
    ['1 crore', 1_000_000_000],
    ['1.234567891 cr', 1_234_567_891],
    ['1,200 cr', 1_200_000_000_000],
    ['50k', 5_000_000],
    ['2.5 thousand', 250_000],
    [1200, 120_000],
    [1200.5, 120_050],
    [0.1 + 0.7, null],
    [9_999_999_999.99, 999_999_999_999],
    [-12.34, -1234],
  ])('%s is read exactly or not at all: %s', (raw, paise) => expect(parsePaise(raw)).toBe(paise));

  it.each([
    '',
    ' ',
    '₹',
    '.',
    '-',
    '--5',
    '-₹-5',
    '1e5',
    '12.345',
    '1.200,50',
    '1,2',
    '12,5',
    '12,50',
    '12,34,56',
    '1,,200',
    '1200,000,00',
    ',5',
    '5,',
    '5.',
    '1 2',
    '12 50',
    '12 34 56',
    '123 45 678',
    '1 2 345',
    '1 234 56 789',
    '1200 000',
    '12  500',
    '12\t500',
    '12\n500',
    '1, 200',
    '1 200,000',
    '12 500 .50',
    'Rs .5',
    'Rs. .5',
    '..5',
    'lakh',
    '5 lakh 20',
    '1 cr 20 lakh',
    '5 million',
    '5 LL',
    '5 cr lakh',
    '1.23456789 lakh',
    '1.00001 k2',
    '1,5 lakh',
    '5 lakhx',
    '5 lit',
    '99999999999 cr',
    '12 rupees',
    '0x10',
    'Infinity',
    'NaN',
    '99999999999999999',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    1e-7,
    12.345,
  ])('%s is none', (raw) => expect(parsePaise(raw)).toBeNull());

  it('that no number holds exactly is still known to be too large', () => {
    expect(parsePaise('99999999999999')).toBeNull();
    expect(readPaise('99999999999999')).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
    expect(readPaise(`1${'0'.repeat(400)}`)).toBe(Number.POSITIVE_INFINITY);
    expect(readPaise('99999999999 cr')).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
    expect(readPaise('plenty')).toBeNull();
  });

  it('in lakhs and crores is as many rupees', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (amount) => {
        expect(parsePaise(`${decimalOf(amount)} lakh`)).toBe(amount * 100_000);
        expect(parsePaise(`${decimalOf(amount)} cr`)).toBe(amount * 10_000_000);
        expect(parsePaise(`${decimalOf(amount)}k`)).toBe(amount * 1000);
      }),
    );
  });

  it('is read back as it is written, in each of its forms', () => {
    fc.assert(
      fc.property(anyPaise, (paise) => {
        expect(parsePaise(decimalOf(paise))).toBe(paise);
        expect(parsePaise(formatMoney(paise))).toBe(paise);
        expect(parsePaise(Number(decimalOf(paise)))).toBe(paise);
      }),
    );
  });

  it('is a decimal number with two digits for programs', () => {
    expect(decimalOf(902_995)).toBe('9029.95');
    expect(decimalOf(0)).toBe('0.00');
    expect(decimalOf(-5)).toBe('-0.05');
  });

  it('is shown grouped as in India, to the paisa', () => {
    expect(formatMoney(123_456_750)).toBe('₹12,34,567.50');
    expect(formatMoney(1_000_000_000_00n)).toBe('₹1,00,00,00,000.00');
    expect(formatMoney(100_000)).toBe('₹1,000.00');
    expect(formatMoney(99_999)).toBe('₹999.99');
    expect(formatMoney(5)).toBe('₹0.05');
    expect(formatMoney(-500)).toBe('-₹5.00');
  });

  it('is grouped as the Indian locale does it', () => {
    const indian = new Intl.NumberFormat('en-IN', {
      style: 'currency',
      currency: 'INR',
      minimumFractionDigits: 2,
    });
    fc.assert(
      fc.property(anyPaise, (paise) => {
        expect(formatMoney(paise)).toBe(indian.format(Number(decimalOf(paise))));
      }),
    );
  });

  it('is shown to the nearest rupee on cards', () => {
    expect(formatRupees(123_456_750)).toBe('₹12,34,568');
    expect(formatRupees(123_456_749)).toBe('₹12,34,567');
    expect(formatRupees(0)).toBe('₹0');
    expect(formatRupees(-50n)).toBe('-₹1');
    expect(formatRupees(-49)).toBe('₹0');
  });
});

describe('a premium brought to a month', () => {
  it('is shared over the months that it pays for', () => {
    expect(monthlyShare(12_000n, 'yearly')).toBe(1_000n);
    expect(monthlyShare(12_000n, 'half-yearly')).toBe(2_000n);
    expect(monthlyShare(12_000n, 'quarterly')).toBe(4_000n);
    expect(monthlyShare(12_000n, 'monthly')).toBe(12_000n);
  });

  it('is rounded half up, once for a sum', () => {
    expect(monthlyShare(6n, 'yearly')).toBe(1n);
    expect(monthlyShare(5n, 'yearly')).toBe(0n);
    expect(monthlyRevenue({ yearly: 12_006n, monthly: 100n })).toBe(1_101n);
    expect(monthlyRevenue({})).toBe(0n);
  });

  it('is off by half a paisa at most', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.constantFrom(...PREMIUM_FREQUENCIES), (sum, frequency) => {
        const months = BigInt(monthsOf(frequency));
        const off = sum - monthlyShare(sum, frequency) * months;
        expect((off < 0n ? -off : off) * 2n).toBeLessThanOrEqual(months);
      }),
    );
  });
});

describe('a premium frequency', () => {
  it.each([
    ['Yearly', 'yearly'],
    [' annual ', 'yearly'],
    ['ANNUALLY', 'yearly'],
    ['half yearly', 'half-yearly'],
    ['half_yearly', 'half-yearly'],
    ['Half-Yearly', 'half-yearly'],
    ['quarterly', 'quarterly'],
    ['monthly', 'monthly'],
  ])('%s is %s', (raw, frequency) => expect(parseFrequency(raw)).toBe(frequency));

  it.each(['', 'fortnightly', 'weekly', 'constructor', 'toString'])('%s is none', (raw) =>
    expect(parseFrequency(raw)).toBeNull(),
  );
});

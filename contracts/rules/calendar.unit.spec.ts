import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  addYears,
  daysBetween,
  endOfTerm,
  financialYearOf,
  formatMonth,
  monthOf,
  monthsBack,
} from './calendar.js';
import { isDay } from './kolkataDay.js';

const anyDay = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const someMonths = fc.integer({ min: 0, max: 60 });

describe('days', () => {
  it('are added and counted over months, leap days and years', () => {
    expect(addDays('2026-03-31', 1)).toBe('2026-04-01');
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysBetween('2026-03-31', '2026-04-01')).toBe(1);
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
    expect(daysBetween('2026-04-01', '2026-04-01')).toBe(0);
    expect(daysBetween('2026-04-01', '2026-03-31')).toBe(-1);
  });

  it('are as many apart as were added', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -40_000, max: 40_000 }), (day, days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days);
      }),
    );
  });

  it('stay days at both ends of the calendar', () => {
    expect(addDays('9999-12-31', 30)).toBe('9999-12-31');
    expect(addDays('0001-01-01', -30)).toBe('0001-01-01');
    expect(addYears('9999-06-01', 1)).toBe('9999-12-31');
    expect(addMonths('0001-01-31', -1)).toBe('0001-01-01');
    expect(addDays('0099-12-31', 1)).toBe('0100-01-01');
  });
});

describe('months', () => {
  it('are added to the same date, or to the last one there is', () => {
    expect(addMonths('2026-01-15', 1)).toBe('2026-02-15');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
    expect(addYears('2024-02-29', 1)).toBe('2025-02-28');
    expect(addYears('2024-02-29', 4)).toBe('2028-02-29');
    expect(addYears('1899-02-28', 1)).toBe('1900-02-28');
  });

  it('lead to days that exist, in the month asked for', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -600, max: 600 }), (day, months) => {
        const later = addMonths(day, months);
        const counted = (one: string) => Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7));
        expect(isDay(later)).toBe(true);
        expect(counted(later) - counted(day)).toBe(months);
      }),
    );
  });

  it('are listed up to the one of a day, and shown by name', () => {
    expect(monthsBack('2026-03-31', 4)).toEqual(['2025-12', '2026-01', '2026-02', '2026-03']);
    expect(monthsBack('2026-03-31', 0)).toEqual([]);
    expect(monthOf('2026-03-31')).toBe('2026-03');
    expect(formatMonth('2026-04')).toBe('Apr 2026');
    expect(formatMonth('2025-12')).toBe('Dec 2025');
  });
});

describe('a term', () => {
  it.each([
    ['2025-04-01', 12, '2026-03-31'],
    ['2025-11-30', 12, '2026-11-29'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2023-03-01', 12, '2024-02-29'],
    ['2024-03-01', 12, '2025-02-28'],
    ['2025-02-28', 12, '2026-02-27'],
    ['2023-02-28', 12, '2024-02-27'],
    ['2024-02-29', 48, '2028-02-28'],
    ['2025-08-31', 6, '2026-02-28'],
    ['2023-08-31', 6, '2024-02-29'],
    ['2025-08-30', 6, '2026-02-28'],
    ['2025-01-31', 3, '2025-04-30'],
    ['2026-01-01', 12, '2026-12-31'],
    ['2026-01-15', 36, '2029-01-14'],
    ['2026-01-15', 1, '2026-02-14'],
  ])('from %s for %d months ends on %s', (start, months, end) =>
    expect(endOfTerm(start, months)).toBe(end),
  );

  it('is a year unless said otherwise', () => expect(endOfTerm('2025-04-01')).toBe('2026-03-31'));

  it('lasts at least until the last day before its months are over, and ends before the date again', () => {
    fc.assert(
      fc.property(
        anyDay,
        someMonths.filter((months) => months > 0),
        (start, months) => {
          const end = endOfTerm(start, months);
          expect(daysBetween(addMonths(start, months), end)).toBeGreaterThanOrEqual(-1);
          expect(daysBetween(addMonths(start, months), end)).toBeLessThanOrEqual(0);
          expect(end >= start).toBe(true);
        },
      ),
    );
  });

  it('begins after its predecessor on the same date every year, once it is not 29 February', () => {
    fc.assert(
      fc.property(anyDay, (start) => {
        const next = addDays(endOfTerm(start), 1);
        const date = start.slice(5) === '02-29' ? '03-01' : start.slice(5);
        expect(next).toBe(`${Number(start.slice(0, 4)) + 1}-${date}`);
      }),
    );
  });
});

describe('a financial year', () => {
  it.each([
    ['2026-03-31', '2025-26'],
    ['2026-04-01', '2026-27'],
    ['2025-12-31', '2025-26'],
    ['1999-04-01', '1999-00'],
  ])('%s is in %s', (day, year) => expect(financialYearOf(day)).toBe(year));

  it('has every day from April to March', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const first = Number(financialYearOf(day).slice(0, 4));
        expect(day >= `${first}-04-01` && day <= `${first + 1}-03-31`).toBe(true);
      }),
    );
  });
});

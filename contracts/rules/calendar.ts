import type { Day } from './kolkataDay.js';

/** A calendar month `YYYY-MM`. */
export type Month = string;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days are four-digit years: what is counted beyond them stops at their ends. */
const FIRST_DAY: Day = '0001-01-01';
const LAST_DAY: Day = '9999-12-31';

/** Days are counted at midnight UTC, where every day has 24 hours; no time zone is involved. */
const midnight = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const FIRST_MIDNIGHT = midnight(FIRST_DAY);
const LAST_MIDNIGHT = midnight(LAST_DAY);

/** The day so many days later; earlier when negative. */
export function addDays(day: Day, days: number): Day {
  const time = midnight(day) + days * DAY_MS;
  if (time >= LAST_MIDNIGHT) return LAST_DAY;
  if (time <= FIRST_MIDNIGHT) return FIRST_DAY;
  return new Date(time).toISOString().slice(0, 10);
}

/** Calendar days from one day to another: 0 on the same day, negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => (midnight(to) - midnight(from)) / DAY_MS;

const isLeapYear = (year: number): boolean =>
  year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** A month counted from January of the year 0, so that months can be added. */
const monthIndex = (day: Day | Month): number =>
  Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

const monthAt = (index: number): Month => {
  const year = String(Math.floor(index / 12)).padStart(4, '0');
  const month = String((index % 12) + 1).padStart(2, '0');
  return `${year}-${month}`;
};

const lengthOf = (index: number): number =>
  index % 12 === 1 && isLeapYear(Math.floor(index / 12)) ? 29 : (MONTH_LENGTHS[index % 12] ?? 31);

const dayOfMonth = (day: Day): number => Number(day.slice(8, 10));

/**
 * The same date so many months later, or the last day of that month where it has no such date:
 * 31 January and one month is 28 or 29 February.
 */
export function addMonths(day: Day, months: number): Day {
  const index = monthIndex(day) + months;
  if (index > monthIndex(LAST_DAY)) return LAST_DAY;
  if (index < monthIndex(FIRST_DAY)) return FIRST_DAY;
  const date = Math.min(dayOfMonth(day), lengthOf(index));
  return `${monthAt(index)}-${String(date).padStart(2, '0')}`;
}

/** The same date so many years later; 29 February becomes 28 February where there is none. */
export const addYears = (day: Day, years: number): Day => addMonths(day, years * 12);

/**
 * The last day of a term of insurance, which is covered from its first day to the day before the
 * same date of its last month: 1 April 2025 for a year ends on 31 March 2026. Where that month has
 * no such date the term ends with the month (29 February 2024 for a year: 28 February 2025;
 * 31 August for six months: the last day of February), so that it is never short of a whole month
 * and the next term begins on the first.
 */
export function endOfTerm(start: Day, months = 12): Day {
  const anniversary = addMonths(start, months);
  return dayOfMonth(anniversary) < dayOfMonth(start) ? anniversary : addDays(anniversary, -1);
}

/** The month of a day. */
export const monthOf = (day: Day): Month => day.slice(0, 7);

/** So many months up to the month of a day, that month included and last. */
export const monthsBack = (day: Day, count: number): Month[] =>
  Array.from({ length: count }, (_, at) => monthOf(addMonths(day, at + 1 - count)));

const MONTH_NAMES = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

/** `Apr 2026`. */
export const formatMonth = (month: Month): string =>
  `${MONTH_NAMES[monthIndex(month) % 12]} ${month.slice(0, 4)}`;

/** `2025-26`: the Indian financial year of a day, April to March. */
export function financialYearOf(day: Day): string {
  const first = Math.floor((monthIndex(day) - 3) / 12);
  return `${String(first).padStart(4, '0')}-${String((first + 1) % 100).padStart(2, '0')}`;
}

/** The days of the Indian financial year of a day: 1 April to 31 March. */
export function financialYearDays(day: Day): readonly [first: Day, last: Day] {
  const first = `${financialYearOf(day).slice(0, 4)}-04-01`;
  return [first, endOfTerm(first)];
}

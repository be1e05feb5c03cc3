/** A calendar day `YYYY-MM-DD`. Days of this product are days in Asia/Kolkata. */
export type Day = string;

/** Asia/Kolkata has kept UTC+05:30 without summer time since 1945. */
const OFFSET_MS = 5.5 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The Kolkata day of an instant: 19:00 UTC on 31 March is 1 April. */
export const kolkataDay = (instant: Date): Day =>
  new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10);

/** The first instant of a Kolkata day. */
export const startOfKolkataDay = (day: Day): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS);

/**
 * The first instant after a Kolkata day: what happened before it, happened on that day or earlier.
 */
export const endOfKolkataDay = (day: Day): Date =>
  new Date(startOfKolkataDay(day).getTime() + DAY_MS);

/** Whether a text is `YYYY-MM-DD` and names a day that exists. There was no year 0. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** The last year that two digits mean, as POSIX has it: 69 is 1969, 68 is 2068. */
const LAST_YEAR_OF_TWO_DIGITS = 2068;

/**
 * `YYYY-MM-DD`, or `DD/MM/YYYY` and `DD/MM/YY` (also with - or .) as it is written here, the day
 * always first; null when it is no day.
 *
 * @param lastYear two digits are a year of the hundred that end with this one.
 */
export function parseDay(raw: string, lastYear = LAST_YEAR_OF_TWO_DIGITS): Day | null {
  const text = raw.trim();
  const [, date = '', month = '', year = ''] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text) ?? [];
  const whole = year.length === 2 ? String(lastYear - ((lastYear - Number(year)) % 100)) : year;
  const day = year === '' ? text : `${whole}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : null;
}

/** `DD/MM/YYYY`, as it is written here. */
export const formatDay = (day: Day): string => day.split('-').reverse().join('/');

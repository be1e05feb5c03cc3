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

/**
 * `YYYY-MM-DD`, or `DD/MM/YYYY` (also with - or .) as it is written here; null when it is no day.
 */
export function parseDay(raw: string): Day | null {
  const text = raw.trim();
  const indian = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  const day = indian
    ? `${indian[3]}-${indian[2]?.padStart(2, '0')}-${indian[1]?.padStart(2, '0')}`
    : text;
  return isDay(day) ? day : null;
}

/** `DD/MM/YYYY`, as it is written here. */
export const formatDay = (day: Day): string => day.split('-').reverse().join('/');

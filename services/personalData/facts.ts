import type { HeldFact } from '@insuremanager/contracts/privacy/held';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';

const inKolkata = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** By the clocks of Kolkata: `12 Mar 2026, 4:05 pm`. */
export const formatInstant = (instant: Date | string): string =>
  inKolkata.format(new Date(instant));

/** `third_party` reads "Third party". */
export const wordText = (word: string): string =>
  `${word.charAt(0).toUpperCase()}${word.slice(1).replace(/[_-]/g, ' ')}`;

export const textFact = (
  field: string,
  label: string,
  value: string | number,
  text: string = typeof value === 'string' ? wordText(value) : String(value),
): HeldFact => ({ field, label, value, text });

/** What somebody typed, and what names something: as it is. */
export const plainFact = (field: string, label: string, value: string): HeldFact =>
  textFact(field, label, value, value);

export const instantFact = (field: string, label: string, at: Date): HeldFact =>
  textFact(field, label, at.toISOString(), formatInstant(at));

export const dayFact = (field: string, label: string, day: Day): HeldFact =>
  textFact(field, label, day, formatDay(day));

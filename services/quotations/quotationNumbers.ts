import { financialYearOf } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { searchKey } from '@insuremanager/contracts/rules/text';

/* Quotations are counted in every financial year from 1: `QT-2026-27-15`. */

/** The kind of number, as `Ids` tell them apart, that counts the quotations of a day's year. */
export const quotationCounter = (day: Day): string => counterOf(financialYearOf(day));

export const quotationNumber = (day: Day, count: number): string =>
  `QT-${financialYearOf(day)}-${count}`;

/** The form in which numbers are sorted, in the order of their digits: 9 before 10. */
export const quotationNumberKey = (number: string): string =>
  searchKey(number).replace(/\d+/g, (digits) => digits.padStart(10, '0'));

/**
 * A number, or how one begins, as it is written, whatever way it was typed: `qt 2026/27-15`,
 * `2026-27-15` and `20262715` are `QT-2026-27-15`. Null when it can be none, or only figures of
 * which nobody knows what they are.
 */
export function numberAsWritten(typed: string): string | null {
  const compact = typed.replace(/[\s./\p{Pd}\p{Cf}]/gu, '');
  const [, prefix, year = '', yearAfter = '', count = ''] =
    /^(QT)?(\d{4})(\d{0,2})(\d*)$/i.exec(compact) ?? [];
  const isNamed = prefix !== undefined && yearAfter.length < 2;
  const isOfYear = yearAfter.length === 2 && Number(yearAfter) === (Number(year) + 1) % 100;
  if (!isNamed && !isOfYear) return null;
  return ['QT', year, yearAfter, count.replace(/^0+(?=\d)/, '')].filter(Boolean).join('-');
}

/** What counted a number, and how far. */
export const countedNumber = (number: string): { counter: string; count: number } => {
  const [, year, count] = /^QT-(\d{4}-\d{2})-(\d+)$/.exec(number) ?? [];
  if (!year) throw new Error('Not a number of a quotation');
  return { counter: counterOf(year), count: Number(count) };
};

const counterOf = (year: string): string => `quotationsOf${year.slice(0, 4)}`;

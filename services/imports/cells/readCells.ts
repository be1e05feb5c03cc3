import type { DateOrder } from '@insuremanager/contracts/imports/importTargets';
import { type Day, isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf, parsePaise } from '@insuremanager/contracts/rules/money';
import { asciiDigits, cleanText, plainHyphens } from '@insuremanager/contracts/rules/text';
import { dayOfSerial } from '../sheets/numberText.js';

// What people and spreadsheets make of days, amounts and numbers that are names. Each function
// gives the canonical text, or null for what it cannot read without a doubt.

const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december'.split(
    '|',
  );
/** Malayalam and Hindi months by how they begin, January first. */
const MONTHS_OF_INDIA = [
  /^(?:ജനു|जन)/u,
  /^(?:ഫെബ്രു|फर|फ़र)/u,
  /^(?:മാർ|मार्च)/u,
  /^(?:ഏപ്രി|अप्रै)/u,
  /^(?:മെയ്|മേയ്|मई)/u,
  /^(?:ജൂൺ|जून)/u,
  /^(?:ജൂലൈ|जुला)/u,
  /^(?:ഓഗ|ആഗ|अग)/u,
  /^(?:സെപ്|सित)/u,
  /^(?:ഒക്|अक्|अक्टू)/u,
  /^(?:നവം|नव)/u,
  /^(?:ഡിസം|दिस)/u,
];

export interface DayHabits {
  readonly order: DateOrder;
  /** Two digits are a year of the hundred that end with this one. */
  readonly lastYear: number;
}

/** An Excel serial number that stands there as text: of 1927 to 2099. */
const SERIAL = /^(?:[1-6]\d|7[0-2])\d{3}(?:\.\d+)?$/;

/**
 * `12/03/2024`, `12-Mar-24`, `12.03.24`, `2024/03/12`, `12 March 2024`, `Mar 12, 2024`, `12032024`,
 * `45231`, also with a time behind it; null for what is no day.
 */
export function readDay(raw: string, { order, lastYear }: DayHabits): Day | null {
  const text = plainHyphens(asciiDigits(cleanText(raw)))
    .toLowerCase()
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]?\s+/, '')
    .replace(
      /[\sT]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:am|pm|a\.m\.|p\.m\.)?(?:z|[+-]\d{2}:?\d{2})?$/i,
      '',
    )
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .trim();
  if (SERIAL.test(text)) return dayOfSerial(Number(text));
  const whole = (digits: string): number =>
    digits.length === 2 ? lastYear - ((lastYear - Number(digits)) % 100) : Number(digits);
  const iso = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(text);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = /^(\d{1,2})\s?[-/.,' ]\s?(\d{1,2})\s?[-/.,' ]\s?(\d{4}|\d{2})$/.exec(text);
  if (numeric) {
    const [, first = '', second = '', year = ''] = numeric;
    return inOrder(Number(first), Number(second), whole(year), order);
  }
  const packed = /^(\d{2})(\d{2})((?:19|20)\d{2})$/.exec(text);
  if (packed) return inOrder(Number(packed[1]), Number(packed[2]), Number(packed[3]), order);
  const named = /^(\d{1,2})[-/., ]*([^\d\s,./-]{3,})[-/., ']*(\d{4}|\d{2})$/u.exec(text);
  if (named) return dayOf(whole(named[3] ?? ''), monthOf(named[2] ?? ''), Number(named[1]));
  const american = /^([^\d\s,./-]{3,})[-/. ]*(\d{1,2})[,\s-]+(\d{4}|\d{2})$/u.exec(text);
  if (american)
    return dayOf(whole(american[3] ?? ''), monthOf(american[1] ?? ''), Number(american[2]));
  return null;
}

/** Where one of the two can only be a day, it is; else the habit decides. */
function inOrder(first: number, second: number, year: number, order: DateOrder): Day | null {
  const monthFirst = order === 'mdy' ? second > 12 || first <= 12 : second > 12 && first <= 12;
  return monthFirst && first <= 12 ? dayOf(year, first, second) : dayOf(year, second, first);
}

function dayOf(year: number, month: number, date: number): Day | null {
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  const day = `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`;
  return isDay(day) ? day : null;
}

/** 0 for what is no month. */
const monthOf = (word: string): number => {
  const english = MONTHS.findIndex((month) => month.startsWith(word));
  return (english === -1 ? MONTHS_OF_INDIA.findIndex((month) => month.test(word)) : english) + 1;
};

/** As `parsePaise`, of what else people and formulas write; a decimal number of rupees. */
export function readAmount(raw: string): string | null {
  const text = asciiDigits(cleanText(raw));
  const accounting = /^\((.+)\)$/.exec(text);
  const bare = (accounting?.[1] ?? text)
    .replace(/\s*only\s*\.?$/i, '')
    .replace(/^(rs\.?|inr|₹)\s*:\s*/i, '$1 ')
    .replace(/(\d|[lk]|lakhs?|crs?|crores?)\s*(?:rs\.?|inr|₹|rupees)$/i, '$1')
    .replace(/\s*\/\s*[-=]?$/, '')
    .trim();
  const exact = /^-?\d+(?:\.\d+)?e\+?\d{1,2}$/i.test(bare) ? String(Number(bare)) : bare;
  // What a formula came to has more digits than paise; sheets show it rounded.
  const rounded = /^-?\d{1,12}\.\d{3,}$/.test(exact) ? Number(exact).toFixed(2) : exact;
  const paise = inLakhsAndCrores(bare) ?? parsePaise(rounded);
  if (paise === null) return null;
  return decimalOf(accounting ? -Math.abs(paise) : paise).replace(/\.00$/, '');
}

/** `1 Cr 25 lakh`, `5 lakhs 50 thousand`, each as the product reads it; null for one unit alone. */
function inLakhsAndCrores(text: string): number | null {
  const parts = text.match(/\d[\d,.]*\s*(?:crores?|crs?|la(?:kh|c)s?|l|thousands?|k)\.?/gi) ?? [];
  if (parts.length < 2 || parts.join('').replace(/\s/g, '') !== text.replace(/\s|\band\b/gi, '')) {
    return null;
  }
  const amounts = parts.map((part) => parsePaise(part.replace(/thousands$/i, 'thousand')));
  return amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount));
}

/** Digits that Excel did not write to a text file: `9.87654E+09` stands for some ten thousand numbers. */
const SHORTENED = /^\d(?:\.\d{1,5})?e\+?\d{1,2}$/i;
export const isShortened = (raw: string): boolean => SHORTENED.test(raw.trim());

/** A number that a spreadsheet took for a quantity: `9.87654321E9`, `9876543210.0`, `'0123`. */
export function unquantified(raw: string): string {
  const text = asciiDigits(cleanText(raw)).replace(/^'/, '');
  if (/^\d\.\d{6,}e\+?\d{1,2}$/i.test(text)) {
    const number = Number(text);
    return Number.isSafeInteger(number) ? String(number) : text;
  }
  return text.replace(/^(\d+)\.0+$/, '$1');
}

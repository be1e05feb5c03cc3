import { NCB_PERCENTS } from '@insuremanager/contracts/policies/policyKinds';
import { type Day, isDay, parseDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type Paise, parsePaise } from '@insuremanager/contracts/rules/money';
import { parseFrequency } from '@insuremanager/contracts/rules/premiumFrequency';
import { cleanText } from '@insuremanager/contracts/rules/text';
import {
  formatPlate,
  normalizePlate,
  plateWarning,
} from '@insuremanager/contracts/rules/vehicleNumber';

/** A value that was read, and where it stands in its text. */
export interface ReadValue<Value = string> {
  readonly value: Value;
  readonly from: number;
  readonly to: number;
}

type Read<Value = string> = (text: string) => ReadValue<Value> | null;

/** What may stand between a label and its value. */
const LEAD =
  /^(?:[\s.:：;=|–—-]|\((?!\s*\d)[^()]{0,60}\)|[@(]{0,2}\s?\d{1,2}(?:\.\d+)?\s?%\)?|(?:in|amount in)\s(?=₹|rs|inr))*/iu;

/** A value at the beginning of a text; what is read of what was found may be null. */
const begins =
  <Value = string>(expression: RegExp, readAs: (found: string) => Value | null): Read<Value> =>
  (text) => {
    const lead = LEAD.exec(text)?.[0].length ?? 0;
    const [found] = expression.exec(text.slice(lead)) ?? [];
    if (!found) return null;
    const value = readAs(found);
    return value === null ? null : { value, from: lead, to: lead + found.trimEnd().length };
  };

const digitCount = (text: string): number => text.replace(/\D/g, '').length;

/** Letters that stand for what is not shown. */
const isMasked = (text: string): boolean => /x{3,}|\*{2,}/i.test(text);

/** Blocks of digits may follow by blanks: some insurers write `2312 1003 4567 8900 000`. */
export const readPolicyNumber: Read = begins(
  /^(?=[A-Z/.-]*\d)[A-Z\d](?:[A-Z\d]|[/.-](?=[A-Z\d]))*(?:\s(?=\d)[\d/-]+(?![A-Z\d:.%]))*(?![A-Z\d/*-])/iu,
  (found) => {
    const isNumber = digitCount(found) >= 5 && found.length <= 40 && !isMasked(found);
    return isNumber && daysIn(found).length === 0 ? found.trim() : null;
  },
);

const MONEY =
  /^(?:(?:₹|rs\.?|inr)\s?)?\d[\d,]*(?:\.\d{1,2})?(?:\s?\/-|\s?(?:lakhs?|lacs?|crores?)\b)?(?![\d%.,:/-]*\d)(?!\s?(?:%|months?|years?|yrs?|days?|cc|kg|persons?|members?|nos?)(?![a-z]))/iu;

/** Rupees; nothing is free. */
export const readMoney: Read<Paise> = begins(MONEY, (found) => {
  const paise = parsePaise(found.trim());
  return paise !== null && paise > 0 ? paise : null;
});

/** As `readMoney`; a tax may be nil. */
export const readTax: Read<Paise> = begins(MONEY, (found) => parsePaise(found.trim()));

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(?:${MONTHS.join('|')})[a-z]{0,6}`;
const BY_NUMBERS = /(?<![\d/.-])\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})(?![\d/-]|\.\d)/u;
const DAY = new RegExp(
  `${BY_NUMBERS.source}|` +
    String.raw`(?<![\d/.-])\d{4}-\d{2}-\d{2}(?![\d/-])|` +
    String.raw`(?<![\d/.-])\d{1,2}(?:st|nd|rd|th)?[\s,./-]{0,2}${MONTH}[\s,./'-]{0,2}(?:\d{4}|\d{2})(?!\d)|` +
    String.raw`(?<!\p{L})${MONTH}[\s.]{1,2}\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}(?!\d)`,
  'giu',
);

const numbered = (text: string): string => {
  const month = MONTHS.findIndex((name) =>
    new RegExp(`(?<!\\p{L})${name}`, 'iu').test(text.replace(/(\d)(?=\p{L})/gu, '$1 ')),
  );
  if (month < 0) return text;
  const [first = '', second = ''] = text.match(/\d+/g) ?? [];
  return `${first}/${month + 1}/${second}`;
};

/** Of how many years back or ahead a schedule may speak. */
const YEARS = /^20[0-6]\d-/;

/** The days that a text names, in its order. */
export function daysIn(text: string): ReadValue<Day>[] {
  return [...text.matchAll(DAY)].flatMap(({ index, 0: found }) => {
    const value = parseDay(numbered(found));
    return value && YEARS.test(value) ? [{ value, from: index, to: index + found.length }] : [];
  });
}

/** Whether a text names a day by numbers that only exists when the month is written first. */
export function writesMonthFirst(text: string): boolean {
  const [found] = BY_NUMBERS.exec(text) ?? [];
  if (!found || parseDay(found)) return false;
  const [month = '', date = '', year = ''] = found.split(/[/.-]/);
  const whole = year.length === 2 ? `20${year}` : year;
  return isDay(`${whole}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`);
}

/** A day by itself, with at most a time of the clock and words beside it. */
export const readDay: Read<Day> = (text) => {
  const [day, ...others] = daysIn(text);
  if (!day || others.length > 0 || text.length > 80) return null;
  return /\d/.test(text.slice(0, day.from).replace(/\d{1,2}[:.]\d{2}([:.]\d{2})?/g, ''))
    ? null
    : day;
};

export const readPlate: Read = begins(
  /^(?:\d{2}[\s-]?BH[\s-]?\d{4}[\s-]?[A-Z]{1,2}|[A-Z]{2}[\s-]?\d{1,2}[\s-]?[A-Z]{0,3}[\s-]?\d{1,4}|NEW)(?![A-Z\d])/iu,
  (found) =>
    plateWarning(normalizePlate(found), true) ? null : formatPlate(normalizePlate(found)),
);

const SERIAL = /^[A-Z\d](?:[A-Z\d]|[-/](?=[A-Z\d]))+(?![A-Z\d*])/iu;

/** Of an engine. */
export const readSerial: Read = begins(SERIAL, (found) =>
  found.length >= 5 && found.length <= 25 && digitCount(found) >= 3 && !isMasked(found)
    ? found.toUpperCase()
    : null,
);

export const readChassis: Read = begins(SERIAL, (found) =>
  found.length >= 8 && found.length <= 25 && digitCount(found) >= 4 && !isMasked(found)
    ? found.toUpperCase()
    : null,
);

export const readYear: Read = begins(/^(?:19[89]\d|20[0-6]\d)(?![\d/.-])/u, (found) => found);

/** A word, such as a make. */
export const readWords: Read = begins(/^[\p{L}\d][\p{L}\p{M}\d .,&'()+/-]{0,60}$/u, (found) =>
  /\p{L}/u.test(found) ? cleanText(found) : null,
);

const TITLE = /^(?:(?:mr|mrs|ms|miss|shri|smt|sri|dr|m\/s|master|kum)\.?\s+)+/i;
export const readName: Read = begins(/^[\p{L}][\p{L}\p{M} .'/-]{2,80}$/u, (found) => {
  const name = cleanText(found.replace(TITLE, ''));
  return name.length >= 3 ? name : null;
});

/** One of some choices, by the first words that are found. */
const chosen =
  (choices: readonly (readonly [choice: string, words: RegExp])[]): Read =>
  (text) => {
    const lead = LEAD.exec(text)?.[0].length ?? 0;
    const found = choices.filter(([, expression]) => expression.test(text));
    const [first] = found;
    return first && text.length <= 100
      ? { value: first[0], from: lead, to: text.trimEnd().length }
      : null;
  };

export const readPolicyType: Read = chosen([
  ['group', /\bgroup\b/i],
  ['family', /\bfloater\b|\bfamily\b|फ्लोटर/i],
  ['individual', /\bindividual\b|व्यक्तिगत/i],
]);

export const readCoverType: Read = chosen([
  ['comprehensive', /package|comprehensive|bundled/i],
  ['own_damage', /stand ?-? ?alone|own damage/i],
  ['third_party', /liability|third ?-? ?party|act only/i],
]);

export const readVehicleType: Read = chosen([
  ['bike', /two ?-? ?wheeler|motor ?cycle|scooter|\bbike\b/i],
  ['car', /private car|passenger car|\bcar\b|four ?-? ?wheeler/i],
  ['truck', /goods carrying|\btruck\b|\blorry\b|\bgcv\b/i],
  ['bus', /\bbus\b/i],
]);

/** In percent, in brackets or behind its label. */
export const readNcb: Read = (text) => {
  const found = /^[\s.:：()@=-]*(\d{1,2})\s?%/u.exec(text) ?? /^[\s.:：]*(\d{1,2})\s*$/u.exec(text);
  const percent = NCB_PERCENTS.find((one) => found && one === Number(found[1]));
  return percent === undefined || !found
    ? null
    : { value: `${percent}`, from: 0, to: found[0].length };
};

const FREQUENCY_WORDS: readonly (readonly [string, RegExp])[] = [
  ['half-yearly', /half|semi/i],
  ['quarterly', /quarter/i],
  ['monthly', /month/i],
  ['yearly', /year|annual/i],
];
export const readFrequency: Read = (text) => {
  const read = chosen(FREQUENCY_WORDS)(text);
  return read && parseFrequency(read.value) ? read : null;
};

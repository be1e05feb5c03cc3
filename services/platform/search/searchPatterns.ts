import { searchedPan } from '@insuremanager/contracts/rules/pan';
import { phoneSearchDigits } from '@insuremanager/contracts/rules/phone';
import { cleanText, searchKey } from '@insuremanager/contracts/rules/text';
import type { Column } from '../readModels/projector.js';
import { letterAt, MARKS } from '../readModels/searchableText.js';

/** The column by which rows are searched for some of their values, which are SQL texts. */
export const searchColumn = (...values: readonly string[]): Column => ({
  type: 'text',
  // Begins with a space, so that "a word starts with" is a substring, too.
  generatedAs: `searchable(${values.map((value) => `' ' || coalesce(${value}, '')`).join(' || ')})`,
  statistics: 300,
});

const searchable = (text: string): string =>
  Array.from(text.replaceAll(BETWEEN, ''), (character) => {
    const index = MARKS.indexOf(character);
    return index < 0 ? character : letterAt(index);
  }).join('');

/** Stands behind each character of what is found only whole. No pattern of a typed text has it. */
const BETWEEN = letterAt(MARKS.length);

/** Of a SQL text, what a search column holds so that no part of it is found. */
export const onlyWhole = (sql: string): string =>
  `regexp_replace(${sql}, '(.)', '\\1${BETWEEN}', 'g')`;

const whole = (text: string): string => `%${text.replaceAll(/./g, `$&${BETWEEN}`)}%`;

/** A trigram index knows nothing shorter. */
export const SHORTEST_ANYWHERE = 3;

/** LIKE patterns over a searchable column that begins with a space. */
export const anywhere = (text: string): string => `%${searchable(text)}%`;
export const atWordStart = (text: string): string => `% ${searchable(text)}%`;

/** A word of three or more letters is found anywhere, a shorter one at the start of a word. */
export const containing = (word: string): string =>
  word.length >= SHORTEST_ANYWHERE ? anywhere(word) : atWordStart(word);

/** LIKE patterns over a searchable column, which has every word of a text. */
export const wordPatterns = (text: string): string[] =>
  searchKey(text).split(' ').filter(Boolean).map(containing);

/** The LIKE pattern of what begins so, over a column as it is. */
export const beginning = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/** At least three digits, and nothing else but what stands between them. */
const PHONE_LIKE = /^[\s\-().]*\+?(?:[\s\-().]*\d){3,}[\s\-().]*$/;

/**
 * LIKE patterns over a searchable column of names, phone digits and emails, all of which a person
 * must match. A phone number is found in whatever way it is typed, a PAN only as a whole: else
 * who may not read it would find it out letter by letter.
 */
export function personPatterns(search: string): string[] {
  const typed = cleanText(search);
  if (typed === '') return [];
  const phone = searchedPhone(typed);
  if (phone !== null) return [anywhere(phone)];
  const pan = searchedPan(typed);
  if (pan !== null) return [whole(pan)];
  return searchKey(typed).split(' ').filter(Boolean).map(containing);
}

/** The digits of a whole phone number of India. */
const WHOLE_PHONE = 10;

/**
 * The patterns of the person whose records are wanted, where records are searched by numbers of
 * their own: a few digits are a part of those, and of no one's phone. Empty: no one is meant.
 */
export function ownerPatterns(search: string): string[] {
  const phone = searchedPhone(cleanText(search));
  return phone !== null && phone.length < WHOLE_PHONE ? [] : personPatterns(search);
}

/** The digits that are looked for when a phone number, or a part of one, was typed. */
export const searchedPhone = (typed: string): string | null =>
  PHONE_LIKE.test(typed) ? phoneSearchDigits(typed) : null;

import { describe, expect, it } from 'vitest';
import {
  asciiDigits,
  cleanLines,
  cleanText,
  digitsOf,
  plainHyphens,
  searchKey,
  wholeNumber,
} from './text.js';

describe('what a person typed, made clean', () => {
  it.each([
    ['  Asha \t\n Menon ', 'Asha Menon'],
    ['e\u0301', 'é'],
    ['a\u2028b\u0000c', 'a b c'],
    ['\ud800x', '\ufffdx'],
    // What nobody sees, and what turns the direction of the rest.
    ['As\u200bha\u00ad \u202eMenon\u202c', 'Asha Menon'],
    ['\ufeffAsha\u2066\u2069\u200e\u200f\u061c', 'Asha'],
    ['A\u200dsh\u200ca\ufe0f', 'Asha'],
    ['Star\u2060 \u180eHealth\u{e0041}', 'Star Health'],
    // A joiner at the end of a word: the older way of writing a chillu.
    ['മോഹന്\u200d', 'മോഹന്\u200d'],
    ['ന്\u200d\u200d', 'ന്\u200d'],
    ['क्\u200dष क्\u200cष', 'क्\u200dष क्\u200cष'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['\u200dക', 'ക'],
    // Pictures that are put together.
    ['👩\u200d⚕️ 👍🏽', '👩\u200d⚕️ 👍🏽'],
    // Joiners within words are how some scripts are written.
    ['ക്\u200dഷ', 'ക്\u200dഷ'],
  ])('%j', (raw, clean) => expect(cleanText(raw)).toBe(clean));

  it.each(['', ' ', '\u200b', ' \u200d \u2060', '\u3164', '\u00ad\ufeff', '\u{e0041}'])(
    '%j shows nothing, and is nothing',
    (raw) => {
      expect(cleanText(raw)).toBe('');
      expect(searchKey(raw)).toBe('');
    },
  );
});

describe('a text of several lines, made clean', () => {
  it.each([
    ['  one  \r\n two\t2 \rthree\n', 'one\ntwo 2\nthree'],
    ['one\n\n\n\ntwo', 'one\n\ntwo'],
    ['one\u2028two', 'one\ntwo'],
    ['one\n \u200b \ntwo', 'one\n\ntwo'],
    ['one\u0000two', 'one two'],
    [' \n \u200b \n', ''],
    ['one line', 'one line'],
  ])('%j', (raw, clean) => {
    expect(cleanLines(raw)).toBe(clean);
    expect(cleanLines(clean)).toBe(clean);
  });
});

describe('digits of any script', () => {
  it.each([
    ['९८४७०१२३४५', '9847012345'],
    ['൯൮൪൭', '9847'],
    ['٩٨٤٧ ۹۸۴۷', '9847 9847'],
    ['９８４７', '9847'],
    ['𝟗𝟖𝟜𝟟𝟶', '98470'],
    ['௧௨௩ ೧೨೩ ১২৩ ૧૨૩', '123 123 123 123'],
    ['H-12²', 'H-12²'],
  ])('%s is %s', (typed, ascii) => expect(asciiDigits(typed)).toBe(ascii));

  it('are digits wherever numbers are read', () => {
    expect(digitsOf('+൯൧ (९८)')).toBe('9198');
    expect(wholeNumber('३०')).toBe(30);
    expect(wholeNumber('३०²')).toBeNaN();
  });
});

it('every hyphen, dash and minus is one hyphen', () =>
  expect(plainHyphens('a\u2010b\u2011c\u2012d–e—f\u2212g\ufe63h\uff0di-j')).toBe(
    'a-b-c-d-e-f-g-h-i-j',
  ));

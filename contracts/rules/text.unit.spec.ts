import { describe, expect, it } from 'vitest';
import { cleanLines, cleanText, searchKey } from './text.js';

describe('what a person typed, made clean', () => {
  it.each([
    ['  Asha \t\n Menon ', 'Asha Menon'],
    ['e\u0301', 'é'],
    ['a\u2028b\u0000c', 'a b c'],
    ['\ud800x', '\ufffdx'],
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

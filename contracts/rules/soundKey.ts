import { searchKey } from './text.js';

/**
 * How a name sounds, roughly: the same in Malayalam, in Devanagari and in the Latin spellings that
 * people use for either (Sreedharan, Shridharan, ശ്രീധരൻ, श्रीधरन). Words in alphabetical order, so that
 * "Nair Anitha" is "Anitha Nair"; initials count. Two who sound alike need not be one person.
 */
export function soundKey(name: string): string {
  const words = latin(searchKey(name)).split(/[^a-z0-9]+/u).map(soundOfWord);
  return words
    .filter((word) => word !== '')
    .sort()
    .join(' ');
}

/** Of a consonant, a vowel or a sign of each script, at its place in the blocks of Unicode. */
const CONSONANTS: Readonly<Record<string, string>> = {
  ...{ 0x15: 'k', 0x16: 'k', 0x17: 'g', 0x18: 'g', 0x19: 'n', 0x1a: 'c', 0x1b: 'c', 0x1c: 'j' },
  ...{ 0x1d: 'j', 0x1e: 'n', 0x1f: 't', 0x20: 't', 0x21: 'd', 0x22: 'd', 0x23: 'n', 0x24: 't' },
  ...{ 0x25: 't', 0x26: 'd', 0x27: 'd', 0x28: 'n', 0x29: 'n', 0x2a: 'p', 0x2b: 'p', 0x2c: 'b' },
  ...{ 0x2d: 'b', 0x2e: 'm', 0x2f: 'y', 0x30: 'r', 0x31: 'r', 0x32: 'l', 0x33: 'l', 0x34: 'l' },
  ...{ 0x35: 'v', 0x36: 's', 0x37: 's', 0x38: 's', 0x39: 'h' },
};
const VOWELS: Readonly<Record<string, string>> = {
  ...{ 0x05: 'a', 0x06: 'a', 0x07: 'i', 0x08: 'i', 0x09: 'u', 0x0a: 'u', 0x0b: 'ri', 0x0e: 'e' },
  ...{ 0x0f: 'e', 0x10: 'ai', 0x12: 'o', 0x13: 'o', 0x14: 'au' },
};
const SIGNS: Readonly<Record<string, string>> = {
  ...{ 0x3e: 'a', 0x3f: 'i', 0x40: 'i', 0x41: 'u', 0x42: 'u', 0x43: 'ri', 0x46: 'e', 0x47: 'e' },
  ...{ 0x48: 'ai', 0x4a: 'o', 0x4b: 'o', 0x4c: 'au', 0x57: 'au' },
};
/** Letters of Malayalam that end a syllable. */
const CHILLUS: Readonly<Record<string, string>> = {
  ...{ 0x7a: 'n', 0x7b: 'n', 0x7c: 'r', 0x7d: 'l', 0x7e: 'l', 0x7f: 'k' },
};
const VIRAMA = 0x4d;
const DEVANAGARI = 0x0900;
const MALAYALAM = 0x0d00;

/** Letters of both scripts as Latin ones; what is Latin stays. */
function latin(text: string): string {
  let result = '';
  const letters = [...text.normalize('NFC').replace(/[\u200c\u200d\u093c]/gu, '')];
  letters.forEach((letter, nth) => {
    const place = placeOf(letter);
    if (place === null) {
      result += letter;
      return;
    }
    const next = placeOf(letters[nth + 1] ?? '');
    const consonant = CONSONANTS[place];
    if (consonant !== undefined) {
      const hasOwnVowel = next !== null && (next === VIRAMA || next in SIGNS);
      result += hasOwnVowel ? consonant : `${consonant}a`;
      return;
    }
    const isNasal = place === 0x02 || place === 0x01;
    result += VOWELS[place] ?? SIGNS[place] ?? CHILLUS[place] ?? (isNasal ? 'n' : '');
  });
  return result;
}

/** The place of a letter within its script; null for those of others. */
function placeOf(letter: string): number | null {
  const code = letter.codePointAt(0) ?? 0;
  const block = code & 0xff80;
  return block === DEVANAGARI || block === MALAYALAM ? code & 0x7f : null;
}

/**
 * Its first letter and its consonants, as far as spellings agree on them: no h after another
 * consonant (th, dh, sh), one of doubled letters, w as v, z as s, x as ks, f as p, c as k or s.
 */
const soundOfWord = (word: string): string => {
  const sounds = word
    .replaceAll('x', 'ks')
    .replaceAll('ch', 'C')
    .replace(/c(?=[eiy])/gu, 's')
    .replaceAll('c', 'k')
    .replaceAll('C', 'c')
    .replaceAll('ph', 'p')
    .replaceAll('f', 'p')
    .replaceAll('zh', 'l')
    .replace(/[wv]/gu, 'v')
    .replaceAll('q', 'k')
    .replaceAll('z', 's')
    .replace(/(?<=[bcdgjklmnprstv])h/gu, '')
    .replace(/m(?=[bp])/gu, 'n');
  const first = sounds.charAt(0);
  const rest = sounds.slice(1).replace(/[aeiouy]/gu, '');
  const whole = /[aeiou]/u.test(first) ? `a${rest}` : `${first}${rest}`;
  return whole.replace(/(.)\1+/gu, '$1');
};

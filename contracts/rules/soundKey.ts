import { searchKey } from './text.js';

/**
 * How a name sounds, roughly: the same in Malayalam, in Devanagari and in the Latin spellings that
 * people use for either (Sreedharan, Shridharan, ശ്രീധരൻ, श्रीधरन). Words in alphabetical order, so that
 * "Nair Anitha" is "Anitha Nair"; initials count. Two who sound alike need not be one person.
 */
export function soundKey(name: string): string {
  const words = latin(searchKey(name))
    .split(/[^a-z0-9]+/u)
    .map(soundOfWord);
  return words
    .filter((word) => word !== '')
    .sort()
    .join(' ');
}

/** Of a consonant, a vowel or a sign of each script, at its place in the blocks of Unicode. */
const CONSONANTS: Readonly<Record<string, string>> = {
  ...{ 21: 'k', 22: 'k', 23: 'g', 24: 'g', 25: 'n', 26: 'c', 27: 'c', 28: 'j' },
  ...{ 29: 'j', 30: 'n', 31: 't', 32: 't', 33: 'd', 34: 'd', 35: 'n', 36: 't' },
  ...{ 37: 't', 38: 'd', 39: 'd', 40: 'n', 41: 'n', 42: 'p', 43: 'p', 44: 'b' },
  ...{ 45: 'b', 46: 'm', 47: 'y', 48: 'r', 49: 'r', 50: 'l', 51: 'l', 52: 'l' },
  ...{ 53: 'v', 54: 's', 55: 's', 56: 's', 57: 'h' },
};
const VOWELS: Readonly<Record<string, string>> = {
  ...{ 5: 'a', 6: 'a', 7: 'i', 8: 'i', 9: 'u', 10: 'u', 11: 'ri', 14: 'e' },
  ...{ 15: 'e', 16: 'ai', 18: 'o', 19: 'o', 20: 'au' },
};
const SIGNS: Readonly<Record<string, string>> = {
  ...{ 62: 'a', 63: 'i', 64: 'i', 65: 'u', 66: 'u', 67: 'ri', 70: 'e', 71: 'e' },
  ...{ 72: 'ai', 74: 'o', 75: 'o', 76: 'au', 87: 'au' },
};
/** Letters of Malayalam that end a syllable. */
const CHILLUS: Readonly<Record<string, string>> = {
  ...{ 122: 'n', 123: 'n', 124: 'r', 125: 'l', 126: 'l', 127: 'k' },
};
const VIRAMA = 0x4d;
const DEVANAGARI = 0x0900;
const MALAYALAM = 0x0d00;

const IS_ASCII = /^[ -~]*$/;

/** Letters of both scripts as Latin ones; what is Latin stays. */
function latin(text: string): string {
  if (IS_ASCII.test(text)) return text;
  let result = '';
  const letters = [...text.normalize('NFC').replace(/\u200c|\u200d|\u093c/gu, '')];
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

import { asciiDigits } from './text.js';
import type { Warning } from './warning.js';

/** Verhoeff: the multiplication table of the dihedral group D5, and the position permutations. */
const PRODUCT = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
] as const;
const PERMUTATION = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
] as const;

const product = (a: number, b: number): number => PRODUCT[a]?.[b] ?? 0;
const permuted = (position: number, digit: number): number =>
  PERMUTATION[position % 8]?.[digit] ?? 0;

/** Whether a string of digits ends in its Verhoeff check digit. */
export function verhoeffHolds(digits: string): boolean {
  let check = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    check = product(check, permuted(i, digit));
  }
  return check === 0;
}

/** As typed, without spaces and hyphens: at most 12 characters are an Aadhaar number. */
export const normalizeAadhaar = (raw: string): string =>
  asciiDigits(raw).replace(/[\s\p{Pd}\u2212]/gu, '');

/** Twelve digits, not starting with 0 or 1, with a valid Verhoeff check digit (UIDAI). */
export const isAadhaar = (number: string): boolean =>
  /^[2-9]\d{11}$/.test(number) && verhoeffHolds(number);

/** The last four digits; none of a number so short that they would be most of it. */
export const aadhaarLast4 = (number: string): string =>
  number.length > 8 ? [...number].slice(-4).join('') : 'XXXX';

/** The only form in which an Aadhaar number leaves the server, given what `aadhaarLast4` left. */
export const aadhaarMask = (last4: string): string => `XXXX XXXX ${last4}`;

/** `XXXX XXXX 1234`. */
export const maskedAadhaar = (number: string): string => aadhaarMask(aadhaarLast4(number));

/** Whether a text is a mask that was shown before, sent back unchanged by a form. */
export const isMaskedAadhaar = (text: string): boolean =>
  /^X{8}.{1,4}$/i.test(normalizeAadhaar(text));

/** Wrong numbers are accepted with a warning: the brokerage may have nothing better. */
export function aadhaarWarning(number: string): Warning | null {
  if (isAadhaar(number) || isMaskedAadhaar(number)) return null;
  const message = /^\d{12}$/.test(number)
    ? 'This is not a valid Aadhaar number. Please check the digits.'
    : 'An Aadhaar number has 12 digits.';
  return { field: 'aadhaarNumber', code: 'aadhaar-invalid', message };
}

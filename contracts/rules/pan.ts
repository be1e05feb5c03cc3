import { asciiDigits, searchKey } from './text.js';
import type { Warning } from './warning.js';

const PAN = /^[A-Z]{3}[ABCFGHJKLPT][A-Z]\d{4}[A-Z]$/;

export const normalizePan = (raw: string): string =>
  asciiDigits(raw.normalize('NFKC'))
    .replace(/[\s\p{Pd}\u2212]/gu, '')
    .toUpperCase()
    .normalize('NFKC');

/**
 * Form of a PAN (Income Tax Department): the fourth letter is the kind of person, 0000 is not
 * issued.
 */
export const isPan = (pan: string): boolean => PAN.test(pan) && pan.slice(5, 9) !== '0000';

/** The PAN that a text which is looked for is, in any spelling; else null. */
export function searchedPan(text: string): string | null {
  const pan = normalizePan(text);
  return isPan(pan) ? pan : null;
}

/**
 * Wrong in form, or for a person (fourth letter P) the fifth letter is not the initial of the
 * surname. Names are written in either order here, so any word of the name may be the surname.
 */
export function panWarning(pan: string, name: string): Warning | null {
  if (!isPan(pan)) {
    return {
      field: 'panNumber',
      code: 'pan-invalid',
      message: 'A PAN looks like ABCPE1234F. Please check it.',
    };
  }
  if (pan[3] !== 'P') return null;
  const initials = searchKey(name)
    .split(/[^\p{L}\p{M}]+/u)
    .map((word) => word.charAt(0).toUpperCase())
    .filter((initial) => /[A-Z]/.test(initial));
  if (initials.length === 0 || initials.includes(pan.charAt(4))) return null;
  return {
    field: 'panNumber',
    code: 'pan-name-mismatch',
    message: 'The fifth letter of a person’s PAN is the initial of the surname; this one differs.',
  };
}

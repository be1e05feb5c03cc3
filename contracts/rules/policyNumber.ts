import { asciiDigits, cleanText, plainHyphens } from './text.js';

/**
 * As it is shown: without white space at its ends, single spaces inside, nothing invisible; digits
 * of any script and of any width as those of ASCII, all kinds of hyphens and dashes as one.
 */
export const cleanPolicyNumber = (raw: string): string =>
  plainHyphens(asciiDigits(cleanText(raw.replace(/\p{Cf}/gu, '').normalize('NFKC'))));

/**
 * The form in which a policy number is unique: upper case, without any white space. Insurers write
 * `P/1234 567` as they like to, but hyphens and slashes make numbers differ.
 */
export const policyNumberKey = (raw: string): string =>
  cleanPolicyNumber(raw).toUpperCase().replace(/\s/g, '').normalize('NFC');

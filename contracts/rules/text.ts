/** Nothing but blanks, joiners and other marks that nobody sees. */
const NOTHING_SEEN = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * What a person typed, made clean: one Unicode form (NFC), no control characters, white space at
 * the ends gone and folded to one space inside. Line breaks become spaces; halves of characters,
 * which no other program could read, become the replacement character. A text in which nothing can
 * be seen is empty.
 */
export function cleanText(raw: string): string {
  const clean = raw
    .replace(/\p{Cs}/gu, '\ufffd')
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return NOTHING_SEEN.test(clean) ? '' : clean;
}

/** As `cleanText`, of a text with several lines: its breaks stay, with one empty line at most between. */
export const cleanLines = (raw: string): string =>
  raw
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map(cleanText)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * The form in which text is searched and sorted: lower case, Latin letters without their marks
 * (é is e). Marks of Indian scripts are vowels and stay.
 */
export const searchKey = (text: string): string =>
  cleanText(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC');

/** Only the decimal digits of a text. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Absent, null, or a text in which nothing can be seen. */
export const isMissing = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === 'string' && cleanText(input) === '');

/** Decimal digits and nothing else: `0x1` is no number that a person means. NaN when it is none. */
export const wholeNumber = (raw: string | number | null | undefined): number =>
  /^\d+$/.test(String(raw ?? '').trim()) ? Number(raw) : Number.NaN;

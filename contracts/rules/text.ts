/** Nothing but blanks and marks that nobody sees. */
const NOTHING_SEEN = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** What nobody sees, and what turns the direction of the text after it. */
const UNSEEN = String.raw`[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufeff\ufff9-\ufffb]`;
/** Scripts in which a joiner is part of how a word is written: with it, another letter is drawn. */
const JOINING = [
  'Arabic',
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Malayalam',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
/** After a letter of such a script a joiner stays, as pictures stay that are put together by one. */
const UNSEEN_MARKS = new RegExp(
  String.raw`((?<=[${JOINING}])[\u200c\u200d])` +
    String.raw`|((?<=[\p{Extended_Pictographic}\ufe0f\p{Emoji_Modifier}])\u200d(?=\p{Extended_Pictographic}))` +
    String.raw`|((?<=[\p{Extended_Pictographic}\d#*])\ufe0f)` +
    `|${UNSEEN}`,
  'gu',
);

/** Without characters that are not seen: invisible ones, and those that turn the direction. */
const withoutUnseen = (text: string): string =>
  text.replace(
    UNSEEN_MARKS,
    (_mark, joiner?: string, ofPicture?: string, asPicture?: string) =>
      joiner ?? ofPicture ?? asPicture ?? '',
  );

/** Words of printable ASCII with one space between them: most texts, and clean as they are. */
const IS_PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * What a person typed, made clean: one Unicode form (NFC), no control characters, nothing invisible
 * but the joiners that a script needs, white space at the ends gone and folded to one space inside.
 * Line breaks become spaces; halves of characters, which no other program could read, become the
 * replacement character. A text in which nothing can be seen is empty.
 */
export function cleanText(raw: string): string {
  if (IS_PLAIN.test(raw)) return raw;
  const clean = withoutUnseen(raw.replace(/\p{Cs}/gu, '\ufffd').normalize('NFC'))
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
  IS_PLAIN.test(text)
    ? text.toLowerCase()
    : cleanText(text)
        .toLowerCase()
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/gu, '')
        .normalize('NFC');

const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
const IS_DIGIT = /^\p{Nd}$/u;

/** Digits of any script (`९`, `൯`, `９`) as those of ASCII. */
export const asciiDigits = (text: string): string =>
  text.replace(OTHER_DIGIT, (digit) => {
    // Unicode has the ten digits of a script in a row, from zero on.
    const code = digit.codePointAt(0) ?? 0;
    let first = code;
    while (IS_DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
    return String((code - first) % 10);
  });

/** All that is drawn as a hyphen, a dash or a minus, as the hyphen of keyboards. */
export const plainHyphens = (text: string): string => text.replace(/[\p{Pd}\u2043\u2212]/gu, '-');

/** Only the decimal digits of a text, whatever script they are in. */
export const digitsOf = (text: string): string => asciiDigits(text).replace(/\D/g, '');

/** Absent, null, or a text in which nothing can be seen. */
export const isMissing = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === 'string' && cleanText(input) === '');

/** Decimal digits and nothing else: `0x1` is no number that a person means. NaN when it is none. */
export const wholeNumber = (raw: string | number | null | undefined): number => {
  const typed = asciiDigits(String(raw ?? '').trim());
  return /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
};

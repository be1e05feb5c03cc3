/** Pictures, such as emoji and flags: what a letter says is said without them, too. */
const PICTURE = /\ufffc|\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u;

/** Replaced by what every font has. */
const IN_OTHER_SIGNS: Readonly<Record<string, string>> = {
  '\u2010': '-',
  '\u2011': '-',
  '\u202f': '\u00a0',
  '≤': '<=',
  '≥': '>=',
  '→': '->',
};
const OTHER_SIGNS = new RegExp(`[${Object.keys(IN_OTHER_SIGNS).join('')}]`, 'gu');

/** Unicode's placeholder for what is no text. */
const OBJECT = '\ufffc';
const OBJECTS = / ?\ufffc[\ufffc ]*/g;

const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });

/** Letters with their marks, as a reader counts them. */
export const graphemesOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/**
 * Text that can be printed: without what overrides the direction of writing or is not seen
 * (zero-width joiners stay: they shape letters), with control characters and wide spaces as spaces,
 * and without pictures for which there is no font.
 */
export function printableText(text: string, canWrite: (grapheme: string) => boolean): string {
  const clean = text
    .replace(/\p{Cs}/gu, '\ufffd')
    .normalize('NFC')
    .replace(/[\p{Cc}\u1680\u2000-\u200a\u2028\u2029\u205f\u3000]/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}|\ufe0f?\u20e3/gu, '')
    .replace(OTHER_SIGNS, (sign) => IN_OTHER_SIGNS[sign] ?? sign);
  const shown = PICTURE.test(clean) ? withoutPictures(clean, canWrite) : clean;
  return shown.replace(/ {2,}/g, ' ').trim();
}

/** Of the spaces around a picture one stays, where two words would run together without it. */
const withoutPictures = (text: string, canWrite: (grapheme: string) => boolean): string =>
  graphemesOf(text)
    .map((grapheme) => (PICTURE.test(grapheme) && !canWrite(grapheme) ? OBJECT : grapheme))
    .join('')
    .replace(OBJECTS, (gone, at: number, all: string) => {
      const next = all.charAt(at + gone.length);
      return gone.includes(' ') && !/^[,.;:!?)\]]?$/.test(next) ? ' ' : '';
    });

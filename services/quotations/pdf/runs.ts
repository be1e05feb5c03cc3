import type { Face } from './face.js';
import type { Typefaces, Weight } from './typefaces.js';

/** A piece of a line that one font writes. */
export interface Run {
  readonly face: Face;
  /** What is drawn. */
  readonly text: string;
  /** What it says, for programs that read the PDF, where the glyphs alone would not tell. */
  readonly says: string | null;
}

/** Longer clusters are no letter of any language, but marks piled up to spoil the page. */
const LONGEST_CLUSTER = 12;
/** Printable ASCII. */
const PLAIN = /^[\x20-\x7e]*$/;
/** Shown for what no font can write; where the font lacks it, its own empty box stands there. */
const BOX = '\u25a1';

const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });

/** Letters with their marks, as a reader counts them. */
export const graphemesOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/**
 * Text that can be set: without what turns the direction of writing or is not seen (zero-width
 * joiners stay: they shape letters), control characters as spaces.
 */
export const settable = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, '\ufffd')
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '');

/** Joiners and variation selectors have no glyph of their own. */
const isSeen = (codePoint: number): boolean =>
  !(codePoint === 0x200c || codePoint === 0x200d || (codePoint >= 0xfe00 && codePoint <= 0xfe0f));

const codePointsOf = (text: string): number[] =>
  Array.from(text, (character) => character.codePointAt(0) ?? 0).filter(isSeen);

/**
 * A line parted by fonts. Letters of one cluster are never parted; what several scripts share, such
 * as the danda, stays with the letters before it.
 */
export function runsOf(line: string, weight: Weight, typefaces: Typefaces): Run[] {
  // Most lines; parting them letter by letter takes longer than drawing them.
  if (PLAIN.test(line)) return [{ face: typefaces.latin(weight), text: line, says: null }];
  const runs: Run[] = [];
  for (const grapheme of graphemesOf(line)) {
    const last = runs.at(-1);
    const face = faceFor(grapheme, last, weight, typefaces);
    if (!face) {
      runs.push({ face: typefaces.latin(weight), text: BOX, says: grapheme });
    } else if (last?.face === face && last.text !== BOX) {
      runs[runs.length - 1] = joined(last, grapheme);
    } else {
      runs.push({ face, text: grapheme, says: face.isPlain ? null : grapheme });
    }
  }
  return runs;
}

function faceFor(
  grapheme: string,
  last: Run | undefined,
  weight: Weight,
  typefaces: Typefaces,
): Face | null {
  const codePoints = codePointsOf(grapheme);
  if (codePoints.length > LONGEST_CLUSTER) return null;
  const isShared = /^(?![\x20-\x7e])\p{Script=Common}/u.test(grapheme);
  if (isShared && last && codePoints.every(last.face.covers)) return last.face;
  return typefaces.faceFor(codePoints, weight);
}

const joined = ({ face, text, says }: Run, more: string): Run => ({
  face,
  text: text + more,
  says: says === null ? null : says + more,
});

import { type DirectedText, isOdd } from './bidi.js';
import type { Cluster, Font } from './font.js';
import type { Fonts, Weight } from './fonts.js';
import { graphemesOf } from './printableText.js';

/** A part of a line in one font and one direction. */
export interface GlyphRun {
  readonly font: Font;
  /** Of embedding: even from left to right, odd from right to left. */
  readonly level: number;
  /** What it says as a whole, where its pieces are not in reading order (ISO 32000-1, 14.9.4). */
  readonly actualText: string | null;
  /** From left to right. */
  readonly pieces: readonly Piece[];
}

/** What one operator shows. */
export interface Piece {
  readonly text: string;
  /** What it says, for programs that read the PDF, where the glyphs alone do not show it. */
  readonly actualText: string | null;
  /** Where it is shaped already. */
  readonly cluster?: Cluster;
}

interface TextRun {
  readonly font: Font;
  readonly level: number;
  readonly text: string;
  readonly isWritten: boolean;
}

/** Longer clusters are no letter of any language, but marks piled up to spoil the page. */
const LONGEST_CLUSTER = 12;
/** Printable ASCII, and what our own wording has besides: all of it is in one file. */
const PLAIN = /^[\x20-\x7e\u00a0·–’]*$/;
/** Stands for a letter that no font has. */
const UNWRITTEN = '·';

/** Joiners and variation selectors have no glyph of their own. */
const isSeen = (codePoint: number): boolean =>
  !(codePoint === 0x200c || codePoint === 0x200d || (codePoint >= 0xfe00 && codePoint <= 0xfe0f));

const codePointsOf = (text: string): number[] =>
  Array.from(text, (character) => character.codePointAt(0) ?? 0).filter(isSeen);

/** The font that has a letter with its marks; null when none has. */
export function fontFor(grapheme: string, weight: Weight, fonts: Fonts): Font | null {
  const codePoints = codePointsOf(grapheme);
  return codePoints.length > LONGEST_CLUSTER ? null : fonts.fontFor(codePoints, weight);
}

/**
 * A line split by fonts and directions, in reading order. Letters of one cluster are never split;
 * what several scripts share, such as the danda, stays with the letters before it.
 */
export function glyphRunsOf(line: DirectedText, weight: Weight, fonts: Fonts): GlyphRun[] {
  const { text, levels } = line;
  // Most lines; splitting them letter by letter takes longer than drawing them.
  if (PLAIN.test(text) && !levels) {
    return [
      {
        font: fonts.latin(weight),
        level: 0,
        actualText: null,
        pieces: [{ text, actualText: null }],
      },
    ];
  }
  const textRuns: TextRun[] = [];
  let at = 0;
  for (const grapheme of graphemesOf(text)) {
    const level = levels?.[at] ?? 0;
    at += grapheme.length;
    const last = textRuns.at(-1);
    const found = sharedFont(grapheme, last) ?? fontFor(grapheme, weight, fonts);
    const [font, isWritten] = found ? [found, true] : [fonts.latin(weight), false];
    if (last?.isWritten && isWritten && last.font === font && last.level === level) {
      textRuns[textRuns.length - 1] = { ...last, text: last.text + grapheme };
    } else {
      textRuns.push({ font, level, text: grapheme, isWritten });
    }
  }
  return textRuns.map((textRun) => ({
    font: textRun.font,
    level: textRun.level,
    actualText: isOdd(textRun.level) && textRun.text.trim() !== '' ? textRun.text : null,
    pieces: piecesOf(textRun),
  }));
}

/**
 * Text from right to left is written letter by letter from the left, as other programs do: readers
 * of PDFs expect it so, and turn it round themselves.
 */
function piecesOf({ font, level, text, isWritten }: TextRun): Piece[] {
  if (!isWritten) return [{ text: UNWRITTEN, actualText: text }];
  if (!isOdd(level)) return [{ text, actualText: font.isPlain ? null : text }];
  return font.fromRight(text).map((cluster) => ({
    text: cluster.text,
    actualText: cluster.text.trim() === '' ? null : cluster.text,
    cluster,
  }));
}

/** The font of the letters before, where it has what belongs to no script alone. */
function sharedFont(grapheme: string, last: TextRun | undefined): Font | null {
  if (!last?.isWritten || !/^(?![\x20-\x7e])\p{Script=Common}/u.test(grapheme)) return null;
  const codePoints = codePointsOf(grapheme);
  const isCovered = codePoints.length <= LONGEST_CLUSTER && codePoints.every(last.font.covers);
  return isCovered ? last.font : null;
}

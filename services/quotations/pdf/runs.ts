import { type DirectedText, isOdd } from './directions.js';
import type { Face } from './face.js';
import { graphemesOf } from './settable.js';
import type { Cluster } from './shaping.js';
import type { Typefaces, Weight } from './typefaces.js';

/** A part of a line that one font writes in one direction. */
export interface Run {
  readonly face: Face;
  /** Of embedding: even from left to right, odd from right to left. */
  readonly level: number;
  /** What it says as a whole, where its pieces are not in the order in which they are read. */
  readonly says: string | null;
  /** From left to right. */
  readonly pieces: readonly Piece[];
}

/** What is drawn at once. */
export interface Piece {
  readonly text: string;
  /** What it says, for programs that read the PDF, where the glyphs alone would not tell. */
  readonly says: string | null;
  /** As it is shaped already. */
  readonly cluster?: Cluster;
}

interface Stretch {
  readonly face: Face;
  readonly level: number;
  readonly text: string;
  readonly isWritten: boolean;
}

/** Longer clusters are no letter of any language, but marks piled up to spoil the page. */
const LONGEST_CLUSTER = 12;
/** Printable ASCII, and what our own wording has besides: all of it is in one file. */
const PLAIN = /^[\x20-\x7e\u00a0·–’]*$/;
/** Stands for a letter that no font can write. */
export const UNWRITTEN = '·';

/** Joiners and variation selectors have no glyph of their own. */
const isSeen = (codePoint: number): boolean =>
  !(codePoint === 0x200c || codePoint === 0x200d || (codePoint >= 0xfe00 && codePoint <= 0xfe0f));

const codePointsOf = (text: string): number[] =>
  Array.from(text, (character) => character.codePointAt(0) ?? 0).filter(isSeen);

/** The font that writes a letter with its marks; null when none does. */
export function faceFor(grapheme: string, weight: Weight, typefaces: Typefaces): Face | null {
  const codePoints = codePointsOf(grapheme);
  return codePoints.length > LONGEST_CLUSTER ? null : typefaces.faceFor(codePoints, weight);
}

/**
 * A line parted by fonts and directions, in the order in which it is read. Letters of one cluster
 * are never parted; what several scripts share, such as the danda, stays with the letters before it.
 */
export function runsOf(line: DirectedText, weight: Weight, typefaces: Typefaces): Run[] {
  const { text, levels } = line;
  // Most lines; parting them letter by letter takes longer than drawing them.
  if (PLAIN.test(text) && !levels) {
    return [
      { face: typefaces.latin(weight), level: 0, says: null, pieces: [{ text, says: null }] },
    ];
  }
  const stretches: Stretch[] = [];
  let at = 0;
  for (const grapheme of graphemesOf(text)) {
    const level = levels?.[at] ?? 0;
    at += grapheme.length;
    const last = stretches.at(-1);
    const found = sharedFace(grapheme, last) ?? faceFor(grapheme, weight, typefaces);
    const [face, isWritten] = found ? [found, true] : [typefaces.latin(weight), false];
    if (last?.isWritten && isWritten && last.face === face && last.level === level) {
      stretches[stretches.length - 1] = { ...last, text: last.text + grapheme };
    } else {
      stretches.push({ face, level, text: grapheme, isWritten });
    }
  }
  return stretches.map((stretch) => ({
    face: stretch.face,
    level: stretch.level,
    says: isOdd(stretch.level) && stretch.text.trim() !== '' ? stretch.text : null,
    pieces: piecesOf(stretch),
  }));
}

/**
 * Text from right to left is told letter by letter from the left, as others write it: programs that
 * read PDFs expect it so, and turn it round themselves.
 */
function piecesOf({ face, level, text, isWritten }: Stretch): Piece[] {
  if (!isWritten) return [{ text: UNWRITTEN, says: text }];
  if (!isOdd(level)) return [{ text, says: face.isPlain ? null : text }];
  return face.fromRight(text).map((cluster) => ({
    text: cluster.text,
    says: cluster.text.trim() === '' ? null : cluster.text,
    cluster,
  }));
}

/** The font of the letters before, where it can write what belongs to no script alone. */
function sharedFace(grapheme: string, last: Stretch | undefined): Face | null {
  if (!last?.isWritten || !/^(?![\x20-\x7e])\p{Script=Common}/u.test(grapheme)) return null;
  const codePoints = codePointsOf(grapheme);
  const isCovered = codePoints.length <= LONGEST_CLUSTER && codePoints.every(last.face.covers);
  return isCovered ? last.face : null;
}

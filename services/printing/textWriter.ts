import type PDFDocument from 'pdfkit';
import { type DirectedText, directed, inVisualOrder, SPACE } from './bidi.js';
import type { Fonts, Weight } from './fonts.js';
import { fontFor, type GlyphRun, glyphRunsOf, type Piece } from './glyphRuns.js';
import { glyphWriterOf, type PlacedGlyphRun, type TextState } from './glyphWriter.js';
import { type Line, linesOf } from './lineBreaks.js';
import { printableText } from './printableText.js';
import type { Role, Structure } from './structure.js';

/** How a text looks. Sizes in points. */
export interface TextStyle {
  readonly size: number;
  /** From one line to the next. */
  readonly leading: number;
  readonly weight: Weight;
  readonly color: string;
  /** Added after each letter; none by default. */
  readonly tracking?: number;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** `start` is the side at which its first words are read: right for Urdu. Left by default. */
  readonly align?: 'left' | 'right' | 'center' | 'start';
}

/** Writes text of any script on the page of a document. */
export interface TextWriter {
  /** Points from end to end on one line. */
  widthOf(text: string, style: TextStyle): number;
  /** The lines that a text takes in a width; at least one. */
  linesOf(text: string, style: TextStyle, width: number): Line[];
  /** Points from top to bottom. */
  heightOf(text: string, style: TextStyle, width: number): number;
  /** Writes it, wrapped, from the place down; its height. Without a role it is a paragraph. */
  write(text: string, style: TextStyle, place: Place, role?: Role): number;
  /** Writes lines one below the other into the current element of the structure. */
  writeLines(lines: readonly Line[], style: TextStyle, place: Place): void;
}

const isDot = ({ text }: Piece): boolean => text === '';
const isLetter = (piece: Piece): boolean => !isDot(piece);

/** Height of Inter's capitals in ems: lines are centred on them. */
const CAPITALS = 0.727;

export function textWriterOf(
  doc: typeof PDFDocument.prototype,
  fonts: Fonts,
  structure: Structure,
): TextWriter {
  const glyphWriter = glyphWriterOf(doc, structure);

  const textState = ({ font }: GlyphRun, { size, tracking = 0 }: TextStyle): TextState => ({
    font,
    size: size * font.scale,
    tracking,
  });

  const pieceWidth = ({ text, cluster }: Piece, { font, size, tracking }: TextState): number =>
    font.widthOf(text, cluster) * size + tracking * text.length;

  const runWidth = (run: GlyphRun, style: TextStyle): number =>
    run.pieces.reduce((sum, piece) => sum + pieceWidth(piece, textState(run, style)), 0);

  const lineWidth = (line: DirectedText, style: TextStyle): number =>
    glyphRunsOf(line, style.weight, fonts).reduce((sum, run) => sum + runWidth(run, style), 0);

  const prepared = (text: string, { weight }: TextStyle): DirectedText =>
    directed(printableText(text, (grapheme) => fontFor(grapheme, weight, fonts) !== null));

  const wrapped = (text: string, style: TextStyle, width: number): Line[] =>
    linesOf(prepared(text, style), width, (part) => lineWidth(part, style));

  const placed = (
    run: GlyphRun,
    style: TextStyle,
    left: number,
    baseline: number,
  ): PlacedGlyphRun => {
    const letters = textState(run, style);
    let end = left;
    const pieces = run.pieces.map((piece) => {
      const x = end;
      end += pieceWidth(piece, letters);
      return { ...piece, textState: letters, x, baseline };
    });
    // Dots come after the letters to which they belong: between them they would split a word.
    return { ...run, pieces: [...pieces.filter(isLetter), ...pieces.filter(isDot)] };
  };

  /** Each run at its visual place, and all in reading order. */
  const placedLine = (line: Line, style: TextStyle, left: number, baseline: number) => {
    const runs = glyphRunsOf(line, style.weight, fonts);
    const places = new Map<GlyphRun, number>();
    let end = left;
    for (const run of inVisualOrder(runs)) {
      places.set(run, end);
      end += runWidth(run, style);
    }
    const written = runs.map((run) => placed(run, style, places.get(run) ?? left, baseline));
    if (!line.endsWord) return written;
    const spaceAt = line.isRightToLeft ? left - lineWidth(SPACE, style) : end;
    const spaces = glyphRunsOf(SPACE, style.weight, fonts);
    return [...written, ...spaces.map((space) => placed(space, style, spaceAt, baseline))];
  };

  const startOf = (line: Line, style: TextStyle, { x, width, align }: Place): number => {
    const side = align === 'start' ? (line.isRightToLeft ? 'right' : 'left') : (align ?? 'left');
    if (side === 'left') return x;
    const free = width - lineWidth(line, style);
    return x + (side === 'center' ? free / 2 : free);
  };

  const writeLines: TextWriter['writeLines'] = (lines, style, place) => {
    const runs = lines.flatMap((line, index) => {
      const middle = place.y + (index + 0.5) * style.leading;
      const baseline = middle + (style.size * CAPITALS) / 2;
      return placedLine(line, style, startOf(line, style, place), baseline);
    });
    glyphWriter.write(style.color, runs);
  };

  return {
    widthOf: (text, style) => lineWidth(prepared(text, style), style),
    linesOf: wrapped,
    heightOf: (text, style, width) => wrapped(text, style, width).length * style.leading,
    write(text, style, place, role = 'paragraph') {
      const lines = wrapped(text, style, place.width);
      structure.element(role, () => writeLines(lines, style, place));
      return lines.length * style.leading;
    },
    writeLines,
  };
}

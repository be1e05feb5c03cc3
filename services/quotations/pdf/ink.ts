import type PDFDocument from 'pdfkit';
import { type DirectedText, directed, inVisualOrder, SPACE } from './directions.js';
import { type Line, linesOf } from './lines.js';
import { type Lettering, type PlacedRun, penOf } from './pen.js';
import { faceFor, type Piece, type Run, runsOf } from './runs.js';
import { settable } from './settable.js';
import type { Role, Structure } from './structure.js';
import type { Typefaces, Weight } from './typefaces.js';

/** How a text looks. Sizes in points. */
export interface TextStyle {
  readonly size: number;
  /** From one line to the next. */
  readonly leading: number;
  readonly weight: Weight;
  readonly color: string;
  /** Between letters; none unless told. */
  readonly tracking?: number;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** `start` is the side at which its first words are read: right for Urdu. Left unless told. */
  readonly align?: 'left' | 'right' | 'center' | 'start';
}

/** Writes text of any script on the page of a document. */
export interface Ink {
  /** Points from end to end on one line. */
  widthOf(text: string, style: TextStyle): number;
  /** The lines that a text takes in a width; at least one. */
  linesOf(text: string, style: TextStyle, width: number): Line[];
  /** Points from top to bottom. */
  heightOf(text: string, style: TextStyle, width: number): number;
  /** Writes it, wrapped, from the place down; its height. It is a paragraph unless told. */
  write(text: string, style: TextStyle, place: Place, role?: Role): number;
  /** Writes lines one below the other into the part of the paper that is open. */
  writeLines(lines: readonly Line[], style: TextStyle, place: Place): void;
}

const isDot = ({ text }: Piece): boolean => text === '';
const isLetter = (piece: Piece): boolean => !isDot(piece);

/** Height of Inter's capitals in ems: lines are centred on them. */
const CAPITALS = 0.727;

export function inkOf(
  doc: typeof PDFDocument.prototype,
  typefaces: Typefaces,
  structure: Structure,
): Ink {
  const pen = penOf(doc, structure);

  const lettering = ({ face }: Run, { size, tracking = 0 }: TextStyle): Lettering => ({
    face,
    size: size * face.scale,
    tracking,
  });

  const pieceWidth = ({ text, cluster }: Piece, { face, size, tracking }: Lettering): number =>
    face.widthOf(text, cluster) * size + tracking * text.length;

  const runWidth = (run: Run, style: TextStyle): number =>
    run.pieces.reduce((sum, piece) => sum + pieceWidth(piece, lettering(run, style)), 0);

  const lineWidth = (line: DirectedText, style: TextStyle): number =>
    runsOf(line, style.weight, typefaces).reduce((sum, run) => sum + runWidth(run, style), 0);

  const prepared = (text: string, { weight }: TextStyle): DirectedText =>
    directed(settable(text, (grapheme) => faceFor(grapheme, weight, typefaces) !== null));

  const wrapped = (text: string, style: TextStyle, width: number): Line[] =>
    linesOf(prepared(text, style), width, (part) => lineWidth(part, style));

  const placed = (run: Run, style: TextStyle, left: number, baseline: number): PlacedRun => {
    const letters = lettering(run, style);
    let end = left;
    const pieces = run.pieces.map((piece) => {
      const x = end;
      end += pieceWidth(piece, letters);
      return { ...piece, lettering: letters, x, baseline };
    });
    // Dots come after the letters to which they belong: within a word they would part it for readers.
    return { ...run, pieces: [...pieces.filter(isLetter), ...pieces.filter(isDot)] };
  };

  /** Each run where it is seen, and all in the order in which they are read. */
  const placedLine = (line: Line, style: TextStyle, left: number, baseline: number) => {
    const runs = runsOf(line, style.weight, typefaces);
    const places = new Map<Run, number>();
    let end = left;
    for (const run of inVisualOrder(runs)) {
      places.set(run, end);
      end += runWidth(run, style);
    }
    const written = runs.map((run) => placed(run, style, places.get(run) ?? left, baseline));
    if (!line.endsWord) return written;
    const spaceAt = line.isRightToLeft ? left - lineWidth(SPACE, style) : end;
    const spaces = runsOf(SPACE, style.weight, typefaces);
    return [...written, ...spaces.map((space) => placed(space, style, spaceAt, baseline))];
  };

  const startOf = (line: Line, style: TextStyle, { x, width, align }: Place): number => {
    const side = align === 'start' ? (line.isRightToLeft ? 'right' : 'left') : (align ?? 'left');
    if (side === 'left') return x;
    const free = width - lineWidth(line, style);
    return x + (side === 'center' ? free / 2 : free);
  };

  const writeLines: Ink['writeLines'] = (lines, style, place) => {
    const runs = lines.flatMap((line, index) => {
      const middle = place.y + (index + 0.5) * style.leading;
      const baseline = middle + (style.size * CAPITALS) / 2;
      return placedLine(line, style, startOf(line, style, place), baseline);
    });
    pen.write(style.color, runs);
  };

  return {
    widthOf: (text, style) => lineWidth(prepared(text, style), style),
    linesOf: wrapped,
    heightOf: (text, style, width) => wrapped(text, style, width).length * style.leading,
    write(text, style, place, role = 'paragraph') {
      const lines = wrapped(text, style, place.width);
      structure.within(role, () => writeLines(lines, style, place));
      return lines.length * style.leading;
    },
    writeLines,
  };
}

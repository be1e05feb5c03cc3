import type PDFDocument from 'pdfkit';
import type { Font } from './font.js';
import type { GlyphRun, Piece } from './glyphRuns.js';
import type { Structure } from './structure.js';

/** The font, its size, and the space added after each character: points (ISO 32000-1, 9.3). */
export interface TextState {
  readonly font: Font;
  readonly size: number;
  readonly tracking: number;
}

/** A piece and where its baseline begins, in points from the left and the top of the page. */
export interface PlacedPiece extends Piece {
  readonly textState: TextState;
  readonly x: number;
  readonly baseline: number;
}

export interface PlacedGlyphRun extends GlyphRun {
  readonly pieces: readonly PlacedPiece[];
}

/**
 * Writes glyphs into the content stream of a page, all in one text object. Pdfkit's own `text`
 * makes one for each, which is closed before a span around it ends: programs that read PDFs then do
 * not know where on the page the span's text stands.
 */
export interface GlyphWriter {
  /** In one colour, and in reading order. */
  write(color: string, runs: readonly PlacedGlyphRun[]): void;
}

/** What pdfkit's types leave out of an embedded font. Positions are in thousandths of its size. */
interface EmbeddedFont {
  readonly id: string;
  ref(): unknown;
  encode(text: string, features: unknown): [glyphs: string[], positions: Position[]];
}

interface Position {
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
  readonly advanceWidth: number;
}

interface Document {
  readonly _font: EmbeddedFont;
  readonly page: { readonly fonts: Record<string, unknown> };
  addContent(operators: string): void;
}

/** Of an operator of the content stream. */
const operand = (points: number): string => String(Math.round(points * 1000) / 1000);

export function glyphWriterOf(
  doc: typeof PDFDocument.prototype,
  structure: Pick<Structure, 'content' | 'span'>,
): GlyphWriter {
  const inner = doc as unknown as Document;
  const write = (operators: string) => inner.addContent(operators);
  /** The operators by which the open text object was last given its text state. */
  let currentState = '';

  const show = ({ text, cluster, textState, x, baseline }: PlacedPiece): void => {
    const { font, size, tracking } = textState;
    doc.font(font.fontkit as unknown as Uint8Array, font.name, size);
    const embedded = inner._font;
    const [glyphs, positions] = embedded.encode(text, cluster);
    inner.page.fonts[embedded.id] ??= embedded.ref();
    const state = `/${embedded.id} ${operand(size)} Tf ${operand(tracking)} Tc`;
    if (state !== currentState) write(state);
    currentState = state;
    const y = doc.page.height - baseline;
    for (const each of showOperators(glyphs, positions, textState, x, y)) write(each);
  };

  /** Neighbours without an actual text are one marked content. */
  const showAll = (pieces: readonly PlacedPiece[]): void => {
    for (const together of grouped(pieces, ({ actualText }) => actualText === null)) {
      const { actualText: text = null, textState } = together[0] ?? {};
      const language = textState?.font.language ?? null;
      structure.content(text === null ? null : { text, language }, () => together.forEach(show));
    }
  };

  return {
    write(color, runs) {
      doc.fillColor(color);
      doc.save();
      doc.transform(1, 0, 0, -1, 0, doc.page.height);
      write('BT');
      currentState = '';
      for (const together of grouped(runs, ({ actualText }) => actualText === null)) {
        const { actualText: text = null, font } = together[0] ?? {};
        const pieces = together.flatMap((run) => run.pieces);
        if (text === null) showAll(pieces);
        else structure.span({ text, language: font?.language ?? null }, () => showAll(pieces));
      }
      write('ET');
      doc.restore();
    },
  };
}

/** Neighbours that may be together; each other item is by itself. */
function grouped<Item>(items: readonly Item[], mayJoin: (item: Item) => boolean): Item[][] {
  const groups: Item[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    const isNext = last?.[0] !== undefined && mayJoin(last[0]) && mayJoin(item);
    if (isNext) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** The operators that show glyphs, each at the position that shaping gave it. */
function showOperators(
  glyphs: readonly string[],
  positions: readonly Position[],
  { size, tracking }: TextState,
  x: number,
  y: number,
): string[] {
  const scale = size / 1000;
  const moveTo = (toX: number, toY: number) => `1 0 0 1 ${operand(toX)} ${operand(toY)} Tm`;
  const operators = [moveTo(x, y)];
  let at = x;
  let isOff = false;
  /** Glyphs in hexadecimal, and between them what the distance to the next differs from its own. */
  let row = '';
  const showRow = () => {
    if (row !== '') operators.push(`[<${row}>] TJ`.replace(' <>]', ']'));
    row = '';
  };
  for (const [index, { xAdvance, xOffset, yOffset, advanceWidth }] of positions.entries()) {
    const isOwn = xOffset !== 0 || yOffset !== 0;
    if (isOwn || isOff) {
      showRow();
      operators.push(moveTo(at + xOffset * scale, y + yOffset * scale));
    }
    isOff = isOwn;
    row += glyphs[index];
    if (xAdvance !== advanceWidth) row += `> ${operand(advanceWidth - xAdvance)} <`;
    at += xAdvance * scale + tracking;
  }
  showRow();
  return operators;
}

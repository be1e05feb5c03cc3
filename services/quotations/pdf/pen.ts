import type PDFDocument from 'pdfkit';
import type { Face } from './face.js';
import type { Piece, Run } from './runs.js';
import type { Structure } from './structure.js';

/** Which letters, how large, and how far apart: points. */
export interface Lettering {
  readonly face: Face;
  readonly size: number;
  readonly tracking: number;
}

/** A piece of text and where its baseline begins, in points from the left and the top of the page. */
export interface PlacedPiece extends Piece {
  readonly lettering: Lettering;
  readonly x: number;
  readonly baseline: number;
}

export interface PlacedRun extends Run {
  readonly pieces: readonly PlacedPiece[];
}

/**
 * Writes text on the page of a document, all in one text object. Pdfkit's own `text` makes
 * one for each, which is closed before a span around it ends: programs that read PDFs then do not
 * know where on the page that stands which the span says.
 */
export interface Pen {
  /** In one colour, and in the order in which they are read. */
  write(color: string, runs: readonly PlacedRun[]): void;
}

/** What pdfkit's types do not tell of a font of a document. Positions are in thousandths of its size. */
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

const shown = (points: number): string => String(Math.round(points * 1000) / 1000);

export function penOf(
  doc: typeof PDFDocument.prototype,
  structure: Pick<Structure, 'content' | 'asWhole'>,
): Pen {
  const inner = doc as unknown as Document;
  const write = (operators: string) => inner.addContent(operators);
  /** What the open text object has been told already. */
  let told = '';

  const show = ({ text, cluster, lettering, x, baseline }: PlacedPiece): void => {
    const { face, size, tracking } = lettering;
    doc.font(face.font as unknown as Uint8Array, face.name, size);
    const font = inner._font;
    const [glyphs, positions] = font.encode(text, cluster);
    inner.page.fonts[font.id] ??= font.ref();
    const operators = `/${font.id} ${shown(size)} Tf ${shown(tracking)} Tc`;
    if (operators !== told) write(operators);
    told = operators;
    const y = doc.page.height - baseline;
    for (const line of shownGlyphs(glyphs, positions, lettering, x, y)) write(line);
  };

  /** Pieces that say what their glyphs tell are together one content. */
  const showAll = (pieces: readonly PlacedPiece[]): void => {
    for (const together of grouped(pieces, ({ says }) => says === null)) {
      const { says = null, lettering } = together[0] ?? {};
      const language = lettering?.face.language ?? null;
      structure.content(says === null ? null : { says, language }, () => together.forEach(show));
    }
  };

  return {
    write(color, runs) {
      doc.fillColor(color);
      doc.save();
      doc.transform(1, 0, 0, -1, 0, doc.page.height);
      write('BT');
      told = '';
      for (const together of grouped(runs, ({ says }) => says === null)) {
        const { says = null, face } = together[0] ?? {};
        const pieces = together.flatMap((run) => run.pieces);
        if (says === null) showAll(pieces);
        else structure.asWhole({ says, language: face?.language ?? null }, () => showAll(pieces));
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

/** The operators that show glyphs, each where it was shaped to stand. */
function shownGlyphs(
  glyphs: readonly string[],
  positions: readonly Position[],
  { size, tracking }: Lettering,
  x: number,
  y: number,
): string[] {
  const scale = size / 1000;
  const moveTo = (toX: number, toY: number) => `1 0 0 1 ${shown(toX)} ${shown(toY)} Tm`;
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
    if (xAdvance !== advanceWidth) row += `> ${shown(advanceWidth - xAdvance)} <`;
    at += xAdvance * scale + tracking;
  }
  showRow();
  return operators;
}

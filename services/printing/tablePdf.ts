import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Fonts } from './fonts.js';
import { drawLetterhead, registrations } from './parts.js';
import { openPdfBuilder, type PdfBuilder } from './pdfBuilder.js';
import type { PrintedLogo } from './pdfInputs.js';
import { COLORS, TYPE } from './styles.js';
import type { TextStyle } from './textWriter.js';

/** All that a table on the brokerage's paper shows. */
export interface TablePdfInput {
  readonly letterhead: Letterhead;
  readonly logo: PrintedLogo | null;
  readonly title: string;
  /** What it is about, and what it is narrowed down to. */
  readonly lines: readonly string[];
  /** The day on which it is made. */
  readonly day: Day;
  /** Of the first column, which names the rows, and of the others. */
  readonly headings: readonly string[];
  /** As many texts as headings in each; lines in them stand one below the other. */
  readonly rows: readonly (readonly string[])[];
  /** The last row, which stands out. */
  readonly total: readonly string[] | null;
}

/** The part of the width that the names of rows have at least. */
const NAMES = 0.2;
const CELL = 5;
const ROW = 6;

interface Columns {
  readonly xs: readonly number[];
  readonly widths: readonly number[];
}

/** Draws a table over as many pages of A4, landscape, as it needs; each begins with its head. */
export function tablePdf(input: TablePdfInput, fonts: Fonts): Promise<Buffer> {
  const { letterhead, logo, title, lines, day, headings, rows, total } = input;
  const footnote = registrations(letterhead)[0] ?? null;
  const pdf = openPdfBuilder(
    { ...{ layout: 'landscape', title, day, footnote }, issuer: letterhead.name },
    fonts,
  );
  drawLetterhead(pdf, letterhead, logo);
  pdf.flow(title, TYPE.title, 0, 'title');
  for (const line of lines) pdf.flow(line, TYPE.quiet);
  pdf.skip(10);

  const others = headings.length - 1;
  const names = pdf.width * Math.max(NAMES, 1 / (others + 1));
  const width = (pdf.width - names) / Math.max(1, others);
  const columns = {
    xs: headings.map((_, at) => pdf.left + (at === 0 ? 0 : names + (at - 1) * width)),
    widths: headings.map((_, at) => (at === 0 ? names : width)),
  };
  pdf.element('table', () => {
    drawHead(pdf, columns, headings);
    for (const row of rows) {
      const before = pdf.y;
      pdf.need(heightOf(pdf, columns, row, TYPE.body));
      if (pdf.y < before) drawHead(pdf, columns, headings);
      drawRow(pdf, columns, row, TYPE.body);
    }
    if (total) {
      pdf.need(heightOf(pdf, columns, total, TYPE.strong));
      drawRow(pdf, columns, total, TYPE.strong);
    }
  });
  return pdf.finish();
}

function heightOf(
  { text }: PdfBuilder,
  { widths }: Columns,
  cells: readonly string[],
  style: TextStyle,
): number {
  const heights = cells.map((cell, at) => text.heightOf(cell, style, (widths[at] ?? 0) - 2 * CELL));
  return Math.max(...heights) + ROW;
}

function drawHead(pdf: PdfBuilder, columns: Columns, headings: readonly string[]): void {
  const height = heightOf(pdf, columns, headings, TYPE.mark);
  pdf.element('row', () => {
    for (const [at, heading] of headings.entries()) {
      drawCell(pdf, columns, { at, text: heading, style: TYPE.mark, role: 'columnHead' });
    }
  });
  pdf.skip(height);
  pdf.rule(COLORS.lineStrong);
}

function drawRow(
  pdf: PdfBuilder,
  columns: Columns,
  cells: readonly string[],
  style: TextStyle,
): void {
  const height = heightOf(pdf, columns, cells, style);
  pdf.element('row', () => {
    for (const [at, text] of cells.entries()) {
      drawCell(pdf, columns, { at, text, style, role: at === 0 ? 'rowHead' : 'cell' });
    }
  });
  pdf.skip(height);
  pdf.rule(COLORS.line);
}

interface Cell {
  readonly at: number;
  readonly text: string;
  readonly style: TextStyle;
  readonly role: 'columnHead' | 'rowHead' | 'cell';
}

/** Names stand on the left, figures on the right. */
function drawCell(pdf: PdfBuilder, { xs, widths }: Columns, { at, text, style, role }: Cell): void {
  const place = {
    ...{ x: (xs[at] ?? 0) + CELL, y: pdf.y + ROW / 2, width: (widths[at] ?? 0) - 2 * CELL },
    ...(at > 0 && { align: 'right' as const }),
  };
  pdf.text.write(text, style, place, role);
}

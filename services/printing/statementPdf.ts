import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Fonts } from './fonts.js';
import { drawAddressee, drawLetterhead, registrations } from './parts.js';
import { type Attachment, openPdfBuilder, type PdfBuilder } from './pdfBuilder.js';
import type { Addressee, PrintedLogo } from './pdfInputs.js';
import { COLORS, TYPE } from './styles.js';
import type { TextStyle } from './textWriter.js';

export type LabelledValue = readonly [label: string, value: string];

/** What stands below each other in a statement. */
export type StatementPart =
  /** Begins a section. */
  | { readonly kind: 'heading'; readonly text: string; readonly note?: string | undefined }
  | { readonly kind: 'text'; readonly text: string; readonly isQuiet?: boolean }
  /** Values beside their labels, two in a row where they are short. */
  | {
      readonly kind: 'facts';
      readonly title: string | null;
      /** A word beside the title, such as "Deleted". */
      readonly mark?: string | null;
      readonly facts: readonly LabelledValue[];
    }
  | {
      readonly kind: 'table';
      readonly headings: readonly string[];
      /** The parts of the width that its columns have. */
      readonly shares: readonly number[];
      /** As many texts as headings in each. */
      readonly rows: readonly (readonly string[])[];
    };

/** All that a statement on the brokerage's paper says. */
export interface StatementPdfInput {
  readonly letterhead: Letterhead;
  readonly logo: PrintedLogo | null;
  /** Nothing personal: programs show and index it. */
  readonly title: string;
  /** Below the title. */
  readonly lines: readonly string[];
  readonly addressee: Addressee | null;
  /** The day on which it is made. */
  readonly day: Day;
  readonly parts: readonly StatementPart[];
  /** A file that it carries. */
  readonly attachment: Attachment | null;
}

const CELL = 8;
const ROW = 4;
/** Of a row of facts: points for a label, and between two facts. */
const LABEL = 100;
const GAP = 12;

/** Draws a statement over as many pages of A4 as it needs. */
export function statementPdf(input: StatementPdfInput, fonts: Fonts): Promise<Buffer> {
  const { letterhead, logo, title, lines, addressee, day, parts, attachment } = input;
  const pdf = openPdfBuilder(
    {
      ...{ layout: 'portrait', title, day, attachment },
      ...{ issuer: letterhead.name, footnote: registrations(letterhead)[0] ?? null },
    },
    fonts,
  );
  drawLetterhead(pdf, letterhead, logo);
  pdf.flow(title, TYPE.title, 0, 'title');
  for (const line of lines) pdf.flow(line, TYPE.quiet);
  pdf.skip(8);
  if (addressee) {
    const { left: x, width, y } = pdf;
    pdf.skip(drawAddressee(pdf, addressee, { x, y, width }) + 8);
  }
  for (const part of parts) drawPart(pdf, part);
  return pdf.finish();
}

function drawPart(pdf: PdfBuilder, part: StatementPart): void {
  switch (part.kind) {
    case 'heading':
      drawSection(pdf, part.text, part.note);
      break;
    case 'text':
      pdf.flow(part.text, part.isQuiet ? TYPE.quiet : TYPE.body);
      pdf.skip(6);
      break;
    case 'facts':
      drawFacts(pdf, part);
      break;
    case 'table':
      drawTable(pdf, part);
      break;
  }
}

function drawSection(pdf: PdfBuilder, words: string, note: string | undefined): void {
  pdf.skip(10);
  pdf.need(90);
  pdf.flow(words, { ...TYPE.total, color: COLORS.brand }, 0, 'heading');
  pdf.skip(2);
  pdf.rule(COLORS.brand, 0.8);
  pdf.skip(6);
  if (note === undefined) return;
  pdf.flow(note, TYPE.quiet);
  pdf.skip(6);
}

interface PlacedFact {
  readonly fact: LabelledValue;
  readonly isWide: boolean;
}

function drawFacts(
  pdf: PdfBuilder,
  { title, mark, facts }: Extract<StatementPart, { kind: 'facts' }>,
): void {
  if (title !== null) drawItemTitle(pdf, title, mark ?? null);
  const half = (pdf.width - 2 * CELL - GAP) / 2;
  const isShort = ([label, value]: LabelledValue) =>
    !value.includes('\n') &&
    pdf.text.widthOf(value, TYPE.body) <= half - LABEL &&
    fitsLabel(pdf.text, label);
  const rows: PlacedFact[][] = [];
  for (const fact of facts) {
    const isWide = !isShort(fact);
    const last = rows.at(-1);
    if (!isWide && last?.length === 1 && !last[0]?.isWide) last.push({ fact, isWide });
    else rows.push([{ fact, isWide }]);
  }
  if (rows.length > 0) {
    pdf.element('table', () => {
      for (const row of rows) drawFactRow(pdf, row, half);
    });
  }
  pdf.skip(8);
}

function drawItemTitle(pdf: PdfBuilder, title: string, mark: string | null): void {
  const { text, left, width } = pdf;
  const style = { ...TYPE.mark, leading: 16, color: COLORS.wait };
  const taken = mark === null ? 0 : text.widthOf(mark, style) + 16;
  const room = width - 2 * CELL - taken - 8;
  const height = text.heightOf(title, TYPE.strong, room);
  pdf.need(height + 3 * (TYPE.body.leading + ROW));
  const { y } = pdf;
  pdf.box(COLORS.brandWash, { x: left, y, width, height: height + 6 });
  text.write(title, TYPE.strong, { x: left + CELL, y: y + 3, width: room }, 'subheading');
  if (mark !== null) {
    const x = left + width - taken - CELL;
    pdf.box(COLORS.waitWash, { x, y: y + 2.5, width: taken, height: 16 });
    text.write(mark, style, { x, y: y + 2.5, width: taken, align: 'center' });
  }
  pdf.skip(height + 10);
}

function drawFactRow(pdf: PdfBuilder, row: readonly PlacedFact[], half: number): void {
  const { text, left, width } = pdf;
  const all = width - 2 * CELL;
  const heights = row.map((placed) => {
    const { fact, isWide } = placed;
    const [label, value] = fact;
    const labelWidth = labelWidthOf(pdf, placed);
    const room = (isWide ? all : half) - labelWidth;
    return Math.max(
      text.heightOf(label, TYPE.quiet, labelWidth - 4),
      linesHeight(pdf, value, TYPE.body, room),
    );
  });
  const height = Math.max(...heights) + ROW;
  pdf.need(height);
  const y = pdf.y + ROW / 2;
  pdf.element('row', () => {
    for (const [nth, placed] of row.entries()) {
      const { fact, isWide } = placed;
      const [label, value] = fact;
      const x = left + CELL + nth * (half + GAP);
      const labelWidth = labelWidthOf(pdf, placed);
      text.write(label, TYPE.quiet, { x, y, width: labelWidth - 4 }, 'rowHead');
      const room = (isWide ? all : half) - labelWidth;
      writeLines(pdf, value, TYPE.body, { x: x + labelWidth, y, width: room });
    }
  });
  pdf.skip(height);
  pdf.rule(COLORS.line);
}

/** What stands alone in its row has room for a label that is long. */
const labelWidthOf = ({ text }: PdfBuilder, { fact: [label], isWide }: PlacedFact): number =>
  isWide && !fitsLabel(text, label) ? LABEL + 45 : LABEL;

const fitsLabel = (text: PdfBuilder['text'], label: string): boolean =>
  text.widthOf(label, TYPE.quiet) <= LABEL - 4;

/** Line breaks within a value stay. */
const linesHeight = ({ text }: PdfBuilder, value: string, style: TextStyle, width: number) =>
  value.split('\n').reduce((sum, line) => sum + text.heightOf(line, style, width), 0);

function writeLines(
  pdf: PdfBuilder,
  value: string,
  style: TextStyle,
  place: { x: number; y: number; width: number },
): void {
  let { y } = place;
  pdf.element('cell', () => {
    for (const line of value.split('\n')) y += pdf.text.write(line, style, { ...place, y });
  });
}

function drawTable(
  pdf: PdfBuilder,
  { headings, shares, rows }: Extract<StatementPart, { kind: 'table' }>,
): void {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const widths = shares.map((share) => (pdf.width * share) / total);
  const xs = widths.map((_, at) =>
    widths.slice(0, at).reduce((sum, width) => sum + width, pdf.left),
  );
  const inner = (at: number) => (widths[at] ?? 0) - CELL;
  const heightOf = (cells: readonly string[], style: TextStyle) =>
    Math.max(...cells.map((cell, at) => linesHeight(pdf, cell, style, inner(at)))) + ROW;
  const drawHead = (): void => {
    const y = pdf.y + ROW / 2;
    pdf.element('row', () => {
      for (const [at, heading] of headings.entries()) {
        const place = { x: xs[at] ?? 0, y, width: inner(at) };
        pdf.text.write(heading, TYPE.mark, place, 'columnHead');
      }
    });
    pdf.skip(heightOf(headings, TYPE.mark));
    pdf.rule(COLORS.lineStrong);
  };
  const drawRow = (cells: readonly string[]): void => {
    const height = heightOf(cells, TYPE.body);
    const before = pdf.y;
    pdf.need(height);
    if (pdf.y < before) drawHead();
    const y = pdf.y + ROW / 2;
    pdf.element('row', () => {
      for (const [at, cell] of cells.entries()) {
        writeLines(pdf, cell, TYPE.body, { x: xs[at] ?? 0, y, width: inner(at) });
      }
    });
    pdf.skip(height);
    pdf.rule(COLORS.line);
  };
  pdf.need(60);
  pdf.element('table', () => {
    drawHead();
    for (const row of rows) drawRow(row);
  });
  pdf.skip(10);
}

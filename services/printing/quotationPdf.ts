import { amountInWords } from '@insuremanager/contracts/rules/amountInWords';
import { formatMoney } from '@insuremanager/contracts/rules/money';
import type { Fonts } from './fonts.js';
import {
  drawAddressee,
  drawHeading,
  drawLetterhead,
  drawSignature,
  drawStatusMark,
  registrations,
} from './parts.js';
import { openPdfBuilder, type PdfBuilder } from './pdfBuilder.js';
import type { PrintedQuotation, QuotationPdfInput } from './pdfInputs.js';
import { COLORS, TYPE } from './styles.js';
import type { TextStyle } from './textWriter.js';
import { amountsOf, coverOf, formatDate, termsOf } from './wording.js';

/** Points for labels in front of values. */
const LABELS = 150;
const BETWEEN_PARTS = 10;
/** Between the edge of a table and its texts. */
const CELL = 8;
/** What a row adds to its text. */
const ROW = 4;

/** Draws a quotation on A4: one page, and more only for long notes and addresses. */
export function quotationPdf(input: QuotationPdfInput, fonts: Fonts): Promise<Buffer> {
  const { letterhead, logo, quotation } = input;
  const pdf = openPdfBuilder(
    {
      layout: 'portrait',
      title: quotation.quotationNumber,
      day: input.day,
      issuer: letterhead.name,
      footnote: registrations(letterhead)[0] ?? null,
    },
    fonts,
  );
  drawLetterhead(pdf, letterhead, logo);
  drawTitle(pdf, quotation);
  drawParties(pdf, input);
  drawCover(pdf, quotation);
  drawAmounts(pdf, quotation);
  drawNotes(pdf, quotation.notes);
  drawTerms(pdf, quotation.validUntil);
  drawSignature(pdf, letterhead.name);
  return pdf.finish();
}

function drawTitle(pdf: PdfBuilder, quotation: PrintedQuotation): void {
  const { text, left, width, y } = pdf;
  text.write('Quotation', TYPE.title, { x: left, y, width }, 'title');
  const x = left + text.widthOf('Quotation', TYPE.title) + 12;
  drawStatusMark(pdf, quotation, { x, y: y + (TYPE.title.leading - 17) / 2 + 1 });
  pdf.skip(TYPE.title.leading + 6);
}

/** Number and days on the right, which are read first; for whom on the left. */
function drawParties(pdf: PdfBuilder, { addressee, quotation, day }: QuotationPdfInput): void {
  const { text, left, width } = pdf;
  const right = 190;
  const top = pdf.y;
  const head = TYPE.heading.leading + 3;
  const facts = [
    ['Number', quotation.quotationNumber],
    ['Date', formatDate(day)],
    ['Valid until', formatDate(quotation.validUntil)],
  ] as const;
  const x = left + width - right;
  let y = top + head;
  pdf.element('table', () => {
    for (const [label, value] of facts) {
      pdf.element('row', () => {
        text.write(label, TYPE.quiet, { x, y, width: right }, 'rowHead');
        const place = { x: x + 70, y, width: right - 70, align: 'right' } as const;
        y += text.write(value, TYPE.strong, place, 'cell') + 2;
      });
    }
  });
  const place = { x: left, y: top, width: width - right - 32 };
  text.write('PREPARED FOR', TYPE.heading, place, 'heading');
  const tall = drawAddressee(pdf, addressee, { ...place, y: top + head });
  pdf.moveTo(Math.max(top + head + tall, y) + BETWEEN_PARTS);
}

function drawCover(pdf: PdfBuilder, quotation: PrintedQuotation): void {
  drawHeading(pdf, 'What is covered');
  pdf.rule(COLORS.lineStrong);
  pdf.element('table', () => {
    for (const [label, value] of coverOf(quotation)) {
      if (value !== null) drawParticular(pdf, label, value);
    }
  });
  pdf.skip(BETWEEN_PARTS);
}

function drawParticular(pdf: PdfBuilder, label: string, value: string): void {
  const { text, left, width } = pdf;
  const x = left + CELL;
  const room = width - LABELS - 2 * CELL;
  const height = text.heightOf(value, TYPE.body, room) + ROW;
  pdf.need(height);
  const y = pdf.y + ROW / 2;
  pdf.element('row', () => {
    text.write(label, TYPE.quiet, { x, y, width: LABELS }, 'rowHead');
    text.write(value, TYPE.body, { x: x + LABELS, y, width: room }, 'cell');
  });
  pdf.skip(height);
  pdf.rule(COLORS.line);
}

function drawAmounts(pdf: PdfBuilder, quotation: PrintedQuotation): void {
  const { text, left, width } = pdf;
  const { beforeTax, gst, gstLabel, premium, serviceCharges, total } = amountsOf(quotation);
  // The table stays in one piece: an amount without its total cannot be checked.
  drawHeading(pdf, 'What it costs', 190);
  pdf.rule(COLORS.lineStrong);
  const row = (label: string, paise: number, style: TextStyle): void => {
    const place = { x: left + CELL, y: pdf.y + ROW / 2, width: width - 2 * CELL };
    pdf.element('row', () => {
      text.write(label, style, place, 'rowHead');
      text.write(formatMoney(paise), style, { ...place, align: 'right' }, 'cell');
    });
    pdf.skip(TYPE.body.leading + ROW);
    pdf.rule(COLORS.line);
  };
  pdf.element('table', () => {
    row('Premium before tax', beforeTax, TYPE.quiet);
    row(gstLabel, gst, TYPE.quiet);
    row('Premium', premium, TYPE.body);
    row('Service charges', serviceCharges, TYPE.body);
    drawTotal(pdf, total);
  });
}

/** Figures and words in one box. */
function drawTotal(pdf: PdfBuilder, total: number): void {
  const { text, left, width } = pdf;
  const words = amountInWords(total);
  const inner = width - 2 * CELL;
  const height = text.heightOf(words, TYPE.quiet, inner) + TYPE.total.leading + 2 * 8;
  pdf.skip(6);
  pdf.box(COLORS.brandWash, { x: left, y: pdf.y, width, height });
  const place = { x: left + CELL, y: pdf.y + 8, width: inner };
  pdf.element('row', () => {
    text.write('Total', { ...TYPE.total, color: COLORS.brand }, place, 'rowHead');
    pdf.element('cell', () => {
      text.write(formatMoney(total), TYPE.total, { ...place, align: 'right' });
      text.write(words, TYPE.quiet, { ...place, y: place.y + TYPE.total.leading });
    });
  });
  pdf.skip(height + BETWEEN_PARTS);
}

function drawNotes(pdf: PdfBuilder, notes: string | null): void {
  if (notes === null) return;
  drawHeading(pdf, 'Notes');
  pdf.flow(notes, TYPE.body);
  pdf.skip(BETWEEN_PARTS);
}

function drawTerms(pdf: PdfBuilder, validUntil: string): void {
  const indent = 14;
  const terms = termsOf(validUntil);
  const { text, left, width } = pdf;
  const height = terms.reduce(
    (sum, term) => sum + text.heightOf(term, TYPE.small, width - indent),
    0,
  );
  // Together, if a page can hold them: they are what the customer agrees to.
  drawHeading(pdf, 'Please note', height + 2 * terms.length);
  pdf.element('list', () => {
    for (const [index, term] of terms.entries()) {
      pdf.need(TYPE.small.leading);
      pdf.element('item', () => {
        const place = { x: left, y: pdf.y, width: indent };
        text.write(`${index + 1}.`, TYPE.small, place, 'itemNumber');
        pdf.flow(term, TYPE.small, indent, 'itemText');
      });
      pdf.skip(2);
    }
  });
}

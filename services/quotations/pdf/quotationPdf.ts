import { amountInWords } from '@insuremanager/contracts/rules/amountInWords';
import { shownMoney } from '@insuremanager/contracts/rules/money';
import type { TextStyle } from './ink.js';
import { drawLetterhead, registrations } from './letterheadPart.js';
import { COLORS, TYPE } from './look.js';
import { openPaper, type Paper } from './paper.js';
import { drawAddressee, drawHeading, drawStanding } from './parts.js';
import type { PrintedQuotation, QuotationSheet } from './sheets.js';
import type { Typefaces } from './typefaces.js';
import { amountsOf, coverOf, shownDate, termsOf } from './wording.js';

/** Points for labels in front of values. */
const LABELS = 150;
const BETWEEN_PARTS = 17;
/** Between the edge of a table and its texts. */
const CELL = 8;
/** What a row adds to its text. */
const ROW = 7;

/** Draws a quotation on A4: one page, and more only for long notes and addresses. */
export function quotationPdf(sheet: QuotationSheet, typefaces: Typefaces): Promise<Buffer> {
  const { letterhead, quotation } = sheet;
  const paper = openPaper(
    {
      layout: 'portrait',
      title: quotation.quotationNumber,
      day: sheet.day,
      issuer: letterhead.name,
      footnote: registrations(letterhead)[0] ?? null,
    },
    typefaces,
  );
  drawLetterhead(paper, letterhead);
  drawTitle(paper, quotation);
  drawParties(paper, sheet);
  drawCover(paper, quotation);
  drawAmounts(paper, quotation);
  drawNotes(paper, quotation.notes);
  drawTerms(paper, quotation.validUntil);
  return paper.finish();
}

function drawTitle(paper: Paper, quotation: PrintedQuotation): void {
  const { ink, left, width, y } = paper;
  ink.write('Quotation', TYPE.title, { x: left, y, width }, 'title');
  const x = left + ink.widthOf('Quotation', TYPE.title) + 12;
  drawStanding(paper, quotation, { x, y: y + (TYPE.title.leading - 17) / 2 + 1 });
  paper.skip(TYPE.title.leading + 10);
}

/** Number and days on the right, which are read first; for whom on the left. */
function drawParties(paper: Paper, { addressee, quotation, day }: QuotationSheet): void {
  const { ink, left, width } = paper;
  const right = 190;
  const top = paper.y;
  const head = TYPE.heading.leading + 3;
  const facts = [
    ['Number', quotation.quotationNumber],
    ['Date', shownDate(day)],
    ['Valid until', shownDate(quotation.validUntil)],
  ] as const;
  const x = left + width - right;
  let y = top + head;
  paper.within('table', () => {
    for (const [label, value] of facts) {
      paper.within('row', () => {
        ink.write(label, TYPE.quiet, { x, y, width: right }, 'rowHead');
        const place = { x: x + 70, y, width: right - 70, align: 'right' } as const;
        y += ink.write(value, TYPE.strong, place, 'cell') + 2;
      });
    }
  });
  const place = { x: left, y: top, width: width - right - 32 };
  ink.write('PREPARED FOR', TYPE.heading, place, 'heading');
  const tall = drawAddressee(paper, addressee, { ...place, y: top + head });
  paper.moveTo(Math.max(top + head + tall, y) + BETWEEN_PARTS);
}

function drawCover(paper: Paper, quotation: PrintedQuotation): void {
  drawHeading(paper, 'What is covered');
  paper.rule(COLORS.lineStrong);
  paper.within('table', () => {
    for (const [label, value] of coverOf(quotation)) {
      if (value !== null) drawParticular(paper, label, value);
    }
  });
  paper.skip(BETWEEN_PARTS);
}

function drawParticular(paper: Paper, label: string, value: string): void {
  const { ink, left, width } = paper;
  const x = left + CELL;
  const room = width - LABELS - 2 * CELL;
  const height = ink.heightOf(value, TYPE.body, room) + ROW;
  paper.need(height);
  const y = paper.y + ROW / 2;
  paper.within('row', () => {
    ink.write(label, TYPE.quiet, { x, y, width: LABELS }, 'rowHead');
    ink.write(value, TYPE.body, { x: x + LABELS, y, width: room }, 'cell');
  });
  paper.skip(height);
  paper.rule(COLORS.line);
}

function drawAmounts(paper: Paper, quotation: PrintedQuotation): void {
  const { ink, left, width } = paper;
  const { beforeTax, gst, gstLabel, premium, serviceCharges, total } = amountsOf(quotation);
  // The table stays in one piece: an amount that is parted from its total cannot be checked.
  drawHeading(paper, 'What it costs', 190);
  paper.rule(COLORS.lineStrong);
  const row = (label: string, paise: number, style: TextStyle): void => {
    const place = { x: left + CELL, y: paper.y + ROW / 2, width: width - 2 * CELL };
    paper.within('row', () => {
      ink.write(label, style, place, 'rowHead');
      ink.write(shownMoney(paise), style, { ...place, align: 'right' }, 'cell');
    });
    paper.skip(TYPE.body.leading + ROW);
    paper.rule(COLORS.line);
  };
  paper.within('table', () => {
    row('Premium before tax', beforeTax, TYPE.quiet);
    row(gstLabel, gst, TYPE.quiet);
    row('Premium', premium, TYPE.body);
    row('Service charges', serviceCharges, TYPE.body);
    drawTotal(paper, total);
  });
}

/** Figures and words in one box. */
function drawTotal(paper: Paper, total: number): void {
  const { ink, left, width } = paper;
  const words = amountInWords(total);
  const inner = width - 2 * CELL;
  const height = ink.heightOf(words, TYPE.quiet, inner) + TYPE.total.leading + 2 * 8;
  paper.skip(6);
  paper.box(COLORS.brandWash, { x: left, y: paper.y, width, height });
  const place = { x: left + CELL, y: paper.y + 8, width: inner };
  paper.within('row', () => {
    ink.write('Total', { ...TYPE.total, color: COLORS.brand }, place, 'rowHead');
    paper.within('cell', () => {
      ink.write(shownMoney(total), TYPE.total, { ...place, align: 'right' });
      ink.write(words, TYPE.quiet, { ...place, y: place.y + TYPE.total.leading });
    });
  });
  paper.skip(height + BETWEEN_PARTS);
}

function drawNotes(paper: Paper, notes: string | null): void {
  if (notes === null) return;
  drawHeading(paper, 'Notes');
  paper.flow(notes, TYPE.body);
  paper.skip(BETWEEN_PARTS);
}

function drawTerms(paper: Paper, validUntil: string): void {
  const indent = 14;
  const terms = termsOf(validUntil);
  const { ink, left, width } = paper;
  const height = terms.reduce(
    (sum, term) => sum + ink.heightOf(term, TYPE.small, width - indent),
    0,
  );
  // Together, if a page can hold them: they are what the customer agrees to.
  drawHeading(paper, 'Please note', height + 2 * terms.length);
  paper.within('list', () => {
    for (const [index, term] of terms.entries()) {
      paper.need(TYPE.small.leading);
      paper.within('item', () => {
        const place = { x: left, y: paper.y, width: indent };
        ink.write(`${index + 1}.`, TYPE.small, place, 'itemNumber');
        paper.flow(term, TYPE.small, indent, 'itemText');
      });
      paper.skip(2);
    }
  });
}

import { shownMoney } from '@insuremanager/contracts/rules/money';
import { comparisonMarks, type Mark } from './comparisonMarks.js';
import { drawLetterhead, registrations } from './letterheadPart.js';
import { COLORS, TYPE } from './look.js';
import { openPaper, type Paper } from './paper.js';
import { drawAddressee } from './parts.js';
import type { ComparisonSheet, PrintedQuotation } from './sheets.js';
import type { Typefaces } from './typefaces.js';
import {
  amountsOf,
  COVER_BEGINS,
  COVER_LABELS,
  PREMIUM_MAY_CHANGE,
  paiseOf,
  particularsOf,
  SOLICITATION,
  shownCover,
  shownDate,
  standingOf,
} from './wording.js';

const LABELS = 126;
const CELL = 8;
const ROW = 7;
const UNKNOWN = '–';

interface Column {
  readonly quotation: PrintedQuotation;
  readonly x: number;
  readonly width: number;
}

interface Row {
  readonly label: string;
  readonly value: (quotation: PrintedQuotation) => string;
  /** What stands out, in a word below the value. */
  readonly mark?: Mark;
  readonly isTotal?: boolean;
}

/** Draws 2 to 4 quotations side by side on A4, landscape. */
export function comparisonPdf(sheet: ComparisonSheet, typefaces: Typefaces): Promise<Buffer> {
  const { letterhead, quotations } = sheet;
  const paper = openPaper(
    {
      layout: 'landscape',
      title: 'Comparison of quotations',
      day: sheet.day,
      issuer: letterhead.name,
      footnote: registrations(letterhead)[0] ?? null,
    },
    typefaces,
  );
  drawLetterhead(paper, letterhead);
  drawHead(paper, sheet);
  const width = (paper.width - LABELS) / quotations.length;
  const columns = quotations.map((quotation, index) => ({
    quotation,
    x: paper.left + LABELS + index * width,
    width,
  }));
  paper.within('table', () => {
    drawNumbers(paper, columns);
    for (const row of rowsOf(quotations)) drawRow(paper, columns, row);
  });
  drawTerms(paper);
  return paper.finish();
}

function drawHead(paper: Paper, { addressee, day }: ComparisonSheet): void {
  const { ink, left, width, y } = paper;
  const right = 330;
  ink.write('Comparison of quotations', TYPE.title, { x: left, y, width }, 'title');
  const shown = `Date  ${shownDate(day)}`;
  ink.write(shown, TYPE.quiet, { x: left, y: y + TYPE.title.leading + 2, width });
  const x = left + width - right;
  ink.write('PREPARED FOR', TYPE.heading, { x, y, width: right }, 'heading');
  const top = y + TYPE.heading.leading + 2;
  // The address is on the quotations themselves.
  const tall = drawAddressee(paper, { ...addressee, address: [] }, { x, y: top, width: right });
  paper.moveTo(Math.max(top + tall, y + TYPE.title.leading + TYPE.quiet.leading + 2) + 14);
}

/** The head of the columns: which quotation each one is. */
function drawNumbers(paper: Paper, columns: readonly Column[]): void {
  const { ink } = paper;
  paper.within('row', () => {
    // Over the labels nothing is written.
    paper.within('cell', () => {});
    for (const { quotation, x, width } of columns) {
      const place = { x: x + CELL, y: paper.y, width: width - 2 * CELL };
      ink.write(quotation.quotationNumber, TYPE.strong, place, 'columnHead');
    }
  });
  paper.skip(TYPE.strong.leading + ROW / 2);
  paper.rule(COLORS.lineStrong);
}

function drawRow(paper: Paper, columns: readonly Column[], row: Row): void {
  const { ink, left, width } = paper;
  const style = row.isTotal ? { ...TYPE.lead, leading: 18 } : TYPE.body;
  const cells = columns.map(({ quotation, x, width: room }) => {
    const value = row.value(quotation);
    const mark = row.mark?.(quotation) ?? null;
    const place = { x: x + CELL, width: room - 2 * CELL };
    const valueHeight = ink.heightOf(value, style, place.width);
    return { value, mark, place, valueHeight };
  });
  const labelStyle = row.isTotal ? { ...style, color: COLORS.brand } : TYPE.quiet;
  const height = Math.max(
    ink.heightOf(row.label, labelStyle, LABELS - CELL),
    ...cells.map(({ valueHeight, mark }) => valueHeight + (mark === null ? 0 : TYPE.mark.leading)),
  );
  paper.need(height + ROW);
  const top = paper.y;
  if (row.isTotal) paper.box(COLORS.brandWash, { x: left, y: top, width, height: height + ROW });
  const y = top + ROW / 2;
  paper.within('row', () => {
    ink.write(row.label, labelStyle, { x: left + CELL, y, width: LABELS - CELL }, 'rowHead');
    for (const { value, mark, place, valueHeight } of cells) {
      paper.within('cell', () => {
        ink.write(value, style, { ...place, y });
        if (mark !== null) ink.write(mark, TYPE.mark, { ...place, y: y + valueHeight });
      });
    }
  });
  paper.skip(height + ROW);
  if (!row.isTotal) paper.rule(COLORS.line);
}

function rowsOf(quotations: readonly PrintedQuotation[]): Row[] {
  const marks = comparisonMarks(quotations);
  const amount = (label: string, figure: keyof ReturnType<typeof amountsOf>): Row => ({
    label,
    value: (quotation) => shownMoney(Number(amountsOf(quotation)[figure])),
  });
  return [
    { label: 'Insurance company', value: ({ insuranceCompany }) => insuranceCompany ?? UNKNOWN },
    { label: 'Insurance', value: insuranceOf },
    { label: coverLabel(quotations), value: shownSum, mark: marks.cover },
    { ...amount('Premium', 'premium'), mark: marks.premium },
    { label: 'GST in the premium', value: gstOf },
    amount('Service charges', 'serviceCharges'),
    { ...amount('Total', 'total'), mark: marks.total, isTotal: true },
    { label: 'Valid until', value: ({ validUntil }) => shownDate(validUntil) },
    { label: 'Status', value: (quotation) => standingOf(quotation)?.word ?? 'Pending' },
  ];
}

const shownSum = (quotation: PrintedQuotation): string => {
  const cover = paiseOf(quotation.sumAssured);
  return cover > 0 ? shownCover(cover) : UNKNOWN;
};

const gstOf = (quotation: PrintedQuotation): string =>
  `${shownMoney(amountsOf(quotation).gst)} (${quotation.gstRate}\u00a0%)`;

/** `Vehicle insurance, Car, KL 07 AB 1234`. */
const insuranceOf = (quotation: PrintedQuotation): string =>
  particularsOf(quotation)
    .flatMap(([, value]) => value ?? [])
    .join(', ');

function coverLabel(quotations: readonly PrintedQuotation[]): string {
  const labels = new Set(quotations.map(({ insuranceType }) => COVER_LABELS[insuranceType]));
  return labels.size === 1 ? [...labels].join() : 'Sum assured or IDV';
}

function drawTerms(paper: Paper): void {
  paper.skip(10);
  const { ink, width } = paper;
  const terms = [
    `These are quotations, not policies: ${COVER_BEGINS}`,
    PREMIUM_MAY_CHANGE,
    SOLICITATION,
  ];
  paper.need(terms.reduce((sum, term) => sum + ink.heightOf(term, TYPE.small, width), 0));
  for (const term of terms) paper.flow(term, TYPE.small);
}

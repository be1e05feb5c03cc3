import {
  isOpenOffer,
  isPriced,
  lowestOffers,
} from '@insuremanager/contracts/quotations/lowestOffers';
import { formatMoney } from '@insuremanager/contracts/rules/money';
import type { Fonts } from './fonts.js';
import { drawAddressee, drawLetterhead, registrations } from './parts.js';
import { openPdfBuilder, type PdfBuilder } from './pdfBuilder.js';
import type { ComparedQuotation, ComparisonPdfInput } from './pdfInputs.js';
import { COLORS, TYPE } from './styles.js';
import {
  amountsOf,
  COVER_BEGINS,
  COVER_LABELS,
  formatCover,
  formatDate,
  PREMIUM_MAY_CHANGE,
  paiseOf,
  particularsOf,
  SOLICITATION,
  statusMarkOf,
} from './wording.js';

const LABELS = 126;
const CELL = 8;
const ROW = 7;
const UNKNOWN = '–';
const NOT_QUOTED = 'Not quoted';

interface Column {
  readonly quotation: ComparedQuotation;
  readonly x: number;
  readonly width: number;
}

/** The word that a quotation earns in a row; null when it does not stand out. */
type Mark = (quotation: ComparedQuotation) => string | null;

interface Row {
  readonly label: string;
  readonly value: (quotation: ComparedQuotation) => string;
  /** What stands out, in a word below the value. */
  readonly mark?: Mark;
  readonly isTotal?: boolean;
}

/** Draws 2 to 4 quotations side by side on A4, landscape. */
export function comparisonPdf(input: ComparisonPdfInput, fonts: Fonts): Promise<Buffer> {
  const { letterhead, logo, quotations } = input;
  const pdf = openPdfBuilder(
    {
      layout: 'landscape',
      title: 'Comparison of quotations',
      day: input.day,
      issuer: letterhead.name,
      footnote: registrations(letterhead)[0] ?? null,
    },
    fonts,
  );
  drawLetterhead(pdf, letterhead, logo);
  drawHead(pdf, input);
  const width = (pdf.width - LABELS) / quotations.length;
  const columns = quotations.map((quotation, index) => ({
    quotation,
    x: pdf.left + LABELS + index * width,
    width,
  }));
  pdf.element('table', () => {
    drawNumbers(pdf, columns);
    for (const row of rowsOf(quotations)) drawRow(pdf, columns, row);
  });
  drawTerms(pdf);
  return pdf.finish();
}

function drawHead(pdf: PdfBuilder, { addressee, day }: ComparisonPdfInput): void {
  const { text, left, width, y } = pdf;
  const right = 330;
  text.write('Comparison of quotations', TYPE.title, { x: left, y, width }, 'title');
  const shown = `Date  ${formatDate(day)}`;
  text.write(shown, TYPE.quiet, { x: left, y: y + TYPE.title.leading + 2, width });
  const x = left + width - right;
  text.write('PREPARED FOR', TYPE.heading, { x, y, width: right }, 'heading');
  const top = y + TYPE.heading.leading + 2;
  // The address is on the quotations themselves.
  const tall = drawAddressee(pdf, { ...addressee, address: [] }, { x, y: top, width: right });
  pdf.moveTo(Math.max(top + tall, y + TYPE.title.leading + TYPE.quiet.leading + 2) + 14);
}

/** The head of the columns: which quotation each one is. */
function drawNumbers(pdf: PdfBuilder, columns: readonly Column[]): void {
  const { text } = pdf;
  pdf.element('row', () => {
    // Over the labels nothing is written.
    pdf.element('cell', () => {});
    for (const { quotation, x, width } of columns) {
      const place = { x: x + CELL, y: pdf.y, width: width - 2 * CELL };
      text.write(quotation.quotationNumber, TYPE.strong, place, 'columnHead');
    }
  });
  pdf.skip(TYPE.strong.leading + ROW / 2);
  pdf.rule(COLORS.lineStrong);
}

function drawRow(pdf: PdfBuilder, columns: readonly Column[], row: Row): void {
  const { text, left, width } = pdf;
  const style = row.isTotal ? { ...TYPE.lead, leading: 18 } : TYPE.body;
  const cells = columns.map(({ quotation, x, width: room }) => {
    const value = row.value(quotation);
    const mark = row.mark?.(quotation) ?? null;
    const place = { x: x + CELL, width: room - 2 * CELL };
    const valueHeight = text.heightOf(value, style, place.width);
    return { value, mark, place, valueHeight };
  });
  const labelStyle = row.isTotal ? { ...style, color: COLORS.brand } : TYPE.quiet;
  const height = Math.max(
    text.heightOf(row.label, labelStyle, LABELS - CELL),
    ...cells.map(({ valueHeight, mark }) => valueHeight + (mark === null ? 0 : TYPE.mark.leading)),
  );
  pdf.need(height + ROW);
  const top = pdf.y;
  if (row.isTotal) pdf.box(COLORS.brandWash, { x: left, y: top, width, height: height + ROW });
  const y = top + ROW / 2;
  pdf.element('row', () => {
    text.write(row.label, labelStyle, { x: left + CELL, y, width: LABELS - CELL }, 'rowHead');
    for (const { value, mark, place, valueHeight } of cells) {
      pdf.element('cell', () => {
        text.write(value, style, { ...place, y });
        if (mark !== null) text.write(mark, TYPE.mark, { ...place, y: y + valueHeight });
      });
    }
  });
  pdf.skip(height + ROW);
  if (!row.isTotal) pdf.rule(COLORS.line);
}

function rowsOf(quotations: readonly ComparedQuotation[]): Row[] {
  const marks = comparisonMarks(quotations);
  // All are for one type of insurance.
  const [coverLabel = ''] = quotations.map(({ insuranceType }) => COVER_LABELS[insuranceType]);
  const amount = (label: string, figure: keyof ReturnType<typeof amountsOf>): Row => ({
    label,
    value: (quotation) => formatMoney(Number(amountsOf(quotation)[figure])),
  });
  const price = (label: string, figure: 'premium' | 'total'): Row => ({
    label,
    value: (quotation) =>
      isPriced(quotation) ? amount(label, figure).value(quotation) : NOT_QUOTED,
  });
  return [
    { label: 'Insurance company', value: ({ insuranceCompany }) => insuranceCompany ?? UNKNOWN },
    { label: 'Insurance', value: insuranceOf },
    { label: coverLabel, value: formatSum, mark: marks.cover },
    { ...price('Premium', 'premium'), mark: marks.premium },
    { label: 'GST in the premium', value: gstOf },
    amount('Service charges', 'serviceCharges'),
    { ...price('Total', 'total'), mark: marks.total, isTotal: true },
    { label: 'Valid until', value: ({ validUntil }) => formatDate(validUntil) },
    { label: 'Status', value: (quotation) => statusMarkOf(quotation)?.word ?? 'Pending' },
  ];
}

const formatSum = (quotation: ComparedQuotation): string => {
  const cover = paiseOf(quotation.sumAssured);
  return cover > 0 ? formatCover(cover) : NOT_QUOTED;
};

const gstOf = (quotation: ComparedQuotation): string =>
  isPriced(quotation)
    ? `${formatMoney(amountsOf(quotation).gst)} (${quotation.gstRate}\u00a0%)`
    : UNKNOWN;

/** `Vehicle insurance, Car, KL 07 AB 1234`. */
const insuranceOf = (quotation: ComparedQuotation): string =>
  particularsOf(quotation)
    .flatMap(([, value]) => value ?? [])
    .join(', ');

/**
 * What stands out among quotations side by side. Equals are marked alike; the lowest total always
 * is, premium and cover only where they differ. What is open no more takes no part.
 */
function comparisonMarks(quotations: readonly ComparedQuotation[]): {
  readonly total: Mark;
  readonly premium: Mark;
  readonly cover: Mark;
} {
  const markOf =
    (standOut: readonly ComparedQuotation[], word: string): Mark =>
    (quotation) =>
      standOut.includes(quotation) ? word : null;
  const fewer = (some: readonly ComparedQuotation[], all: readonly ComparedQuotation[]) =>
    some.length < all.length ? some : [];
  const open = quotations.filter(isOpenOffer);
  const premium = lowestOffers(quotations, 'premiumAmount');
  return {
    total: markOf(lowestOffers(quotations, 'totalAmount'), 'Lowest total'),
    premium: markOf(fewer(premium, open.filter(isPriced)), 'Lowest premium'),
    cover: markOf(fewer(highestCover(open), open), 'Highest cover'),
  };
}

function highestCover(quotations: readonly ComparedQuotation[]): ComparedQuotation[] {
  const highest = Math.max(...quotations.map(({ sumAssured }) => paiseOf(sumAssured)));
  return quotations.filter(({ sumAssured }) => paiseOf(sumAssured) === highest);
}

function drawTerms(pdf: PdfBuilder): void {
  pdf.skip(10);
  const { text, width } = pdf;
  const terms = [
    `These are quotations, not policies: ${COVER_BEGINS}`,
    PREMIUM_MAY_CHANGE,
    SOLICITATION,
  ];
  pdf.need(terms.reduce((sum, term) => sum + text.heightOf(term, TYPE.small, width), 0));
  for (const term of terms) pdf.flow(term, TYPE.small);
}

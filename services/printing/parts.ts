import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import type { PdfBuilder } from './pdfBuilder.js';
import type { Addressee, PrintedLogo } from './pdfInputs.js';
import { COLORS, TYPE } from './styles.js';
import { statusMarkOf } from './wording.js';

const present = (lines: readonly (string | undefined)[]): string[] =>
  lines.filter((line): line is string => line !== undefined && line.trim() !== '');

/** What the brokerage is registered as: `Licence IRDAI/DB 123/45`, `GSTIN 32…`. */
export const registrations = ({ licence, gstin }: Letterhead): string[] =>
  present([licence && `Licence ${licence}`, gstin && `GSTIN ${gstin}`]);

/** Points that a logo has beside the letterhead, and from it. */
const LOGO = { width: 96, height: 42, gap: 12 } as const;

/** Draws it as large as its place allows; the width that it takes, with the gap behind it. */
function drawLogo(pdf: PdfBuilder, logo: PrintedLogo): number {
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  const { buffer, byteOffset, byteLength } = logo.bytes;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  pdf.picture(bytes, { x: pdf.left, y: pdf.y, width, height });
  return width + LOGO.gap;
}

/** The head of the first page: who sends it on the left, how to reach them on the right. */
export function drawLetterhead(
  pdf: PdfBuilder,
  letterhead: Letterhead,
  logo: PrintedLogo | null,
): void {
  const { text, y: top } = pdf;
  const indent = logo ? drawLogo(pdf, logo) : 0;
  const [left, width] = [pdf.left + indent, pdf.width - indent];
  const contacts = present([letterhead.phone, letterhead.email, letterhead.website]);
  const right = contacts.length > 0 ? 160 : 0;
  const nameWidth = width - right - (right > 0 ? 16 : 0);

  let y = top;
  y += text.write(letterhead.name, TYPE.brand, { x: left, y, width: nameWidth }) + 2;
  const below = present([letterhead.address, registrations(letterhead).join('  ·  ')]);
  for (const line of below) y += text.write(line, TYPE.small, { x: left, y, width: nameWidth });

  let beside = top + (TYPE.brand.leading - TYPE.small.leading) / 2;
  for (const line of contacts) {
    const place = { x: left + width - right, y: beside, width: right, align: 'right' } as const;
    beside += text.write(line, TYPE.small, place);
  }

  pdf.moveTo(Math.max(y, beside, logo ? top + LOGO.height : 0) + 9);
  pdf.rule(COLORS.brand, 1.4);
  pdf.skip(14);
}

/** A small heading in capitals over what follows, which begins on the same page. */
export function drawHeading(pdf: PdfBuilder, words: string, room = 40): void {
  pdf.need(TYPE.heading.leading + room);
  const { text, left, width, y } = pdf;
  const place = { x: left, y, width };
  pdf.skip(text.write(words.toUpperCase(), TYPE.heading, place, 'heading') + 3);
}

/** Name, address, and how to reach them, one below the other; the height of it all. */
export function drawAddressee(
  { text }: PdfBuilder,
  addressee: Addressee,
  place: { x: number; y: number; width: number },
): number {
  let { y } = place;
  y += text.write(addressee.name, TYPE.lead, { ...place, y });
  for (const line of addressee.address) y += text.write(line, TYPE.body, { ...place, y });
  const contacts = [addressee.phone, addressee.email].filter(Boolean).join('  ·  ');
  if (contacts !== '') y += text.write(contacts, TYPE.quiet, { ...place, y });
  return y - place.y;
}

/** The status of a quotation in a tinted box. Nothing while it is pending. */
export function drawStatusMark(
  { text, box }: PdfBuilder,
  quotation: Parameters<typeof statusMarkOf>[0],
  { x, y }: { x: number; y: number },
): void {
  const mark = statusMarkOf(quotation);
  if (!mark) return;
  const style = { ...TYPE.mark, leading: 17, color: mark.color };
  const width = text.widthOf(mark.word, style) + 16;
  box(mark.wash, { x, y, width, height: 17 });
  text.write(mark.word, style, { x, y, width, align: 'center' });
}

const SIGNATURE = { width: 190, room: 18 } as const;

/** Where somebody of the brokerage signs. */
export function drawSignature(pdf: PdfBuilder, name: string): void {
  const { text, left, width } = pdf;
  const x = left + width - SIGNATURE.width;
  const height = text.heightOf(`For ${name}`, TYPE.body, SIGNATURE.width);
  pdf.skip(6);
  pdf.need(height + SIGNATURE.room + TYPE.small.leading);
  const place = { x, width: SIGNATURE.width, align: 'right' } as const;
  text.write(`For ${name}`, TYPE.body, { ...place, y: pdf.y });
  pdf.skip(height + SIGNATURE.room);
  pdf.box(COLORS.lineStrong, { x, y: pdf.y - 4, width: SIGNATURE.width, height: 0.7 });
  text.write('Authorised signatory', TYPE.small, { ...place, y: pdf.y });
  pdf.skip(TYPE.small.leading);
}

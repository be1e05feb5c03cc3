import { type Day, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import PDFDocument from 'pdfkit';
import type { Fonts } from './fonts.js';
import { type Role, type Structure, structureOf } from './structure.js';
import { COLORS, TYPE } from './styles.js';
import { type TextStyle, type TextWriter, textWriterOf } from './textWriter.js';

/** Points on every side that stay empty. */
export const MARGIN = { side: 48, top: 44, bottom: 40 } as const;
const FOOTER = 26;

/** A file inside a PDF, which readers save from it. */
export interface Attachment {
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  readonly content: string;
}

export interface PdfBuilderOptions {
  readonly layout: 'portrait' | 'landscape';
  /** Of the document; nothing personal: programs show and index it. */
  readonly title: string;
  /** Its date: a document drawn twice has the same bytes. */
  readonly day: Day;
  /** The brokerage: at the foot, and at the head of every page after the first. */
  readonly issuer: string;
  /** Beside the issuer at the foot. */
  readonly footnote: string | null;
  readonly attachment?: Attachment | null;
  /** False: of several documents in one, none says how many pages there are. */
  readonly isNumbered?: boolean;
}

/** An A4 document, written from top to bottom; what does not fit any more goes to the next page. */
export interface PdfBuilder {
  readonly text: TextWriter;
  /** What is drawn inside is one element of the document's structure. */
  readonly element: Structure['element'];
  readonly left: number;
  /** Points between the margins. */
  readonly width: number;
  /** Where the next thing goes, from the top. */
  readonly y: number;
  /** Moves on, or back up to begin a second column. */
  moveTo(y: number): void;
  skip(points: number): void;
  /** Begins a new page, which does not go on with what stands on this one. */
  beginPage(): void;
  /** Begins a new page unless so much room is left on this one. */
  need(height: number): void;
  /** A line from margin to margin, or from and to a place. */
  rule(color: string, thickness?: number, from?: number, width?: number): void;
  /** A filled box with round corners. */
  box(color: string, place: { x: number; y: number; width: number; height: number }): void;
  /** A PNG or JPEG picture that says nothing of its own. */
  picture(bytes: Buffer, place: { x: number; y: number; width: number; height: number }): void;
  /** Flowing text, which may go on on the next page. It is a paragraph unless a role is given. */
  flow(text: string, style: TextStyle, indent?: number, role?: Role): void;
  /** The whole PDF. Nothing can be written afterwards. */
  finish(): Promise<Buffer>;
}

export function openPdfBuilder(options: PdfBuilderOptions, fonts: Fonts): PdfBuilder {
  const doc = new PDFDocument({
    size: 'A4',
    layout: options.layout,
    margin: 0,
    // No standard font is used, so none is read.
    font: '',
    bufferPages: true,
    // Tags came with 1.4; 1.7 is ISO 32000-1.
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-IN',
    displayTitle: true,
    info: {
      Title: options.title,
      Author: options.issuer,
      Creator: 'InsureManager',
      CreationDate: startOfKolkataDay(options.day),
    },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));

  const { attachment } = options;
  if (attachment) {
    const { name, description, mimeType: type, content } = attachment;
    const at = startOfKolkataDay(options.day);
    doc.file(Buffer.from(content), {
      ...{ name, description, type, relationship: 'Source' },
      ...{ creationDate: at, modifiedDate: at },
    });
  }

  const structure = structureOf(doc);
  const { element, artifact } = structure;
  const textWriter = textWriterOf(doc, fonts, structure);
  const left = MARGIN.side;
  const width = doc.page.width - 2 * MARGIN.side;
  const lowest = doc.page.height - MARGIN.bottom - FOOTER;
  let y: number = MARGIN.top;

  const rule: PdfBuilder['rule'] = (color, thickness = 0.6, from = left, length = width) => {
    artifact('Layout', () => {
      doc.rect(from, y - thickness / 2, length, thickness).fill(color);
    });
  };

  const oneLine = (text: string, style: TextStyle, room: number): string =>
    textWriter.linesOf(text, style, room)[0]?.text ?? '';

  const continueOnNextPage = (): void => {
    doc.addPage();
    artifact('Pagination', drawContinued);
  };

  const drawContinued = (): void => {
    y = MARGIN.top;
    const at = { x: left, y, width };
    const issuer = oneLine(options.issuer, TYPE.small, width / 2 - 8);
    textWriter.write(issuer, { ...TYPE.small, color: COLORS.brand }, at);
    textWriter.write(`${options.title}, continued`, TYPE.small, { ...at, align: 'right' });
    y += TYPE.small.leading + 6;
    rule(COLORS.brand, 1);
    y += 18;
  };

  const need = (height: number): void => {
    // What is taller than a page begins on a new one and is not split: callers flow long texts.
    if (y + height > lowest && y > MARGIN.top + 60) continueOnNextPage();
  };

  const drawFooters = (): void => {
    const { count } = doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      doc.switchToPage(page);
      artifact('Pagination', () => drawFooter(page + 1, count));
    }
  };

  const drawFooter = (page: number, count: number): void => {
    y = doc.page.height - MARGIN.bottom - TYPE.small.leading;
    const issued = [options.issuer, options.footnote].filter(Boolean).join('  ·  ');
    const isNumbered = options.isNumbered ?? true;
    const counted = isNumbered ? `${options.title}  ·  Page ${page} of ${count}` : '';
    const room = width - textWriter.widthOf(counted, TYPE.small) - 24;
    textWriter.write(oneLine(issued, TYPE.small, room), TYPE.small, { x: left, y, width });
    if (isNumbered) textWriter.write(counted, TYPE.small, { x: left, y, width, align: 'right' });
    y -= 6;
    rule(COLORS.line);
  };

  return {
    text: textWriter,
    element,
    left,
    width,
    get y() {
      return y;
    },
    moveTo(to) {
      y = to;
    },
    skip(points) {
      y += points;
    },
    beginPage() {
      doc.addPage();
      y = MARGIN.top;
    },
    need,
    rule,
    box(color, place) {
      artifact('Layout', () => {
        doc.roundedRect(place.x, place.y, place.width, place.height, 4).fill(color);
      });
    },
    picture(bytes, { x, y: top, width: wide, height }) {
      artifact('Layout', () => {
        doc.image(bytes, x, top, { width: wide, height });
      });
    },
    flow(text, style, indent = 0, role = 'paragraph') {
      const room = width - indent;
      element(role, () => {
        const lines = text.split('\n').flatMap((line) => textWriter.linesOf(line, style, room));
        for (const line of lines) {
          need(style.leading);
          textWriter.writeLines([line], style, {
            x: left + indent,
            y,
            width: room,
            align: 'start',
          });
          y += style.leading;
        }
      });
    },
    finish() {
      const whole = new Promise<Buffer>((resolve, reject) => {
        doc.once('end', () => resolve(Buffer.concat(chunks)));
        doc.once('error', reject);
      });
      drawFooters();
      structure.finish();
      doc.end();
      return whole;
    },
  };
}

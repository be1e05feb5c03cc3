import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Fonts } from './fonts.js';
import { drawHeading, drawLetterhead, registrations } from './parts.js';
import { openPdfBuilder } from './pdfBuilder.js';
import type { PrintedLogo } from './pdfInputs.js';
import { TYPE } from './styles.js';

/** Letters on the brokerage's paper, each on pages of its own, in one file. */
export interface LetterPdfInput {
  readonly letterhead: Letterhead;
  readonly logo: PrintedLogo | null;
  /** Of the file; nothing personal. */
  readonly title: string;
  readonly day: Day;
  readonly letters: readonly {
    /** Name and address, a line each. */
    readonly to: readonly string[];
    readonly subject: string;
    /** Lines below each other, with an empty one between paragraphs. */
    readonly parts: readonly { readonly heading: string | null; readonly text: string }[];
    readonly closing: readonly string[];
  }[];
}

export function letterPdf(input: LetterPdfInput, fonts: Fonts): Promise<Buffer> {
  const { letterhead, logo, title, day, letters } = input;
  const footnote = registrations(letterhead)[0] ?? null;
  const pdf = openPdfBuilder(
    {
      ...{ layout: 'portrait', title, day, footnote, issuer: letterhead.name },
      // Whose letter it is does not say how many others got one.
      isNumbered: false,
    },
    fonts,
  );
  for (const [nth, { to, subject, parts, closing }] of letters.entries()) {
    if (nth > 0) pdf.beginPage();
    drawLetterhead(pdf, letterhead, logo);
    for (const [line, text] of to.entries()) pdf.flow(text, line === 0 ? TYPE.lead : TYPE.body);
    pdf.skip(14);
    pdf.flow(formatDay(day), TYPE.quiet);
    pdf.skip(10);
    pdf.flow(subject, TYPE.lead, 0, 'title');
    pdf.skip(8);
    for (const { heading, text } of parts) {
      if (heading !== null) drawHeading(pdf, heading);
      for (const paragraph of text.split('\n\n')) {
        pdf.flow(paragraph, TYPE.body);
        pdf.skip(6);
      }
      pdf.skip(4);
    }
    pdf.need(60);
    for (const line of closing) pdf.flow(line, TYPE.body);
  }
  return pdf.finish();
}

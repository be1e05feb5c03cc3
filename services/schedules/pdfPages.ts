import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { PageText, Piece } from './pageText.js';
import type { UnreadableReason } from './scheduleReader.js';
import { isOverAllocated } from './strangersCode.js';

/** Schedules say what counts on their first pages; the rest are conditions. */
const MOST_PAGES = 10;
/** Of a page, in pieces and in characters of one piece: none that is meant to be read has more. */
const MOST_PIECES = 20_000;
const LONGEST_PIECE = 2_000;

export interface PdfText {
  /** The first of them. */
  readonly pages: readonly PageText[];
  readonly pageCount: number;
}

/** Why a PDF cannot be read. */
export class Unreadable extends Error {
  constructor(readonly reason: UnreadableReason) {
    super(reason);
  }
}

/**
 * The text of a PDF with its places. Nothing is drawn, run or fetched.
 * @throws Unreadable
 */
export async function readPdf(data: Uint8Array): Promise<PdfText> {
  const { getDocument, Util } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    data,
    ...{ verbosity: 0, stopAtErrors: false, isEvalSupported: false, enableXfa: false },
    ...{ useSystemFonts: false, disableFontFace: true, useWorkerFetch: false, useWasm: false },
    ...{ isImageDecoderSupported: false, isOffscreenCanvasSupported: false },
  });

  const pageText = async (number: number): Promise<PageText> => {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent({ disableNormalization: false });
    page.cleanup();
    const pieces = items.slice(0, MOST_PIECES).flatMap((item): Piece[] => {
      const { str, transform, width } = item as TextItem;
      if (!str) return [];
      const [a = 0, b = 0, c = 0, d = 0, left = 0, base = 0]: number[] = Util.transform(
        viewport.transform,
        transform,
      );
      // What stands upright or aslant is a seal or a watermark.
      if (Math.abs(b) > Math.abs(a) * 0.05 || a <= 0) return [];
      const size = Math.hypot(c, d);
      return [{ text: str.slice(0, LONGEST_PIECE), left, right: left + width, base, size }];
    });
    return { width: viewport.width, height: viewport.height, pieces };
  };

  const document = await task.promise.catch((error: unknown) => {
    throw unreadable(error);
  });
  const pages: PageText[] = [];
  let failure: unknown;
  for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES); number += 1) {
    // Of one that is damaged, the others may still say what is looked for.
    const page = await pageText(number).catch((error: unknown) => {
      failure = error;
      return { width: 0, height: 0, pieces: [] };
    });
    pages.push(page);
  }
  const isEmpty = pages.every(({ pieces }) => pieces.every(({ text }) => text.trim() === ''));
  if (isOverAllocated() || (isEmpty && failure !== undefined)) throw unreadable(failure);
  if (isEmpty) throw new Unreadable('no-text');
  return { pages, pageCount: document.numPages };
}

const unreadable = (error: unknown): Unreadable => {
  if (isOverAllocated()) return new Unreadable('too-heavy');
  const isLocked = error instanceof Error && error.name === 'PasswordException';
  return new Unreadable(isLocked ? 'encrypted' : 'damaged');
};

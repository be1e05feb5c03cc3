import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openWorkerPool } from '../platform/threads/workerPool.js';
import type { LetterPdfInput } from './letterPdf.js';
import {
  type ComparisonPdfInput,
  comparedOf,
  printedOf,
  type QuotationPdfInput,
} from './pdfInputs.js';
import type { StatementPdfInput } from './statementPdf.js';
import type { TablePdfInput } from './tablePdf.js';

/** Makes PDFs away from the thread that answers requests. */
export interface PdfPrinter {
  quotation(input: QuotationPdfInput): Promise<Buffer>;
  comparison(input: ComparisonPdfInput): Promise<Buffer>;
  table(input: TablePdfInput): Promise<Buffer>;
  statement(input: StatementPdfInput): Promise<Buffer>;
  letters(input: LetterPdfInput): Promise<Buffer>;
  close(): Promise<void>;
}

/** What the printer asks of its threads. */
export type PdfTask =
  | { readonly kind: 'quotation'; readonly input: QuotationPdfInput }
  | { readonly kind: 'comparison'; readonly input: ComparisonPdfInput }
  | { readonly kind: 'table'; readonly input: TablePdfInput }
  | { readonly kind: 'statement'; readonly input: StatementPdfInput }
  | { readonly kind: 'letters'; readonly input: LetterPdfInput };

const MAX_THREADS = 2;
/** A PDF takes some 50 ms; so many are a minute's work for one thread. */
const MAX_QUEUE = 500;
const TIMEOUT_MS = 30_000;

/** Opens the printer. Its threads start with the first PDF, and do not keep the process up. */
export function openPdfPrinter(): PdfPrinter {
  const pool = openWorkerPool<PdfTask, Uint8Array>({
    file: workerFile(),
    maxThreads: MAX_THREADS,
    maxQueue: MAX_QUEUE,
    timeoutMs: TIMEOUT_MS,
    busy: 'Many PDFs are being made just now. Please try again in a moment.',
  });
  const print = async (task: PdfTask): Promise<Buffer> => {
    const bytes = await pool.run(task);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  return {
    quotation: ({ quotation, ...input }) =>
      print({ kind: 'quotation', input: { ...input, quotation: printedOf(quotation) } }),
    comparison: ({ quotations, ...input }) =>
      print({ kind: 'comparison', input: { ...input, quotations: quotations.map(comparedOf) } }),
    table: (input) => print({ kind: 'table', input }),
    statement: (input) => print({ kind: 'statement', input }),
    letters: (input) => print({ kind: 'letters', input }),
    close: () => pool.close(),
  };
}

/** Threads run compiled code: seen from the sources, as in tests, it is where the build puts it. */
function workerFile(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  const file = isSource
    ? new URL('../dist/printing/pdfWorker.js', import.meta.url)
    : new URL('./pdfWorker.js', import.meta.url);
  if (!existsSync(fileURLToPath(file))) {
    throw new Error('The worker of the PDF printer is not built: run "npx tsc -b" first.');
  }
  return file;
}

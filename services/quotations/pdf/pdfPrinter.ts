import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PdfTask } from './pdfTask.js';
import { type PdfPrinter, printedOf } from './sheets.js';
import { openWorkerPool } from './workerPool.js';

export interface PdfPrinterOptions {
  /** Threads at most; two unless told. */
  readonly workers?: number;
}

/** A PDF takes some 50 ms; so many are a minute's work for one thread. */
const MOST_WAITING = 500;
const PATIENCE_MS = 30_000;

/** Opens the printer. Its threads start with the first paper, and do not keep the process up. */
export function openPdfPrinter({ workers = 2 }: PdfPrinterOptions = {}): PdfPrinter {
  const pool = openWorkerPool<PdfTask, Uint8Array>({
    file: workerFile(),
    workers,
    mostWaiting: MOST_WAITING,
    patience: PATIENCE_MS,
  });
  const print = async (task: PdfTask): Promise<Buffer> => {
    const bytes = await pool.run(task);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  return {
    quotation: ({ quotation, ...sheet }) =>
      print({ paper: 'quotation', sheet: { ...sheet, quotation: printedOf(quotation) } }),
    comparison: ({ quotations, ...sheet }) =>
      print({ paper: 'comparison', sheet: { ...sheet, quotations: quotations.map(printedOf) } }),
    close: () => pool.close(),
  };
}

/** Threads run compiled code: from the sources, as tests do, it is found where the build puts it. */
function workerFile(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  const file = isSource
    ? new URL('../../dist/quotations/pdf/pdfWorker.js', import.meta.url)
    : new URL('./pdfWorker.js', import.meta.url);
  if (!existsSync(fileURLToPath(file))) {
    throw new Error('The worker of the PDF printer is not built: run "npx tsc -b" first.');
  }
  return file;
}

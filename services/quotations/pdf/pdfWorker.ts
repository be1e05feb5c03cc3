import { parentPort } from 'node:worker_threads';
import { comparisonPdf } from './comparisonPdf.js';
import type { PdfTask } from './pdfTask.js';
import { quotationPdf } from './quotationPdf.js';
import { openTypefaces } from './typefaces.js';

// The thread in which papers are drawn: one task comes in, its bytes or its error go out.

const port = parentPort;
if (!port) throw new Error('This is the worker of the PDF printer; it is started by it.');

const typefaces = openTypefaces();

const drawn = (task: PdfTask): Promise<Buffer> =>
  task.paper === 'quotation'
    ? quotationPdf(task.sheet, typefaces)
    : comparisonPdf(task.sheet, typefaces);

port.on('message', async (task: PdfTask) => {
  try {
    port.postMessage({ result: await drawn(task) });
  } catch (error) {
    port.postMessage({ error });
  }
});

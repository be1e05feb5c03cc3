import { parentPort } from 'node:worker_threads';
import { comparisonPdf } from './comparisonPdf.js';
import { openFonts } from './fonts.js';
import { letterPdf } from './letterPdf.js';
import type { PdfTask } from './pdfPrinter.js';
import { quotationPdf } from './quotationPdf.js';
import { statementPdf } from './statementPdf.js';
import { tablePdf } from './tablePdf.js';

// The thread in which PDFs are made: a task comes in, its bytes or its error go out.

const port = parentPort;
if (!port) throw new Error('This is the worker of the PDF printer; it is started by it.');

const fonts = openFonts();

const drawn = (task: PdfTask): Promise<Buffer> => {
  switch (task.kind) {
    case 'quotation':
      return quotationPdf(task.input, fonts);
    case 'comparison':
      return comparisonPdf(task.input, fonts);
    case 'table':
      return tablePdf(task.input, fonts);
    case 'statement':
      return statementPdf(task.input, fonts);
    case 'letters':
      return letterPdf(task.input, fonts);
  }
};

port.on('message', async (task: PdfTask) => {
  try {
    port.postMessage({ result: await drawn(task) });
  } catch (error) {
    port.postMessage({ error });
  }
});

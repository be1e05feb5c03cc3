import './strangersCode.js';
import { parentPort } from 'node:worker_threads';
import { foundFields } from './foundFields.js';
import { readPdf, Unreadable } from './pdfPages.js';
import type { ReadingResult } from './scheduleReader.js';

// The thread in which one PDF is read: its bytes come in, what was found goes out.

const port = parentPort;
if (!port) throw new Error('This reads schedules; it is started by their reader.');

async function reading(pdf: Uint8Array): Promise<ReadingResult> {
  try {
    const { pages, pageCount } = await readPdf(pdf);
    return { ...foundFields(pages), pageCount, pagesRead: pages.length };
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.reason };
    throw error;
  }
}

port.on('message', async (pdf: Uint8Array) => {
  try {
    port.postMessage({ result: await reading(pdf) });
  } catch (error) {
    port.postMessage({ error });
  }
});

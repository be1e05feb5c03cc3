import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { comparisonPdf } from './comparisonPdf.js';
import { openPdfPrinter } from './pdfPrinter.js';
import { quotationPdf } from './quotationPdf.js';
import { addressee, forCar, forFamily, letterhead, sheet } from './testing/sampleSheets.js';
import { openTypefaces } from './typefaces.js';

const typefaces = openTypefaces();
const printer = openPdfPrinter();
afterAll(() => printer.close());

describe('the PDF printer', () => {
  it('prints in its threads what is drawn from the sheet', async () => {
    const asked = Array.from({ length: 4 }, () => printer.quotation(sheet()));
    const expected = await quotationPdf(sheet(), typefaces);
    for (const pdf of await Promise.all(asked)) expect(pdf.equals(expected)).toBe(true);
  });

  it('prints comparisons', async () => {
    const compared = { letterhead, addressee, quotations: [forCar, forFamily], day: '2026-11-21' };
    const pdf = await printer.comparison(compared);
    expect(pdf.equals(await comparisonPdf(compared, typefaces))).toBe(true);
  });

  it('gives its threads nothing of a quotation but what is printed', async () => {
    const more = { ...forCar, emailedAt: () => 'what no thread could be given' };
    const pdf = await printer.quotation({ ...sheet(), quotation: more });
    expect(pdf.equals(await quotationPdf(sheet(), typefaces))).toBe(true);
  });

  it('does not keep a process up that has its paper', async () => {
    const built = join(import.meta.dirname, '../../dist/quotations/pdf/pdfPrinter.js');
    const script = `
      import { openPdfPrinter } from ${JSON.stringify(pathToFileURL(built).href)};
      const pdf = await openPdfPrinter().quotation(${JSON.stringify(sheet())});
      console.log(pdf.toString('latin1', 0, 5));
    `;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 60_000,
    });
    expect((await run).stdout.trim()).toBe('%PDF-');
  });
});

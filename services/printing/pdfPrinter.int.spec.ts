import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { comparisonPdf } from './comparisonPdf.js';
import { openFonts } from './fonts.js';
import { openPdfPrinter } from './pdfPrinter.js';
import { quotationPdf } from './quotationPdf.js';
import { addressee, forCar, input, letterhead, offered } from './testing/samplePdfInputs.js';

const fonts = openFonts();
const printer = openPdfPrinter();
afterAll(() => printer.close());

describe('the PDF printer', () => {
  it('prints in its threads what is drawn from the input', async () => {
    const asked = Array.from({ length: 4 }, () => printer.quotation(input()));
    const expected = await quotationPdf(input(), fonts);
    for (const pdf of await Promise.all(asked)) expect(pdf.equals(expected)).toBe(true);
  });

  it('prints comparisons', async () => {
    const compared = {
      letterhead,
      logo: null,
      addressee,
      quotations: [offered(), offered({ policyId: 7 })],
      day: '2026-11-21',
    };
    const pdf = await printer.comparison(compared);
    expect(pdf.equals(await comparisonPdf(compared, fonts))).toBe(true);
  });

  it('gives its threads nothing of a quotation but what is printed', async () => {
    const more = { ...forCar, emailedAt: () => 'what no thread could be given' };
    const pdf = await printer.quotation({ ...input(), quotation: more });
    expect(pdf.equals(await quotationPdf(input(), fonts))).toBe(true);
  });

  it('does not keep a process up that has its PDF', async () => {
    const built = join(import.meta.dirname, '../dist/printing/pdfPrinter.js');
    const script = `
      import { openPdfPrinter } from ${JSON.stringify(pathToFileURL(built).href)};
      const pdf = await openPdfPrinter().quotation(${JSON.stringify(input())});
      console.log(pdf.toString('latin1', 0, 5));
    `;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 120_000,
    });
    expect((await run).stdout.trim()).toBe('%PDF-');
  });
});

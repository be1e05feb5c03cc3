import { text } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The parts of a workbook, by their paths. */
export async function partsOf(workbook: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(workbook);
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  }
  return parts;
}

/** The XML of each cell of its sheet, row by row. */
export async function cellsOf(workbook: Buffer): Promise<string[][]> {
  const sheet = (await partsOf(workbook)).get('xl/worksheets/sheet1.xml') ?? '';
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c .*?<\/c>/gs)].map(([cell]) => cell),
  );
}

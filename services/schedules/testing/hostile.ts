import { deflateSync } from 'node:zlib';

/* PDFs that nobody means to be read. */

type Part = string | Buffer;

/** A PDF of these objects, numbered from 1; the first is its catalogue. */
function rawPdf(objects: readonly Part[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let size = parts[0]?.length ?? 0;
  const offsets: number[] = [];
  const add = (part: Part) => {
    const bytes = Buffer.from(part as string);
    parts.push(bytes);
    size += bytes.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(size);
    for (const part of [`${index + 1} 0 obj\n`, object, '\nendobj\n']) add(part);
  }
  const start = size;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`);
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const page = (contents: number, font = '4 0 R') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contents} 0 R /Resources << /Font << /F1 ${font} >> >> >>`;
const stream = (content: Part, dictionary = '') => {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${dictionary} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
};
const TEXT = 'BT /F1 12 Tf 36 700 Td (Policy No.: AB/123456/01) Tj ET';

const onePage = (content: Part, dictionary?: string): Buffer =>
  rawPdf([
    CATALOGUE,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    page(5),
    FONT,
    stream(content, dictionary),
  ]);

export const plainPdf = (): Buffer => onePage(TEXT);

export const manyPages = (count: number): Buffer => {
  const kids = Array.from({ length: count }, (_, index) => `${index + 5} 0 R`).join(' ');
  return rawPdf([
    CATALOGUE,
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    stream(TEXT),
    FONT,
    ...Array.from({ length: count }, () => page(3)),
  ]);
};

/** Its pages are their own parents. */
export const endlessPages = (): Buffer =>
  rawPdf([CATALOGUE, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>']);

/** Arrays in arrays, deeper than any stack. */
export const deepArrays = (): Buffer => {
  const depth = 500_000;
  return onePage(`${'['.repeat(depth)}${']'.repeat(depth)} TJ ${TEXT}`);
};

/** A text of three million letters. */
export const hugeText = (): Buffer =>
  onePage(`BT /F1 12 Tf 36 700 Td (Policy No.: ${'A1'.repeat(1_500_000)}) Tj ET`);

/** A quarter of a megabyte that unpacks to so many bytes. */
export const bomb = (megabytes: number): Buffer =>
  onePage(deflateSync(Buffer.alloc(megabytes * 2 ** 20, ' ')), '/Filter /FlateDecode');

/** Behind its head it is no PDF. */
export const noPdf = (): Buffer =>
  Buffer.from(`%PDF-1.7\n${'nothing of a PDF '.repeat(500)}\n%%EOF\n`);

import { randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** A file as a browser's choice of files takes one. */
export interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/**
 * A PDF of so many pages of A4, each with its number on it; `padding` in bytes makes it larger. No two
 * are alike: a customer who has a file already is warned of.
 */
export const pdfOf = (pages: number, padding = 0): Buffer =>
  pdfOfPages(
    Array.from({ length: pages }, (_, index) => `/F1 48 Tf 72 700 Td (Page ${index + 1}) Tj`),
    padding,
  );

/** Lines from the top of a page, without parentheses or backslashes in them. */
const linesAsText = (lines: readonly string[]): string =>
  `/F1 11 Tf 20 TL 60 780 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')}`;

/** A PDF of these lines, a page for each list. */
export const textPdf = (name: string, ...pages: readonly (readonly string[])[]): TestFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdfOfPages(pages.map(linesAsText)),
});

function pdfOfPages(texts: readonly string[], padding = 0): Buffer {
  const first = 4;
  const kids = texts.map((_, index) => `${first + 2 * index} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, index) => {
      const stream = `BT ${text} ET`;
      return [
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ' +
          `/Contents ${first + 2 * index + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let body = `%PDF-1.4\n%${randomUUID()}${'-'.repeat(padding)}\n`;
  const places = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${body}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

const uint32be = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const pngChunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32be(data.length), typed, uint32be(crc32(typed))]);
};

/** A grey picture; sizes in pixels. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.concat([uint32be(width), uint32be(height), Buffer.from([8, 0, 0, 0, 0])]);
  // Each row begins with the number of its filter, which is none.
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width, 0x80)]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const SECTOR = 512;
const END_OF_CHAIN = 0xfffffffe;

/** A compound file of three sectors: its head, its directory, and the table of sectors. */
function docOf(): Buffer {
  const head = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head);
  const shorts = { 24: 0x3e, 26: 3, 28: 0xfffe, 30: 9, 32: 6 };
  for (const [at, value] of Object.entries(shorts)) head.writeUInt16LE(value, Number(at));
  const longs = { 44: 1, 56: 4096, 60: END_OF_CHAIN, 68: END_OF_CHAIN };
  for (const [at, value] of Object.entries(longs)) head.writeUInt32LE(value, Number(at));
  head.fill(0xff, 76);
  head.writeUInt32LE(1, 76);
  const table = Buffer.alloc(SECTOR, 0xff);
  table.writeUInt32LE(END_OF_CHAIN, 0);
  table.writeUInt32LE(0xfffffffd, 4);
  const entries = [docEntry('Root Entry', 5), docEntry('WordDocument', 2), docEntry('1Table', 2)];
  const directory = Buffer.concat([...entries, Buffer.alloc(SECTOR)], SECTOR);
  return Buffer.concat([head, directory, table]);
}

function docEntry(name: string, type: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.writeUInt16LE(entry.write(name, 'utf16le') + 2, 64);
  entry[66] = type;
  entry.fill(0xff, 68, 80);
  if (type === 5) entry.write('0609020000000000c000000000000046', 80, 'hex');
  entry.writeUInt32LE(END_OF_CHAIN, 116);
  return entry;
}

export const pdfFile = (name: string, pages = 1): TestFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdfOf(pages),
});

/** 600 × 400 pixels. */
export const pngFile = (name: string): TestFile => ({
  name,
  mimeType: 'image/png',
  buffer: pngOf(600, 400),
});

/** A Word file of before 2007, with nothing written in it. */
export const wordFile = (name: string): TestFile => ({
  name,
  mimeType: 'application/msword',
  buffer: docOf(),
});

/** A PDF of about so many bytes, most of which is a comment. */
export const largePdfFile = (name: string, bytes: number): TestFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdfOf(1, bytes),
});

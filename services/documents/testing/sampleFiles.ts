import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/* Small files that are what they say, for tests: each is opened by the programs of its kind. */

export const samplePdf = (text = 'Sample'): Buffer => {
  const stream = `BT /F1 24 Tf 72 720 Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ' +
      '/Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
};

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

export const pngChunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32be(data.length), typed, uint32be(crc32(typed))]);
};

/** Grey, one byte a pixel. */
export const samplePng = (width = 2, height = 2): Buffer => {
  const header = Buffer.concat([uint32be(width), uint32be(height), Buffer.from([8, 0, 0, 0, 0])]);
  const rows = Buffer.alloc((width + 1) * height, 0x80).map((byte, i) =>
    i % (width + 1) === 0 ? 0 : byte,
  );
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

/** One grey block of 8 × 8 pixels, with a note of its maker's that looks like the end of an image. */
export const sampleJpg = (note: Buffer = Buffer.from('ffd9ffda', 'hex')): Buffer =>
  Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    jpegSegment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
    jpegSegment(0xe1, note),
    jpegSegment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    jpegSegment(0xc0, Buffer.from('080008000801011100', 'hex')),
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0x00, 1]), Buffer.alloc(15), Buffer.from([0])])),
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0x10, 1]), Buffer.alloc(15), Buffer.from([0])])),
    jpegSegment(0xda, Buffer.from('010100003f00', 'hex')),
    // No change of the grey, no detail; the rest of the byte is filled with ones.
    Buffer.from('3fffd9', 'hex'),
  ]);

const jpegSegment = (code: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, code]), uint16be(data.length + 2), data]);

const WORD_CLASS = '0609020000000000c000000000000046';
const SECTOR = 512;
const END_OF_CHAIN = 0xfffffffe;

/** A compound file with a directory of these streams, and nothing in them. */
export const compoundFile = (streams: readonly string[], classId = WORD_CLASS): Buffer => {
  const header = Buffer.alloc(SECTOR, 0);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(0, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(END_OF_CHAIN, 60);
  header.writeUInt32LE(END_OF_CHAIN, 68);
  header.fill(0xff, 76);
  // One table of sectors, in the sector behind the directory.
  header.writeUInt32LE(1, 76);
  const table = Buffer.alloc(SECTOR, 0xff);
  table.writeUInt32LE(END_OF_CHAIN, 0);
  table.writeUInt32LE(0xfffffffd, 4);
  const root = directoryEntry('Root Entry', 5, classId);
  const entries = [root, ...streams.map((name) => directoryEntry(name, 2))];
  const directory = Buffer.concat([...entries, Buffer.alloc(SECTOR)]).subarray(0, SECTOR);
  return Buffer.concat([header, directory, table]);
};

const directoryEntry = (name: string, type: number, classId = ''): Buffer => {
  const entry = Buffer.alloc(128);
  const length = entry.write(name, 'utf16le');
  entry.writeUInt16LE(length + 2, 64);
  entry[66] = type;
  entry.fill(0xff, 68, 80);
  entry.write(classId, 80, 'hex');
  entry.writeUInt32LE(END_OF_CHAIN, 116);
  return entry;
};

export const sampleDoc = (): Buffer => compoundFile(['WordDocument', '1Table']);

/** A part of a ZIP; what is declared may be a lie. */
export interface ZipPart {
  readonly name: string;
  readonly data: Buffer;
  /** Deflated rather than stored as it is. */
  readonly isPacked?: boolean;
  readonly declaredSize?: number;
  /** Where the directory says that it is. */
  readonly declaredAt?: number;
}

/** A ZIP whose parts are stored as they are, or packed. */
export const zipOf = (parts: readonly ZipPart[], comment = ''): Buffer => {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const { name, declaredSize = part.data.length, declaredAt = at } = part;
    const data = part.isPacked ? deflateRawSync(part.data) : part.data;
    const local = zipHeader(30, 0x04034b50, 4, name, data, declaredSize);
    const central = zipHeader(46, 0x02014b50, 6, name, data, declaredSize);
    central.writeUInt32LE(declaredAt, 42);
    locals.push(local, data);
    directory.push(central);
    at += local.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...locals, listed, end, Buffer.from(comment)]);
};

function zipHeader(
  bytes: number,
  signature: number,
  versionAt: number,
  name: string,
  data: Buffer,
  declaredSize: number,
): Buffer {
  const header = Buffer.alloc(bytes);
  header.writeUInt32LE(signature, 0);
  header.writeUInt16LE(20, versionAt);
  // Deflated where it is said to be larger than it is.
  header.writeUInt16LE(declaredSize === data.length ? 0 : 8, versionAt + 4);
  header.writeUInt32LE(crc32(data), versionAt + 10);
  header.writeUInt32LE(data.length, versionAt + 14);
  header.writeUInt32LE(declaredSize, versionAt + 18);
  header.writeUInt16LE(Buffer.byteLength(name), versionAt + 22);
  return Buffer.concat([header, Buffer.from(name)]);
}

const WORD_NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN_TYPE =
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** The parts that make a ZIP a Word document. */
export const wordParts = (text = 'Sample', types = ''): ZipPart[] => [
  part(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ` +
      `ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/word/document.xml" ContentType="${MAIN_TYPE}"/>${types}</Types>`,
  ),
  part(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" ` +
      'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" ' +
      'Target="word/document.xml"/></Relationships>',
  ),
  part(
    'word/document.xml',
    `<w:document xmlns:w="${WORD_NAMESPACE}"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p>` +
      '</w:body></w:document>',
  ),
];

const part = (name: string, xml: string): ZipPart => ({
  name,
  data: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${xml}`),
});

export const sampleDocx = (text = 'Sample'): Buffer => zipOf(wordParts(text));

/** A file of each kind. */
export const SAMPLE_FILES = {
  pdf: samplePdf(),
  jpg: sampleJpg(),
  png: samplePng(),
  doc: sampleDoc(),
  docx: sampleDocx(),
};

function uint32be(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function uint16be(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

import { type FileHandle, open, stat } from 'node:fs/promises';
import { delimitedText } from './delimitedText.js';
import { LIMITS, type Sheet, UnusableFile } from './sheet.js';
import { type RawSheet, tableOf } from './table.js';
import { openWorkbook } from './workbook.js';
import { LOCKED } from './zipPackage.js';

/**
 * The tables of a file, CSV or a workbook by what it is and not by what it is called. Sheets that
 * are hidden or empty are left out.
 * @param fileName as it was uploaded; its ending says in sentences what was tried.
 * @throws UnusableFile with a sentence that says what to do.
 */
export async function openSheets(path: string, fileName: string): Promise<readonly Sheet[]> {
  const { size } = await stat(path);
  if (size === 0) throw new UnusableFile('The file is empty.');
  if (size > LIMITS.bytes) {
    throw new UnusableFile(
      'The file is larger than 100 MB. Split it into several files, each with the header.',
    );
  }
  const tables: Sheet[] = [];
  for (const sheet of await rawSheets(path, fileName)) {
    const table = await tableOf(sheet);
    if (table) tables.push(table);
  }
  if (tables.length > 0) return tables;
  throw new UnusableFile('The file has no rows below a header.');
}

const rawSheets = async (path: string, fileName: string): Promise<readonly RawSheet[]> => {
  const head = await headOf(path);
  const kind = kindOf(head);
  if (kind?.message) throw new UnusableFile(kind.message);
  if (kind?.isCompound) {
    throw new UnusableFile((await isEncrypted(path, head)) ? LOCKED : OLD_WORKBOOK);
  }
  return kind ? openWorkbook(path) : [await delimitedText(path, fileName)];
};

const SAVE_AS = 'Open it in Excel or LibreOffice, save it as “Excel Workbook (.xlsx)”';
const OLD_WORKBOOK = `This is a workbook in the old format (.xls). ${SAVE_AS}, and upload that.`;

interface FileKind {
  /** Of its bytes, in hexadecimal. */
  readonly begins?: readonly string[];
  /** Or of its text. */
  readonly reads?: RegExp;
  /** Said of what cannot be read. */
  readonly message?: string;
  readonly isCompound?: boolean;
}

const kindOf = (head: Buffer): FileKind | undefined => {
  const bytes = head.toString('hex');
  const text = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  return KINDS.find(
    ({ begins, reads }) => begins?.some((start) => bytes.startsWith(start)) || reads?.test(text),
  );
};

/** How files begin that are no list of rows. */
const KINDS: readonly FileKind[] = [
  { begins: ['504b0304'] },
  { begins: ['d0cf11e0'], isCompound: true },
  {
    reads: /^%PDF/,
    message:
      'This is a PDF. Ask for the same list as a spreadsheet (.xlsx, .ods or .csv), and upload that.',
  },
  {
    reads: /^<(?:!doctype html|html|table|head|body|meta)\b/i,
    message: `This is a web page that is called a spreadsheet. ${SAVE_AS}, and upload that.`,
  },
  { reads: /^<\?xml/, message: `This is an XML file. ${SAVE_AS}, and upload that.` },
  {
    // PNG, JPEG, GIF, WebP.
    begins: ['89504e47', 'ffd8ff', '47494638', '52494646'],
    message: 'This is a picture. Upload the spreadsheet itself (.xlsx, .ods or .csv).',
  },
  {
    // RTF, RAR, 7z, gzip.
    begins: ['7b5c727466', '52617221', '377abcaf', '1f8b'],
    message: 'This is no spreadsheet. Upload it as .xlsx, .ods or .csv.',
  },
];

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    return await bytesAt(file, 0, 512);
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}

/**
 * Whether a compound file (MS-CFB) holds an encrypted workbook: its directory, whose first sector
 * the header names, has a stream of that name (MS-OFFCRYPTO).
 */
async function isEncrypted(path: string, head: Buffer): Promise<boolean> {
  if (head.length < 52) return false;
  const sector = 2 ** head.readUInt16LE(30);
  const first = head.readUInt32LE(48);
  const file = await open(path);
  try {
    const directory = await bytesAt(file, (first + 1) * sector, 8192);
    return directory.includes(Buffer.from('EncryptedPackage', 'utf16le'));
  } finally {
    await file.close();
  }
}

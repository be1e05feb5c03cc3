import { damagedFile, type Inspector, wrongKindOfFile } from './inspector.js';

/*
 * Word's binary format is a stream named WordDocument in an OLE compound file, by [MS-CFB]:
 * a header, sectors of one size, and among them a directory of entries of 128 bytes.
 */
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const NAME_LENGTH_AT = 64;
const TYPE_AT = 66;
const CLASS_AT = 80;
const FIRST_TABLES_AT = 76;
const ROOT = 5;
const STREAM = 2;

const NO_CLASS = '0'.repeat(32);
/** {00020906-0000-0000-C000-000000000046} and the one of Word 6 and 95, as they are stored. */
const WORD_CLASSES = ['0609020000000000c000000000000046', '0009020000000000c000000000000046'];
/** The streams of Word, and those of programs whose files are built in the same way. */
const WORD_STREAM = 'WordDocument';
/** What every project of macros has, by [MS-OVBA]. */
const MACROS_STREAM = '_VBA_PROJECT';
const MAIN_STREAMS = [WORD_STREAM, 'Workbook', 'Book', 'PowerPoint Document'];

/** Numbers from here on name no sector. */
const NO_SECTOR = 0xfffffffa;

const sectorSize = (header: Buffer): number => 2 ** header.readUInt16LE(30);

/** Where a sector begins; the header takes the place of one. */
const sectorAt = (header: Buffer, sector: number): number => (sector + 1) * sectorSize(header);

/** Where the last of the tables ends that the header names: a file that was cut off ends before. */
function endOfTables(header: Buffer): number {
  let end = 0;
  for (let at = FIRST_TABLES_AT; at < HEADER_BYTES; at += 4) {
    const sector = header.readUInt32LE(at);
    if (sector < NO_SECTOR) end = Math.max(end, sectorAt(header, sector + 1));
  }
  return end;
}

/** The name of a directory entry of some type; null when these bytes are none. */
function entryName(entry: Buffer, type: number): string | null {
  const bytes = entry.readUInt16LE(NAME_LENGTH_AT);
  if (entry[TYPE_AT] !== type || bytes < 4 || bytes > NAME_LENGTH_AT || bytes % 2 > 0) return null;
  return entry.toString('utf16le', 0, bytes - 2);
}

/** A Word document in the binary format, whose directory and tables of sectors are there. */
export function wordBinaryInspector(): Inspector {
  let pending = Buffer.alloc(0);
  let passed = 0;
  let header = Buffer.alloc(0);
  let rootAt = 0;
  let rootClass: string | null = null;
  let firstStream: string | null = null;
  let hasWordStream = false;
  let hasMacros = false;

  const begin = (): void => {
    const isLittleEndian = header.readUInt16LE(28) === 0xfffe;
    if (!isLittleEndian || ![9, 12].includes(header.readUInt16LE(30))) throw damagedFile();
    rootAt = sectorAt(header, header.readUInt32LE(48));
  };

  const lookAtEntry = (entry: Buffer, at: number): void => {
    if (at === rootAt && entryName(entry, ROOT) !== null) {
      rootClass = entry.toString('hex', CLASS_AT, CLASS_AT + 16);
    }
    const name = entryName(entry, STREAM);
    hasMacros ||= name === MACROS_STREAM;
    if (name === null || !MAIN_STREAMS.includes(name)) return;
    firstStream ??= name;
    hasWordStream ||= name === WORD_STREAM;
  };

  return {
    look(part) {
      const bytes = Buffer.concat([pending, part]);
      let at = 0;
      for (; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
        const entry = bytes.subarray(at, at + ENTRY_BYTES);
        if (passed < HEADER_BYTES) header = Buffer.concat([header, entry]);
        else lookAtEntry(entry, passed);
        passed += ENTRY_BYTES;
        if (passed === HEADER_BYTES) begin();
      }
      pending = bytes.subarray(at);
    },
    conclude(size) {
      if (header.length < HEADER_BYTES || rootClass === null) throw damagedFile();
      // A workbook may hold a Word document, and the other way round: its own stream comes first.
      const isWord =
        rootClass === NO_CLASS ? firstStream === WORD_STREAM : WORD_CLASSES.includes(rootClass);
      if (!isWord) throw wrongKindOfFile();
      if (!hasWordStream || endOfTables(header) > size) throw damagedFile();
    },
    activeContent: () => (hasMacros ? 'found' : 'none'),
  };
}

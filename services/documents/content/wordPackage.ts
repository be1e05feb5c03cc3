import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { Refusal } from '../../platform/errors.js';
import { damagedFile, type Inspector, unsafeFile, wrongKindOfFile } from './inspector.js';

/** What the directory of a package, which is at its end, may take. */
const DIRECTORY_BYTES = 1024 * 1024;
const MOST_ENTRIES = 5000;
/** Bytes that a package may unpack to, and how many times its own size. */
const MOST_UNPACKED = 200 * 1024 * 1024;
const MOST_TIMES = 100;

/** Before the name of an entry, where its data is. */
const LOCAL_HEADER_BYTES = 30;

/** How a part is held, by its number in the format. */
const STORED = 0;
const DEFLATED = 8;

const CONTENT_TYPES = '[Content_Types].xml';
const MAIN_PART = 'word/document.xml';
/** Programs inside: Word does not open such a file under this kind, either. */
const MACROS = 'word/vbaProject.bin';

/**
 * A Word document in the format of today: a ZIP of parts, of 10 MB at most. What its directory
 * declares is held against what whoever opens it will have to bear; then every part is unpacked
 * piece by piece, and thrown away, to see that it is no larger than declared.
 */
export function wordPackageInspector(): Inspector {
  const parts: Buffer[] = [];
  return {
    look: (part) => void parts.push(part),
    async conclude(size) {
      const zip = await opened(Buffer.concat(parts));
      const entries = await directoryOf(zip);
      refuseBomb(entries, size);
      const names = new Set(entries.map(({ fileName }) => fileName));
      if (!names.has(CONTENT_TYPES) || !names.has(MAIN_PART)) throw wrongKindOfFile();
      if (names.has(MACROS)) throw wrongKindOfFile();
      for (const entry of entries) await unpack(zip, entry);
    },
  };
}

const opened = (bytes: Buffer): Promise<ZipFile> =>
  fromBufferPromise(bytes).catch(() => {
    throw damagedFile();
  });

/** @throws Refusal when it cannot be read, or is larger than a document's would be. */
async function directoryOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MOST_ENTRIES) throw unsafeFile();
  const entries: Entry[] = [];
  let bytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (bytes > DIRECTORY_BYTES) throw unsafeFile();
      entries.push(entry);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : damagedFile();
  }
  return entries;
}

/** @throws Refusal when it unpacks to too much, or entries share their data to that end. */
function refuseBomb(entries: readonly Entry[], size: number): void {
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (unpacked > MOST_UNPACKED || unpacked > MOST_TIMES * size) throw unsafeFile();
  const inOrder = entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  inOrder.forEach((entry, i) => {
    const { relativeOffsetOfLocalHeader: at, fileNameLength, compressedSize } = entry;
    const next = inOrder[i + 1]?.relativeOffsetOfLocalHeader ?? size;
    if (at + LOCAL_HEADER_BYTES + fileNameLength + compressedSize > next) throw unsafeFile();
  });
}

/** @throws Refusal when more comes out of a part than was declared, or it cannot be unpacked. */
async function unpack(zip: ZipFile, entry: Entry): Promise<void> {
  const isPacked = entry.compressionMethod === DEFLATED;
  // What is stored as it is cannot be larger: yauzl compares both sizes.
  if (!isPacked && entry.compressionMethod !== STORED) throw damagedFile();
  if (!isPacked) return;
  let unpacked = 0;
  const counted = new Writable({
    write(piece: Buffer, _encoding, done) {
      unpacked += piece.length;
      done(unpacked > entry.uncompressedSize ? unsafeFile() : null);
    },
  });
  try {
    const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    await pipeline(packed, createInflateRaw(), counted);
  } catch (error) {
    throw error instanceof Refusal ? error : damagedFile();
  }
}

import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import type { ActiveContent } from '@insuremanager/contracts/documents/documentKinds';
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

/** What the parts are, by Part 2 of ECMA-376 (Open Packaging Conventions): their names say nothing. */
const CONTENT_TYPES = '[content_types].xml';
const DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
/** Programs inside: Word does not open such a file under this kind, either. */
const MACROS = /macroenabled|vbaproject/i;
/** What parts are to each other stands in parts of this name. */
const RELATIONSHIPS = /\.rels$/i;
/** Relationships by which a document brings a program, a file, or what is fetched from elsewhere. */
const ACTIVE_RELATIONSHIPS =
  /\/(?:oleObject|package|control|attachedTemplate|aFChunk|subDocument)$/i;
/** Of the parts that say what others are, together in bytes. */
const MOST_DESCRIBED = 4 * 1024 * 1024;

/**
 * A Word document in the format of today: a ZIP of parts, of 10 MB at most. What its directory
 * declares is held against what whoever opens it will have to bear; then every part is unpacked
 * piece by piece, and thrown away, to see that it is no larger than declared.
 */
export function wordPackageInspector(): Inspector {
  const parts: Buffer[] = [];
  let found: ActiveContent = 'none';
  return {
    look: (part) => void parts.push(part),
    async conclude(size) {
      const zip = await opened(Buffer.concat(parts));
      const entries = await directoryOf(zip);
      refuseBomb(entries, size);
      for (const entry of entries) await unpack(zip, entry);
      const types = await described(
        zip,
        entries.filter(({ fileName }) => fileName.toLowerCase() === CONTENT_TYPES),
      );
      const relationships = await described(
        zip,
        entries.filter(({ fileName }) => RELATIONSHIPS.test(fileName)),
      );
      if (!types.values.includes(DOCUMENT)) throw wrongKindOfFile();
      if ([...types.values, ...relationships.values].some((value) => MACROS.test(value))) {
        throw wrongKindOfFile();
      }
      if (relationships.values.some((value) => ACTIVE_RELATIONSHIPS.test(value))) found = 'found';
      else if (!types.isPlain || !relationships.isPlain) found = 'unknown';
    },
    activeContent: () => found,
  };
}

interface Described {
  /** The types that the parts name. */
  readonly values: readonly string[];
  /** Whether all of them are there as they are written: none in another encoding, or by entities. */
  readonly isPlain: boolean;
}

/** @throws Refusal for more of such parts than a document has. */
async function described(zip: ZipFile, entries: readonly Entry[]): Promise<Described> {
  const size = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (size > MOST_DESCRIBED) throw unsafeFile();
  const texts: string[] = [];
  try {
    for (const entry of entries) texts.push(await text(await zip.openReadStreamPromise(entry)));
  } catch {
    throw damagedFile();
  }
  const values = texts.flatMap((xml) =>
    [...xml.matchAll(/\b(?:Type|ContentType)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
      ([, double, single]) => (double ?? single ?? '').trim(),
    ),
  );
  const isPlain =
    texts.every((xml) => /^\uFEFF?\s*</.test(xml) && !/[\0\uFFFD]|<!DOCTYPE/.test(xml)) &&
    texts.every((xml) => !/<\?xml[^>]*encoding\s*=\s*["'](?!utf-8|us-ascii)/i.test(xml)) &&
    values.every((value) => !value.includes('&'));
  return { values, isPlain };
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

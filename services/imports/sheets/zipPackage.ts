import { type SaxesAttributePlain, SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { UnusableFile } from './sheet.js';

const MOST_PARTS = 5000;
/** Bytes that a workbook may unpack to, and how many times its own size beyond the first of them. */
const MOST_UNPACKED = 2 * 1024 ** 3;
const ALWAYS_ALLOWED = 64 * 1024 ** 2;
const MOST_TIMES = 200;
/** Characters without a tag in between. */
const LONGEST_TEXT = 1024 * 1024;
/** Tags inside of each other; those of sheets are some eight. */
const DEEPEST = 64;

export interface Package {
  /** Paths of its parts, as they stand in the package. */
  readonly paths: readonly string[];
  /** Tells the tags and texts of a part to a visitor, and what the visitor has after each piece. */
  visit<Item>(path: string, visitor: () => Visitor<Item>): AsyncIterable<Item>;
}

/** Tags by their local names: prefixes differ between programs. */
export interface Visitor<Item> {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
  /** What came of the tags since this was asked the last time. */
  take?(): Iterable<Item>;
  /** Nothing behind this is wanted. */
  isDone?(): boolean;
}

/** By local name. */
export type Attributes = (name: string) => string | undefined;

/**
 * A ZIP of XML parts. Its directory is held against what may be unpacked before anything is; a part
 * that is larger than it says is refused by the reader.
 * @throws UnusableFile
 */
export async function openPackage(path: string): Promise<Package> {
  const entries = await inZip(path, (zip) => directoryOf(zip));
  return {
    paths: [...entries.keys()],
    visit: (part, visitor) => visited(path, entries.get(part), visitor),
  };
}

/** Runs `work` on the open file; a file is open only as long as it is read. */
async function inZip<Result>(path: string, work: (zip: ZipFile) => Promise<Result>) {
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw new UnusableFile(CUT_OFF, { cause: error });
  });
  try {
    return await work(zip);
  } finally {
    zip.close();
  }
}

const CUT_OFF =
  'The workbook is damaged, or its end is missing. Open it in Excel or LibreOffice, save it again, and upload that.';
const BOMB = 'The workbook unpacks to far more than a list has. Save it as CSV, and upload that.';
export const LOCKED =
  'The workbook is protected with a password. Save it without one, and upload that.';

const OF_WORKBOOK = { damaged: CUT_OFF, bomb: BOMB, locked: LOCKED };

/** What is in a ZIP, held against what may be unpacked. @param says what is wrong with it, in sentences */
export async function directoryOf(
  zip: ZipFile,
  says = OF_WORKBOOK,
): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MOST_PARTS) throw new UnusableFile(says.bomb);
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new UnusableFile(says.locked);
      unpacked += entry.uncompressedSize;
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw new UnusableFile(says.damaged, { cause: error });
  }
  const allowed = Math.max(ALWAYS_ALLOWED, MOST_TIMES * zip.fileSize);
  if (unpacked > Math.min(MOST_UNPACKED, allowed)) throw new UnusableFile(says.bomb);
  return entries;
}

async function* visited<Item>(
  path: string,
  entry: Entry | undefined,
  visitorOf: () => Visitor<Item>,
): AsyncIterable<Item> {
  if (!entry) return;
  const zip = await openPromise(path, { autoClose: false });
  const visitor = visitorOf();
  const parser = parserFor(visitor);
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      decoder ??= new TextDecoder(encodingOf(bytes));
      parser.write(decoder.decode(bytes, { stream: true }));
      if (visitor.take) yield* visitor.take();
      if (visitor.isDone?.()) return;
    }
    parser.close();
    if (visitor.take) yield* visitor.take();
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw new UnusableFile(CUT_OFF, { cause: error });
  } finally {
    zip.close();
  }
}

/** XML without a declaration is UTF-8; with marks it may be UTF-16. */
const encodingOf = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
};

const localName = (name: string): string => {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
};

/**
 * A parser that does not keep what it read. It knows no entities but those of XML: what a document
 * defines by itself is an error, so nothing multiplies.
 */
function parserFor({ open, text, close }: Visitor<unknown>) {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let sinceTag = 0;
  let depth = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes, isSelfClosing }: SaxesTagPlain) => {
    sinceTag = 0;
    depth += isSelfClosing ? 0 : 1;
    if (depth > DEEPEST) throw new UnusableFile(BOMB);
    open?.(localName(name), (wanted) => attributeOf(attributes, wanted));
  });
  if (text) parser.on('text', text);
  if (text) parser.on('cdata', text);
  parser.on('closetag', ({ name, isSelfClosing }: SaxesTagPlain) => {
    sinceTag = 0;
    depth -= isSelfClosing ? 0 : 1;
    close?.(localName(name));
  });
  return {
    write(piece: string) {
      sinceTag += piece.length;
      parser.write(piece);
      if (sinceTag > LONGEST_TEXT) throw new UnusableFile(BOMB);
    },
    close: () => void parser.close(),
  };
}

function attributeOf(
  attributes: Readonly<Record<string, SaxesAttributePlain | string>>,
  wanted: string,
): string | undefined {
  const direct = attributes[wanted];
  if (direct !== undefined) return String(direct);
  for (const name in attributes) {
    if (name.endsWith(wanted) && localName(name) === wanted) return String(attributes[name]);
  }
  return undefined;
}

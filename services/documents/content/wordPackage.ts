import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { Refusal } from '../../platform/errors.js';
import { damagedFile, fileTail, type Inspector, unsafeFile, wrongKindOfFile } from './inspector.js';

/** What the directory of a package, which is at its end, may take. */
const DIRECTORY_BYTES = 1024 * 1024;
const MOST_ENTRIES = 5000;
/** Bytes that a package may unpack to, and how many times its own size. */
const MOST_UNPACKED = 200 * 1024 * 1024;
const MOST_TIMES = 100;

/** Before the name of an entry, where its data is. */
const LOCAL_HEADER_BYTES = 30;

const CONTENT_TYPES = '[Content_Types].xml';
const MAIN_PART = 'word/document.xml';
/** Programs inside: Word does not open such a file under this kind, either. */
const MACROS = 'word/vbaProject.bin';

/**
 * A Word document in the format of today: a ZIP of parts. Only its directory is read, so nothing is
 * unpacked here; what it declares is held against what whoever opens it will have to bear.
 */
export function wordPackageInspector(): Inspector {
  const tail = fileTail(DIRECTORY_BYTES);
  return {
    look: tail.add,
    async conclude(size) {
      const entries = await directoryOf(tail.bytes(), size);
      refuseBomb(entries, size);
      const names = new Set(entries.map(({ fileName }) => fileName));
      if (!names.has(CONTENT_TYPES) || !names.has(MAIN_PART)) throw wrongKindOfFile();
      if (names.has(MACROS)) throw wrongKindOfFile();
    },
  };
}

/** @throws Refusal when it cannot be read, or is larger than a document's would be. */
async function directoryOf(tail: Buffer, size: number): Promise<Entry[]> {
  try {
    const zip = await fromRandomAccessReaderPromise(new TailReader(tail, size), size);
    if (zip.entryCount > MOST_ENTRIES) throw unsafeFile();
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    return entries;
  } catch (error) {
    throw error instanceof Refusal ? error : damagedFile();
  }
}

/** Reads from the end of a file alone. */
class TailReader extends RandomAccessReader {
  readonly #tail: Buffer;
  readonly #tailAt: number;

  constructor(tail: Buffer, size: number) {
    super();
    this.#tail = tail;
    this.#tailAt = size - tail.length;
  }

  override read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    const from = position - this.#tailAt;
    if (from < 0) done(unsafeFile());
    else if (from + length > this.#tail.length) done(damagedFile());
    else {
      this.#tail.copy(into, offset, from, from + length);
      done(null);
    }
  }
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

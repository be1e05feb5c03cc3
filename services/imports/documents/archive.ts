import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { query } from '../../platform/postgres/postgres.js';
import type { ImportParts } from '../importParts.js';
import { type ImportTableRow, RECEIVED } from '../importTables.js';
import { UnusableFile } from '../sheets/sheet.js';
import { directoryOf } from '../sheets/zipPackage.js';

/** A ZIP on this machine's disk, while it is open. */
export interface Archive {
  /** Its files by their paths; without folders and without what systems add by themselves. */
  readonly sizes: ReadonlyMap<string, number>;
  /** One that is larger than it says fails. */
  read(path: string): Promise<Readable>;
  close(): void;
}

const SAYS = {
  damaged: 'The ZIP is damaged, or its end is missing. Make it again, and upload that.',
  bomb: 'The ZIP has more than 5,000 files, or unpacks to far more than documents do. Split it, and import its parts.',
  locked: 'The ZIP is protected with a password. Make one without, and upload that.',
};

/** What file managers leave in a ZIP. */
const LEFT_BEHIND = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;
/** What a workbook has that documents have not. */
const OF_WORKBOOKS = ['[Content_Types].xml', 'mimetype'];

/** Null: it is no ZIP, or a workbook. @throws UnusableFile */
export async function openArchive(path: string): Promise<Archive | null> {
  if (!(await isZip(path))) return null;
  const zip: ZipFile = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw new UnusableFile(SAYS.damaged, { cause: error });
  });
  try {
    const entries = await directoryOf(zip, SAYS);
    if (OF_WORKBOOKS.some((name) => entries.has(name))) {
      zip.close();
      return null;
    }
    const files = new Map<string, Entry>(
      [...entries].filter(([name]) => !name.endsWith('/') && !LEFT_BEHIND.test(name)),
    );
    if (files.size === 0) throw new UnusableFile('The ZIP has no files in it.');
    return {
      sizes: new Map([...files].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
      read(name) {
        const entry = files.get(name);
        if (!entry) throw new Error('The ZIP does not have this file');
        return zip.openReadStreamPromise(entry);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('hex') === '504b0304';
  } finally {
    await file.close();
  }
}

/** Gives work what was uploaded, in a folder of its own that goes with it. */
export async function onDisk<Result>(
  { files }: Pick<ImportParts, 'files'>,
  fileKey: string,
  signal: AbortSignal,
  work: (path: string, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'sheets-'));
  try {
    const path = join(folder, 'upload');
    const contentKey = await files.contentKeyOf(RECEIVED, fileKey);
    const content = await files.open(fileKey, contentKey);
    await pipeline(content, createWriteStream(path, { mode: 0o600 }), { signal });
    return await work(path, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Phase = (
  parts: ImportParts,
  row: ImportTableRow,
  signal: AbortSignal,
  archive: Archive | null,
) => Promise<void>;

/** A phase with the ZIP that its import came as, if it did. */
export const withArchive =
  (phase: Phase) =>
  (parts: ImportParts, row: ImportTableRow, signal: AbortSignal): Promise<void> =>
    row.file_key === null
      ? phase(parts, row, signal, null)
      : onDisk(parts, row.file_key, signal, async (path) => {
          const archive = await openArchive(path);
          try {
            await phase(parts, row, signal, archive);
          } finally {
            archive?.close();
          }
        });

/** Removes what was uploaded, once it is of no use any more. */
export async function dropUploads(
  { pool, files }: Pick<ImportParts, 'pool' | 'files'>,
  ids: readonly number[],
): Promise<void> {
  const kept = await query<{ file_key: string }>(
    pool,
    'SELECT file_key FROM imports.imports WHERE id = ANY ($1) AND file_key IS NOT NULL',
    [ids],
  );
  await query(
    pool,
    'UPDATE imports.imports SET file_key = NULL, files = NULL WHERE id = ANY ($1)',
    [ids],
  );
  for (const { file_key } of kept) await files.remove(file_key);
}

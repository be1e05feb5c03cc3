import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkedKey } from '@insuremanager/services/platform/files/fileKey';
import { FileMissing, type FileStore } from '@insuremanager/services/platform/files/fileStore';
import { openFolderFiles } from '@insuremanager/services/platform/files/folderFiles';
import type { Say } from '../start/part.js';
import { CopiedFile } from './journal.js';
import type { FilesCopy } from './manifest.js';
import { linesOf, measure, measured, writeDurably } from './sealedFiles.js';

/** Marks of the installations that a store belongs to: another store gets its own. */
const MARKS = 'installations/';
const FOLDER = 'files';
const LIST = 'files.ndjson';
const SAID_EVERY = 100;

type Readable = Pick<FileStore, 'get'>;

/** The files of a backup, which may lie where nothing can be written. */
export const copiesIn = (folder: string): Readable => ({
  async get(key) {
    const stream = createReadStream(join(folder, FOLDER, checkedKey(key)));
    const opened = once(stream, 'open');
    await opened.catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' || error.code === 'ENOTDIR' ? new FileMissing(key) : error;
    });
    return stream;
  },
});

interface FileCopyParts {
  readonly folder: string;
  readonly fileStore: FileStore;
  /** What was copied before. */
  readonly files: readonly CopiedFile[];
  readonly onFile: (file: CopiedFile) => Promise<void>;
  readonly remark: Say;
  readonly ended: AbortSignal;
}

/** Copies the files of a store that were not copied before. They are encrypted, and stay so. */
export async function copyFiles(parts: FileCopyParts): Promise<FilesCopy> {
  const { folder, fileStore, onFile, remark, ended } = parts;
  const copies = new Map(parts.files.map((file) => [file.key, file]));
  const target = await openFolderFiles(join(folder, FOLDER));
  for await (const { key } of fileStore.list('')) {
    ended.throwIfAborted();
    if (key.startsWith(MARKS) || copies.has(key)) continue;
    // What a copy that was broken off left may be half of it.
    await target.remove(key);
    const file = await copyFile(fileStore, target, key);
    if (!file) continue;
    await onFile(file);
    copies.set(key, file);
    if (copies.size % SAID_EVERY === 0) remark(`Files: ${copies.size} are copied.`);
  }
  await rm(join(folder, FOLDER, '.parts'), { recursive: true, force: true });
  const files = [...copies.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const stored = await writeDurably(join(folder, LIST), linesOfFiles(files));
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  return { name: LIST, count: files.length, totalBytes, ...stored };
}

/** Undefined when it was removed since it was listed, so that no event needs it. */
async function copyFile(
  source: FileStore,
  target: FileStore,
  key: string,
): Promise<CopiedFile | undefined> {
  try {
    const { through, result } = measured(await source.get(key));
    await target.put(key, through());
    const { bytes: size, sha256 } = result();
    return { key, size, sha256 };
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}

function* linesOfFiles(files: readonly CopiedFile[]): Generator<Buffer> {
  for (const file of files) yield Buffer.from(`${JSON.stringify(file)}\n`);
}

/** The files of a backup, in order of their keys. */
export async function* filesIn(folder: string): AsyncGenerator<CopiedFile, void, undefined> {
  for await (const line of linesOf(createReadStream(join(folder, LIST)))) {
    yield CopiedFile.parse(JSON.parse(line));
  }
}

/** @throws an Error that names the file when one is missing or is not what was copied. */
export async function checkFile(store: Readable, file: CopiedFile, where: string): Promise<void> {
  const found = await measureFile(store, file.key);
  if (!found) throw new Error(`${where}: ${file.key} is missing.`);
  if (found.sha256 !== file.sha256) throw new Error(`${where}: ${file.key} is damaged.`);
}

async function measureFile(store: Readable, key: string) {
  try {
    return await measure(await store.get(key));
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}

/** The first file in a store that the backup does not hold; undefined when there is none. */
export async function strangeFile(folder: string, store: FileStore): Promise<string | undefined> {
  const known = new Set<string>();
  for await (const { key } of filesIn(folder)) known.add(key);
  for await (const { key } of store.list('')) {
    if (!key.startsWith(MARKS) && !known.has(key)) return key;
  }
  return undefined;
}

interface FileRestoreParts {
  readonly folder: string;
  readonly fileStore: FileStore;
  readonly remark: Say;
  readonly ended: AbortSignal;
}

/**
 * Puts into a store what it lacks of the files of a backup, and looks whether all are there as they
 * were; how many that are. What is there and is damaged stays, and is named.
 */
export async function restoreFiles(parts: FileRestoreParts): Promise<number> {
  const { folder, fileStore, remark, ended } = parts;
  const source = copiesIn(folder);
  let done = 0;
  for await (const file of filesIn(folder)) {
    ended.throwIfAborted();
    if (!(await fileStore.has(file.key))) {
      await fileStore.put(file.key, await source.get(file.key));
    }
    await checkFile(fileStore, file, 'The file store');
    done += 1;
    if (done % SAID_EVERY === 0) remark(`Files: ${done} are restored.`);
  }
  return done;
}

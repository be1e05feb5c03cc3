import { randomUUID } from 'node:crypto';
import { constants, type ReadStream } from 'node:fs';
import { access, type FileHandle, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  fileAt,
  filesBelow,
  giveName,
  makeFolder,
  onDisk,
  removeIfThere,
  removeOlderFiles,
  writeAll,
} from './disk.js';
import { checkedKey, checkedPrefix } from './fileKey.js';
import { FileExists, FileMissing, type FileStore } from './fileStore.js';
import { readableOf } from './readableOf.js';
import { storeAway } from './storeRefusals.js';

/** No key begins like this, so it is in nobody's way. */
const PARTS = '.parts';

/** Whoever has not written to a part for so long is dead. Milliseconds. */
const PART_IS_LEFT_AFTER_MS = 60 * 60 * 1000;

const FILE_MODE = 0o600;

export interface FolderOptions {
  /** Opens a new file for writing. */
  openPart?: (path: string) => Promise<FileHandle>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * Files in a folder, which is made when it is missing; several processes may share it. A file is
 * written elsewhere in it and gets its name when it is whole, so a crash leaves nothing half there.
 * What a crash leaves elsewhere is removed when the folder is opened, or tidied up, an hour later or
 * after that.
 * @throws Refusal `unavailable`, `storage-full`
 */
export async function openFolderFiles(
  folder: string,
  options: FolderOptions = {},
): Promise<FileStore> {
  const { openPart = (path) => open(path, 'wx', FILE_MODE), now = Date.now } = options;
  const root = resolve(folder);
  const parts = join(root, PARTS);
  const pathOf = (key: string): string => join(root, checkedKey(key));

  const tidy = () => onDisk(() => removeOlderFiles(parts, now() - PART_IS_LEFT_AFTER_MS));

  await onDisk(() => makeFolder(parts));
  await tidy();

  return {
    async put(key, content) {
      const path = pathOf(key);
      const part = join(parts, randomUUID());
      try {
        await write(await onDisk(() => openPart(part)), content);
        await onDisk(() => giveName(part, path, root), { EEXIST: () => new FileExists(key) });
      } finally {
        await onDisk(() => removeIfThere(part));
      }
    },

    get: folderFilesToRead(root).get,

    async has(key) {
      const path = pathOf(key);
      return (await onDisk(() => fileAt(path))) !== undefined;
    },

    async remove(key) {
      const path = pathOf(key);
      await onDisk(() => removeIfThere(path));
    },

    async *list(prefix) {
      const keys = filesBelow(root, checkedPrefix(prefix));
      for (;;) {
        const { done, value: key } = await onDisk(() => keys.next());
        if (done) return;
        const file = await onDisk(() => fileAt(join(root, key)));
        // It may have been removed since the folder was read.
        if (file) yield { key, size: file.size, storedAt: file.mtime };
      }
    },

    tidy,
    check: () => onDisk(() => access(parts, constants.R_OK | constants.W_OK | constants.X_OK)),
    close: async () => {},
  };
}

/** Those of a folder in which nothing can be written. */
export const folderFilesToRead = (folder: string): Pick<FileStore, 'get'> => ({
  async get(key) {
    const path = join(folder, checkedKey(key));
    const missing = () => new FileMissing(key);
    const handle = await onDisk(() => open(path), { ENOENT: missing, ENOTDIR: missing });
    const stream = handle.createReadStream();
    return readableOf(read(stream), stream);
  },
});

/** What the stream throws stays as it is; only the disk's errors are translated. */
async function write(handle: FileHandle, content: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const bytes of content) await onDisk(() => writeAll(handle, bytes));
    await onDisk(() => handle.sync());
  } finally {
    await onDisk(() => handle.close());
  }
}

async function* read(stream: ReadStream): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* stream;
  } catch (error) {
    throw storeAway(error);
  }
}

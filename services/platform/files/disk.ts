import { type FileHandle, link, mkdir, open, readdir, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { storageFull, storeAway } from './storeRefusals.js';

const FOLDER_MODE = 0o700;

/** What an error of the disk means to the caller, by its code. */
type Meanings = Readonly<Record<string, () => Error>>;

/** @throws Refusal `storage-full`, `unavailable`, or what `meanings` says. */
export async function onDisk<Result>(
  work: () => Promise<Result>,
  meanings: Meanings = {},
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOSPC' || code === 'EDQUOT') throw storageFull(error);
    throw (code && meanings[code]?.()) || storeAway(error);
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Makes a folder, and those above it that are missing. */
export const makeFolder = (path: string): Promise<string | undefined> =>
  mkdir(path, { recursive: true, mode: FOLDER_MODE });

/** One call may write less than it was given. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, from);
    from += bytesWritten;
  }
}

/**
 * Gives a file that is on the disk a second name below `root`, durably: whole or not at all, also
 * when the power fails. @throws EEXIST when the name is taken.
 */
export async function giveName(file: string, path: string, root: string): Promise<void> {
  const folder = dirname(path);
  await makeFolder(folder);
  // Unlike a renaming, this never replaces a file that another process stored meanwhile.
  await link(file, path);
  try {
    // The folders above may be new too, and are only there to stay once those above them are written.
    for (let above = folder; ; above = dirname(above)) {
      await syncFolder(above);
      if (above === root) return;
    }
  } catch (error) {
    await removeIfThere(path);
    throw error;
  }
}

/** Makes a name that was given in a folder durable. */
export const syncFolderOf = (path: string): Promise<void> => syncFolder(dirname(path));

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function removeIfThere(path: string): Promise<void> {
  await unlink(path).catch(unlessMissing);
}

/** Size in bytes and time of a file; undefined when there is none. */
export async function fileAt(path: string): Promise<{ size: number; mtime: Date } | undefined> {
  const found = await stat(path).catch(unlessMissing);
  return found?.isFile() ? found : undefined;
}

function unlessMissing(error: unknown): undefined {
  const code = codeOf(error);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
}

/** Removes files that lie in a folder and were last written before an instant; so many. */
export async function removeOlderFiles(folder: string, than: number): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const file = await fileAt(path);
    if (!file || file.mtime.getTime() >= than) continue;
    await removeIfThere(path);
    removed += 1;
  }
  return removed;
}

/**
 * The paths of all files below a folder that begin with `prefix`, relative to `root`, separated by
 * `/` and in order of their characters. Names that begin with a dot are left out.
 */
export async function* filesBelow(
  root: string,
  prefix: string,
  folder = root,
): AsyncGenerator<string, void, undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(unlessMissing);
  const paths = (entries ?? [])
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => {
      const path = relative(root, join(folder, entry.name)).replaceAll(sep, '/');
      // With its slash a folder stands where the paths below it belong.
      return entry.isDirectory() ? `${path}/` : path;
    })
    .sort();
  for (const path of paths) {
    if (!path.endsWith('/')) {
      if (path.startsWith(prefix)) yield path;
    } else if (path.startsWith(prefix) || prefix.startsWith(path)) {
      yield* filesBelow(root, prefix, join(root, path));
    }
  }
}

import { createHash } from 'node:crypto';
import { EXPORT_FILES } from '@insuremanager/services/exports/index';
import { FileMissing, type FileStore } from '@insuremanager/services/platform/files/fileStore';
import type { Progress } from '../start/installation.js';
import type { Manifest, OpenBackup } from './manifest.js';
import { hashedBy, sha256Of } from './sealedFiles.js';

/** Marks of the installations that a store belongs to: another store gets its own. */
const MARKS = 'installations/';
/** Below it are the files of a backup, under their keys. They are encrypted, and stay so. */
export const FILES = 'files/';
const SAID_EVERY = 100;

type Files = NonNullable<Manifest['files']>;

/**
 * Copies the files of a store that are not there from a copy that was broken off: a file never
 * changes, and is there as a whole or not at all.
 */
export async function copyFiles(
  store: FileStore,
  target: FileStore,
  { remark, ended }: Progress,
): Promise<Files> {
  const files: Files = {};
  let count = 0;
  for await (const { key } of store.list('')) {
    ended.throwIfAborted();
    // What was exported is gone in a day, and exported again.
    if (key.startsWith(MARKS) || key.startsWith(EXPORT_FILES)) continue;
    const sha256 = await copyFile(store, target, key);
    if (!sha256) continue;
    files[key] = sha256;
    count += 1;
    if (count % SAID_EVERY === 0) remark(`Files: ${count} are copied.`);
  }
  for await (const { key } of target.list(FILES)) {
    if (!Object.hasOwn(files, key.slice(FILES.length))) await target.remove(key);
  }
  remark(`Files: ${count} are copied.`);
  return files;
}

/** Its checksum; undefined when it was removed since it was listed, so that no event needs it. */
async function copyFile(source: FileStore, target: FileStore, key: string) {
  try {
    if (await target.has(FILES + key)) return await sha256Of(await target.get(FILES + key));
    const hash = createHash('sha256');
    await target.put(FILES + key, hashedBy(hash, await source.get(key)));
    return hash.digest('hex');
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}

/** @throws an Error with a sentence for the operator when a store holds what the backup does not. */
export async function requireNoOthers(files: Files, store: FileStore): Promise<void> {
  for await (const { key } of store.list('')) {
    if (key.startsWith(MARKS) || Object.hasOwn(files, key)) continue;
    throw new Error(
      `The file store holds ${key}, which the backup does not. Restore into an empty one.`,
    );
  }
}

/**
 * Looks whether all files of a backup are as they were copied: in the backup, or in a store, which is
 * first given those that it lacks. How many that are.
 * @throws an Error that names what is missing or damaged; it stays as it is
 */
export async function checkFiles(
  { sealed, manifest }: OpenBackup,
  { remark, ended }: Progress,
  store?: FileStore,
): Promise<number> {
  const [where, done] = store ? ['The file store', 'restored'] : ['The backup', 'whole'];
  let count = 0;
  for (const [key, sha256] of Object.entries(manifest.files ?? {})) {
    ended.throwIfAborted();
    if (store && !(await store.has(key))) await store.put(key, await sealed.store.get(FILES + key));
    const stored = store ? store.get(key) : sealed.store.get(FILES + key);
    const found = await stored
      .then((content) => sha256Of(content))
      .catch((cause: unknown) => {
        if (!(cause instanceof FileMissing)) throw cause;
        throw new Error(`${where}: ${key} is missing.`, { cause });
      });
    if (found !== sha256) throw new Error(`${where}: ${key} is damaged.`);
    count += 1;
    if (count % SAID_EVERY === 0) remark(`Files: ${count} are ${done}.`);
  }
  return count;
}

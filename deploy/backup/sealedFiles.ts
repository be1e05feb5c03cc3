import { createHash, type Hash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { decrypted, encrypted } from '@insuremanager/services/platform/files/contentCipher';
import { FileMissing, type FileStore } from '@insuremanager/services/platform/files/fileStore';

/** Where the files of a backup lie, and what they are sealed with. */
export interface SealedFiles<Store = Pick<FileStore, 'get'>> {
  readonly store: Store;
  readonly key: Buffer;
}

/**
 * Packs and encrypts what a stream brings. Holds a few pieces, however long the stream.
 * @returns the checksum of what came
 */
export async function writeSealed(
  { store, key }: SealedFiles<FileStore>,
  name: string,
  content: AsyncIterable<Uint8Array>,
  ended?: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  // Errors come out of reading `packed`.
  const packed = pipeline(hashedBy(hash, content, ended), createGzip({ level: 3 }), () => {});
  await store.put(name, encrypted(packed, key, name));
  return hash.digest('hex');
}

/** What was written. @throws an Error that names what is missing or was changed */
export async function* readSealed(
  { store, key }: SealedFiles,
  name: string,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    const stored = decrypted(await store.get(name), key, name);
    yield* pipeline(stored, createGunzip(), () => {});
  } catch (cause) {
    const problem = cause instanceof FileMissing ? 'missing' : 'damaged';
    throw new Error(`The backup: ${name} is ${problem}.`, { cause });
  }
}

/** Lets a stream pass, until it is asked to end. */
export async function* hashedBy(
  hash: Hash,
  content: AsyncIterable<Uint8Array>,
  ended?: AbortSignal,
) {
  for await (const piece of content) {
    ended?.throwIfAborted();
    hash.update(piece);
    yield piece;
  }
}

/** The checksum of all that a stream brings. */
export async function sha256Of(content: AsyncIterable<Uint8Array>, ended?: AbortSignal) {
  const hash = createHash('sha256');
  for await (const _ of hashedBy(hash, content, ended));
  return hash.digest('hex');
}

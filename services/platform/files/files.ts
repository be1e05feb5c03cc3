import { createHash, type Hash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Subject } from '@insuremanager/contracts/events/eventDefinition';
import type { Vault } from '../vault/vault.js';
import { CONTENT_KEY_BYTES, decrypted, encrypted } from './contentCipher.js';
import type { FileStore } from './fileStore.js';
import { type Ownership, ownershipOf } from './ownership.js';
import { readableOf } from './readableOf.js';

/** What was stored, as it was before it was encrypted. */
export interface SavedFile {
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Files that only we can read: encrypted on their way into the store with a key of their own
 * (AES-256-GCM in chunks), so that the store, its backups and whoever reads its disk see nothing.
 */
export interface Files {
  /** Whose store it is; one that is empty becomes ours with the first file that is stored. */
  readonly ownership: Ownership;
  /** A key for the content of one file: 32 random bytes. */
  newContentKey(): Buffer;
  /**
   * A key for the content of one file that follows from its person's key, so that nothing has to be
   * kept to open it. @throws Refusal `subject-erased`
   */
  contentKeyOf(subject: Subject, fileKey: string): Promise<Buffer>;
  /**
   * Encrypts and stores a stream under a key that was never used before. Resolves once it is
   * durable; rejects, with nothing left behind, as `FileStore.put` does.
   * @throws Refusal `unavailable`, `storage-full`; FileExists, and what is there stays, when
   * another   was first; or what the stream threw, as it is.
   */
  keep(fileKey: string, contentKey: Buffer, content: AsyncIterable<Uint8Array>): Promise<SavedFile>;
  /**
   * The content as it was. The stream fails with FileDamaged (and so does not end) when a byte was
   * changed, moved or cut off, or the key is another one. Whoever does not read it to its end
   * destroys it. @throws FileMissing, Refusal `unavailable`
   */
  open(fileKey: string, contentKey: Buffer): Promise<Readable>;
  has(fileKey: string): Promise<boolean>;
  /** No error when it is not there. */
  remove(fileKey: string): Promise<void>;
  /** Keys below a prefix that were stored before an instant, in order. */
  storedBefore(prefix: string, instant: Date): AsyncIterable<string>;
  /** Removes what was left of files that were not stored to their end; so many. */
  tidy(): Promise<number>;
  /** @throws Refusal `unavailable` */
  check(): Promise<void>;
}

export function createFiles(parts: { store: FileStore; vault: Vault }): Files {
  const { store, vault } = parts;
  const ownership = ownershipOf(store, vault);
  let marked: Promise<void> | undefined;
  const markOnce = async (): Promise<void> => {
    marked ??= ownership.markIfEmpty();
    try {
      await marked;
    } catch (error) {
      marked = undefined;
      throw error;
    }
  };

  return {
    ownership,
    newContentKey: () => randomBytes(CONTENT_KEY_BYTES),
    contentKeyOf: (subject, fileKey) => vault.deriveKey(subject, `file ${fileKey}`),

    async keep(fileKey, contentKey, content) {
      await markOnce();
      const progress = { size: 0, hash: createHash('sha256') };
      await store.put(fileKey, encrypted(observed(content, progress), contentKey, fileKey));
      return { size: progress.size, sha256: progress.hash.digest('hex') };
    },

    async open(fileKey, contentKey) {
      const stored = await store.get(fileKey);
      return readableOf(decrypted(stored, contentKey, fileKey), stored);
    },

    has: (fileKey) => store.has(fileKey),
    remove: (fileKey) => store.remove(fileKey),

    async *storedBefore(prefix, instant) {
      for await (const { key, storedAt } of store.list(prefix)) if (storedAt < instant) yield key;
    },

    tidy: async () => (await store.tidy?.()) ?? 0,
    check: () => store.check(),
  };
}

/** The stream as it is, counted and hashed as it goes by. */
async function* observed(
  content: AsyncIterable<Uint8Array>,
  progress: { size: number; hash: Hash },
) {
  for await (const bytes of content) {
    progress.size += bytes.length;
    progress.hash.update(bytes);
    yield bytes;
  }
}

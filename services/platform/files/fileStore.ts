import type { Readable } from 'node:stream';

/**
 * Bytes under keys: a bucket of an S3 server, or a folder. Keys are made by us (see `fileKey.ts`);
 * nothing personal is in them.
 *
 * Every method throws `unavailable` when the store cannot be reached or does not answer in time, and
 * `storage-full` (503 as well) when there is no room left.
 */
export interface FileStore {
  /**
   * Stores everything that a stream brings, without ever holding all of it. When this resolves it is
   * durable and can be read; when it rejects (the stream broke, the disk is full, the store went
   * away) nothing of it is under the key; only where a server's last answer was lost, all of it may
   * be. The stream may then be unread. A key is written once.
   * @throws Refusal `unavailable`, `storage-full`; FileExists, and what is there stays; or what the
   *   stream threw, as it is.
   */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Reads no faster than it is read. The stream fails with `unavailable` when the store goes away.
   * Whoever does not read it to its end destroys it.
   * @throws FileMissing before the first byte.
   */
  get(key: string): Promise<Readable>;
  has(key: string): Promise<boolean>;
  /** No error when it is not there. */
  remove(key: string): Promise<void>;
  /** All whose keys begin with a text, in order of keys. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /**
   * Removes what processes that died left of files that they had not stored to their end; so many.
   * What is being stored, be it by another process, stays. Absent where the store does so by itself.
   */
  tidy?(): Promise<number>;
  /** Resolves when the store answers. @throws Refusal `unavailable` */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface StoredFile {
  readonly key: string;
  /** As stored, which is more than the content. Bytes. */
  readonly size: number;
  readonly storedAt: Date;
}

/** Nothing is stored under the key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';

  constructor(key: string) {
    super(`No file is stored under ${key}`);
  }
}

/** Something is stored under the key already, and stays as it is. */
export class FileExists extends Error {
  override readonly name = 'FileExists';

  constructor(key: string) {
    super(`A file is stored under ${key} already`);
  }
}

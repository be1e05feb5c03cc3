import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { piecesOf } from './pieces.js';

/*
 * AES-256-GCM in the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár: "Online Authenticated
 * Encryption and its Nonce-Reuse Misuse-Resistance", 2015).
 *
 *   file   = version (1 byte), salt (16 bytes), chunk, chunk …
 *   chunk  = ciphertext of 65,536 bytes (the last: 0 to 65,536), tag (16 bytes)
 *   key    = HKDF-SHA-256(content key, salt, the file's key in the store)
 *   nonce  = zeros (7 bytes), number of the chunk (4 bytes), 1 for the last chunk, else 0 (1 byte)
 *
 * The salt makes every file's key its own, so that a nonce is never used twice. A chunk opens only in
 * its place: what was moved, repeated, left out or brought over from another file fails; and without
 * its last chunk a file does not end.
 */
const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const SALT_BYTES = 16;
const HEADER_BYTES = 1 + SALT_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;
const NONCE_BYTES = 12;

export const CONTENT_KEY_BYTES = 32;

/** What is stored is not what was stored once, or not with this key: changed, cut off or swapped. */
export class FileDamaged extends Error {
  override readonly name = 'FileDamaged';
}

/** What is stored of a content under `fileKey`. Holds one chunk. */
export async function* encrypted(
  content: AsyncIterable<Uint8Array>,
  contentKey: Buffer,
  fileKey: string,
): AsyncGenerator<Buffer, void, undefined> {
  const salt = randomBytes(SALT_BYTES);
  const key = keyOfFile(contentKey, salt, fileKey);
  yield Buffer.concat([Buffer.of(VERSION), salt]);
  let number = 0;
  for await (const { bytes, last } of piecesOf(content, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, key, nonceOf(number, last));
    const body = cipher.update(bytes);
    cipher.final();
    yield Buffer.concat([body, cipher.getAuthTag()]);
    number += 1;
  }
}

/**
 * The content again. Holds one chunk, and yields none that was not found to be whole, so whoever
 * reads to the end has read what was stored. @throws FileDamaged
 */
export async function* decrypted(
  stored: AsyncIterable<Uint8Array>,
  contentKey: Buffer,
  fileKey: string,
): AsyncGenerator<Buffer, void, undefined> {
  let key: Buffer | undefined;
  let number = 0;
  for await (const { bytes, last } of piecesOf(stored, SEALED_CHUNK_BYTES, HEADER_BYTES)) {
    if (!key) {
      if (last) throw new FileDamaged('A stored file was cut off');
      if (bytes[0] !== VERSION) throw new FileDamaged('A stored file is of an unknown version');
      key = keyOfFile(contentKey, bytes.subarray(1), fileKey);
      continue;
    }
    const content = opened(bytes, key, nonceOf(number, last));
    if (content.length > 0) yield content;
    number += 1;
  }
}

function opened(chunk: Buffer, key: Buffer, nonce: Buffer): Buffer {
  const tagAt = chunk.length - TAG_BYTES;
  if (tagAt < 0) throw new FileDamaged('A stored file was cut off');
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(chunk.subarray(tagAt));
  const content = decipher.update(chunk.subarray(0, tagAt));
  try {
    decipher.final();
  } catch (cause) {
    throw new FileDamaged('A stored file was changed, or is of another key', { cause });
  }
  return content;
}

const keyOfFile = (contentKey: Buffer, salt: Uint8Array, fileKey: string): Buffer => {
  if (contentKey.length !== CONTENT_KEY_BYTES)
    throw new Error(`A content key has ${CONTENT_KEY_BYTES} bytes, not ${contentKey.length}`);
  return Buffer.from(hkdfSync('sha256', contentKey, salt, `file ${fileKey}`, CONTENT_KEY_BYTES));
};

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  // Throws beyond 2^32 chunks, which are 256 TiB.
  nonce.writeUInt32BE(number, NONCE_BYTES - 5);
  nonce.writeUInt8(last ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';

/*
 * AES-256-GCM. The bytes are nonce, ciphertext, tag; the text form names its version, so that a later
 * format can stand beside it in the same log. The associated data binds a sealed value to its place.
 */
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX = 'v1.';

export const KEY_BYTES = 32;

export function sealBytes(key: Buffer, boundTo: string, plain: Buffer): Buffer {
  const nonce = nextNonce();
  const cipher = createCipheriv(CIPHER, key, nonce);
  cipher.setAAD(Buffer.from(boundTo, 'utf8'));
  const body = cipher.update(plain);
  cipher.final();
  return Buffer.concat([nonce, body, cipher.getAuthTag()]);
}

/** Random, and drawn many at once: one alone takes as long as half of the sealing. */
const nonces = Buffer.alloc(NONCE_BYTES * 1024);
let nextNonceAt = nonces.length;

/** To be used before the next one is asked for. */
function nextNonce(): Buffer {
  if (nextNonceAt === nonces.length) {
    randomFillSync(nonces);
    nextNonceAt = 0;
  }
  nextNonceAt += NONCE_BYTES;
  return nonces.subarray(nextNonceAt - NONCE_BYTES, nextNonceAt);
}

/** @throws when the bytes were changed, sealed with another key or bound to something else. */
export function unsealBytes(key: Buffer, boundTo: string, sealed: Buffer): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new Error('A sealed value is too short');
  const tagAt = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(boundTo, 'utf8'));
  decipher.setAuthTag(sealed.subarray(tagAt));
  const plain = decipher.update(sealed.subarray(NONCE_BYTES, tagAt));
  decipher.final();
  return plain;
}

export const sealJson = (key: Buffer, boundTo: string, value: unknown): string =>
  PREFIX +
  sealBytes(key, boundTo, Buffer.from(JSON.stringify(value), 'utf8')).toString('base64url');

/** @throws like unsealBytes, and for a version it does not know. */
export function unsealJson(key: Buffer, boundTo: string, sealed: string): unknown {
  if (!sealed.startsWith(PREFIX)) throw new Error('A sealed value is of an unknown version');
  const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
  return JSON.parse(unsealBytes(key, boundTo, bytes).toString('utf8'));
}

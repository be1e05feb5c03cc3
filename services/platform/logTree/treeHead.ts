import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import { HASH_BYTES } from './merkle.js';

/** What the tree over the first `size` events of the log was, at a time. */
export interface TreeHead {
  readonly size: number;
  readonly root: Buffer;
  readonly at: Date;
}

/*
 * A head is written as a checkpoint of C2SP (tlog-checkpoint, signed-note), which other programs read,
 * too: origin, size, root in base64, the time as a line of our own, an empty line, and a signature by
 * Ed25519. The origin is also the name of the key.
 */

/** By which heads of an installation are signed. */
export interface SigningKey {
  /** Also the name of the key. */
  readonly origin: string;
  readonly private: KeyObject;
  /** As `name+hash+key`, what a stranger needs to check signatures. */
  readonly verifier: string;
}

/** The algorithm's number in signed notes. */
const ED25519 = Buffer.of(1);
const KEY_HASH_BYTES = 4;
/** How DER begins for such keys, before their 32 bytes. */
const PRIVATE_KEY_DER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_KEY_DER = Buffer.from('302a300506032b6570032100', 'hex');

/** @param seed 32 bytes, from which the key follows */
export function signingKeyOf(origin: string, seed: Buffer): SigningKey {
  const der = Buffer.concat([PRIVATE_KEY_DER, seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const exported = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const bytes = exported.subarray(PUBLIC_KEY_DER.length);
  const id = keyHashOf(origin, bytes).toString('hex');
  const encoded = Buffer.concat([ED25519, bytes]).toString('base64');
  return { origin, private: key, verifier: `${origin}+${id}+${encoded}` };
}

const keyHashOf = (name: string, key: Buffer): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), ED25519, key]), 'buffer').subarray(
    0,
    KEY_HASH_BYTES,
  );

export function signedNote({ size, root, at }: TreeHead, key: SigningKey): string {
  const text = `${key.origin}\n${size}\n${root.toString('base64')}\n${at.toISOString()}\n`;
  const signature = sign(null, Buffer.from(text), key.private);
  const id = Buffer.from(partsOf(key.verifier).id, 'hex');
  return `${text}\n— ${key.origin} ${Buffer.concat([id, signature]).toString('base64')}\n`;
}

/** Base64 may have a plus sign, too. */
const partsOf = (verifier: string) => {
  const [name = '', id = '', ...encoded] = verifier.split('+');
  return { name, id, encoded: encoded.join('+') };
};

const NOTE = /^((\S+)\n(\d{1,15})\n([A-Za-z0-9+/]{43}=)\n(\S+)\n)\n— (\S+) ([A-Za-z0-9+/=]+)$/;

/** What a note says, whoever signed it; null when it is none. */
export function parseNote(note: string): TreeHead | null {
  const [, , , size, root, at] = NOTE.exec(tidied(note)) ?? [];
  if (!size || !root || !at || Number.isNaN(Date.parse(at))) return null;
  return { size: Number(size), root: Buffer.from(root, 'base64'), at: new Date(at) };
}

/** Tells of notes whether the holder of that key has signed them. */
export function signatureCheck(verifier: string): (note: string) => boolean {
  const { name, encoded } = partsOf(verifier);
  const key = Buffer.from(encoded, 'base64').subarray(ED25519.length);
  if (key.length !== HASH_BYTES) return () => false;
  const der = Buffer.concat([PUBLIC_KEY_DER, key]);
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const keyHash = keyHashOf(name, key);
  return (note) => {
    const [, text, origin, , , , signer, signature] = NOTE.exec(tidied(note)) ?? [];
    if (!text || !signature || origin !== name || signer !== name) return false;
    const signed = Buffer.from(signature, 'base64');
    if (!signed.subarray(0, KEY_HASH_BYTES).equals(keyHash)) return false;
    return verify(null, Buffer.from(text), publicKey, signed.subarray(KEY_HASH_BYTES));
  };
}

/** Mail programs and editors change line ends, and what stands around a text. */
const tidied = (note: string): string => note.replaceAll('\r\n', '\n').trim();

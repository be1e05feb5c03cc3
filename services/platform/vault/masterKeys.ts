import { createHmac } from 'node:crypto';
import { type Queryable, query } from '../postgres/postgres.js';
import { KEY_BYTES, unsealBytes } from './sealing.js';

export interface MasterKey {
  readonly bytes: Buffer;
  /** Names the key and opens nothing. */
  readonly id: string;
}

/** Those that a process was given, the newest first: it opens what either of them wrapped. */
export type MasterKeys = readonly [MasterKey, ...MasterKey[]];

/** @throws when one is not 32 bytes long */
export function masterKeysOf({
  masterKey,
  oldMasterKey,
}: {
  masterKey: Buffer;
  oldMasterKey?: Buffer;
}): MasterKeys {
  const old = oldMasterKey ? [keyOf('MASTER_KEY_OLD', oldMasterKey)] : [];
  return [keyOf('MASTER_KEY', masterKey), ...old];
}

function keyOf(name: string, bytes: Buffer): MasterKey {
  if (bytes.length !== KEY_BYTES)
    throw new Error(`${name} must be ${KEY_BYTES} bytes, not ${bytes.length}.`);
  const digest = createHmac('sha256', bytes).update('the id of a master key').digest('hex');
  return { bytes, id: digest.slice(0, ID_LENGTH) };
}

/** Hexadecimal digits. */
const ID_LENGTH = 16;

/** Binds a wrapped key to its subject, so that rows cannot be swapped. */
export const keyPlace = (subject: string): string => `key of ${subject}`;
export const secretPlace = (name: string): string => `secret ${name}`;

/** What was wrapped; undefined when none of these master keys did. */
export function unwrapByAny(
  masterKeys: readonly MasterKey[],
  boundTo: string,
  wrapped: Buffer,
): Buffer | undefined {
  for (const { bytes } of masterKeys) {
    try {
      return unsealBytes(bytes, boundTo, wrapped);
    } catch {
      // Another one may have.
    }
  }
  return undefined;
}

/**
 * Which of the master keys that were given wraps the keys of the vault. Until a rotation begins it is
 * the old one, also where both were given. Schema `vault` must be there.
 * @throws an Error with a sentence for the operator while a rotation goes on, when it would take both
 *   keys, and when it is none of them.
 */
export async function masterKeyInUse(
  on: Queryable,
  given: Parameters<typeof masterKeysOf>[0],
): Promise<Buffer> {
  const [state] = await query<{ current: string; previous: string | null }>(
    on,
    'SELECT current, previous FROM vault.master_key',
  );
  if (state?.previous) {
    throw new Error('A rotation of the master key has not ended. End it first: ops keys rotate.');
  }
  const inUse = masterKeysOf(given).find(({ id }) => id === state?.current);
  if (!inUse)
    throw new Error('The master key was replaced meanwhile. Begin anew, with the new one.');
  return inUse.bytes;
}

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '@insuremanager/services/platform/commands/canonicalJson';
import { z } from 'zod';

/** A file of a backup, as it lies there. */
const stored = { bytes: z.int(), sha256: z.string() };

/** Names become paths and statements: whoever makes a key can also sign a manifest of their own. */
const identifier = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/);
const fileName = z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]*$/);
const whole = z.string().regex(/^-?\d{1,19}$/);

/** Part of the log: its events in order, one a line. */
const Segment = z.object({
  name: fileName,
  events: z.int(),
  /** Where its first and last event stood in the log that it is of. */
  first: z.string(),
  last: z.string(),
  /** The last event. */
  lastEvent: z.object({ id: z.string(), stream: z.string(), revision: z.string() }),
  ...stored,
});
export type Segment = z.infer<typeof Segment>;

/** The rows of a table, as `COPY` writes them. */
const TableCopy = z.object({
  name: fileName,
  schema: identifier,
  table: identifier,
  columns: z.array(identifier),
  rows: z.int(),
  /** Of what `COPY` wrote, before it was packed. */
  copySha256: z.string(),
  ...stored,
});
export type TableCopy = z.infer<typeof TableCopy>;

const Sequence = z.object({
  schema: identifier,
  name: identifier,
  type: z.enum(['smallint', 'integer', 'bigint']),
  start: whole,
  increment: whole,
  /** Null: no number was drawn. */
  last: whole.nullable(),
});
export type Sequence = z.infer<typeof Sequence>;

const PostgresCopy = z.object({
  /** The schemas, and how many of their steps were done. */
  schemas: z.array(z.object({ name: z.string(), steps: z.int() })),
  tables: z.array(TableCopy),
  sequences: z.array(Sequence),
});
export type PostgresCopy = z.infer<typeof PostgresCopy>;

/** The list of all stored files; they lie below `files/` under their keys. */
const FilesCopy = z.object({ name: fileName, count: z.int(), totalBytes: z.int(), ...stored });
export type FilesCopy = z.infer<typeof FilesCopy>;

const Manifest = z.object({
  format: z.literal(1),
  id: z.uuid(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The log that Postgres belongs to; null: none was chosen yet. */
  logId: z.uuid().nullable(),
  postgres: PostgresCopy,
  /** Null in a backup of Postgres only. */
  log: z.object({ events: z.int(), segments: z.array(Segment) }).nullable(),
  files: FilesCopy.nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

const Signed = z.object({ manifest: Manifest, keyCheck: z.string(), seal: z.string() });

const MANIFEST = 'manifest.json';

/** What a backup is sealed with follows from the master key, and is another one for each backup. */
export const backupKeyOf = (masterKey: Buffer, backupId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, backupId, 'insuremanager backup', 32));

const macOf = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** By which it is known whether a key is the backup's. */
export const keyCheckOf = (key: Buffer): string => macOf(key, 'key check');
const sealOf = (key: Buffer, manifest: Manifest): string =>
  macOf(key, `manifest ${canonicalJson(manifest)}`);

/** The text of `manifest.json`. */
export function signedManifest(manifest: Manifest, masterKey: Buffer): string {
  const key = backupKeyOf(masterKey, manifest.id);
  const signed = { manifest, keyCheck: keyCheckOf(key), seal: sealOf(key, manifest) };
  return `${JSON.stringify(signed, null, 2)}\n`;
}

/**
 * The manifest of a complete backup, before it is known that the key opens it.
 * @throws an Error with a sentence for the operator when there is none, or it cannot be read.
 */
export async function readManifest(folder: string): Promise<z.infer<typeof Signed>> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST), 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`${folder} is no complete backup: ${MANIFEST} cannot be read (${code}).`, {
      cause,
    });
  }
  try {
    return Signed.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${join(folder, MANIFEST)} is damaged.`, { cause });
  }
}

/** @throws an Error with a sentence for the operator when it is another key, or it was changed. */
export function openedManifest(signed: z.infer<typeof Signed>, masterKey: Buffer): Manifest {
  const { manifest, keyCheck, seal } = signed;
  const key = backupKeyOf(masterKey, manifest.id);
  if (!isSame(keyCheck, keyCheckOf(key))) {
    throw new Error(
      'The master key does not open this backup: it was made with another one. Give the MASTER_KEY ' +
        'that was in use when the backup was made.',
    );
  }
  if (!isSame(seal, sealOf(key, manifest))) throw new Error(`${MANIFEST} is damaged.`);
  return manifest;
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

export const manifestName = MANIFEST;

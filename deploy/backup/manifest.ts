import { hkdfSync } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { FileMissing, type FileStore } from '@insuremanager/services/platform/files/fileStore';
import { folderFilesToRead } from '@insuremanager/services/platform/files/folderFiles';
import { z } from 'zod';
import type { Settings } from '../settings.js';
import type { Progress } from '../start/installation.js';
import type { Say } from '../start/part.js';
import { LOG } from './lastingTables.js';
import { readSealed, type SealedFiles, writeSealed } from './sealedFiles.js';

/** Names become statements: whoever makes a key can also seal a manifest of their own. */
const identifier = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/);

/** The rows of a table, as `COPY` writes them. */
const TableCopy = z.object({
  schema: identifier,
  table: identifier,
  columns: z.array(identifier),
  rows: z.int(),
  /** Of what `COPY` wrote, before it was packed. */
  sha256: z.string(),
});
export type TableCopy = z.infer<typeof TableCopy>;

const PostgresCopy = z.object({
  /** The schemas, and how many of their steps were done. */
  schemas: z.array(z.object({ name: z.string(), steps: z.int() })),
  tables: z.array(TableCopy),
  /** Those of which a number was drawn, with the last one. */
  sequences: z.array(
    z.object({ schema: identifier, name: identifier, last: z.string().regex(/^\d{1,19}$/) }),
  ),
});
export type PostgresCopy = z.infer<typeof PostgresCopy>;

const Manifest = z.object({
  format: z.literal(2),
  id: z.uuid(),
  finishedAt: z.iso.datetime(),
  /** The log that Postgres belongs to, be it that it holds it or that an EventStoreDB does. */
  logId: z.uuid(),
  postgres: PostgresCopy,
  /** The SHA-256 of stored files, by their keys; null in a backup of Postgres only. */
  files: z.record(z.string(), z.string()).nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

/** How many events a backup holds; null: none, as they were in an EventStoreDB. */
export const eventsOf = ({ postgres }: Manifest): number | null =>
  postgres.tables.find(({ schema }) => schema === LOG)?.rows ?? null;

/** What backups are sealed with follows from the master key. */
export const backupKeyOf = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'insuremanager backup', 32));

/** What makes a backup complete: it says what belongs to it, and nothing else is restored. */
const MANIFEST = 'manifest';

export const writeManifest = (to: SealedFiles<FileStore>, manifest: Manifest): Promise<string> =>
  writeSealed(to, MANIFEST, new Blob([JSON.stringify(manifest)]).stream());

/** What an operator asks for. */
export interface Request<Part> extends Progress {
  readonly settings: Settings;
  /** Of the backup. */
  readonly folder: string;
  /** Absent: all. */
  readonly only?: Part | undefined;
  /** Where the result is printed. */
  readonly say: Say;
}

export interface OpenBackup {
  readonly sealed: SealedFiles;
  readonly manifest: Manifest;
}

/** @throws an Error with a sentence for the operator when it is none, or is of another key. */
export async function openBackup(folder: string, masterKey: Buffer): Promise<OpenBackup> {
  const sealed = { store: folderFilesToRead(folder), key: backupKeyOf(masterKey) };
  const json = await text(readSealed(sealed, MANIFEST)).catch(({ cause }) => {
    if (cause instanceof FileMissing) {
      throw new Error(`${folder} is no complete backup: it has no ${MANIFEST}.`, { cause });
    }
    throw new Error(
      'The master key does not open this backup: it was made with another one (give the MASTER_KEY ' +
        `that was in use then), or its ${MANIFEST} is damaged.`,
      { cause },
    );
  });
  const { data: manifest, error: cause } = Manifest.safeParse(JSON.parse(json));
  if (manifest) return { sealed, manifest };
  throw new Error('This backup was made by another release. Restore it with that one.', { cause });
}

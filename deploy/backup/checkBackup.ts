import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Say } from '../start/part.js';
import { checkFile, copiesIn, filesIn } from './fileCopy.js';
import { eventsIn } from './logCopy.js';
import {
  backupKeyOf,
  type FilesCopy,
  type Manifest,
  openedManifest,
  readManifest,
  type Segment,
  type TableCopy,
} from './manifest.js';
import { measure, readSealed, type SealedFolder, type Stored } from './sealedFiles.js';

/** A backup whose manifest was opened. */
export interface OpenBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly sealed: SealedFolder;
}

/** @throws an Error with a sentence for the operator when it is none, or is of another key. */
export async function openBackup(folder: string, masterKey: Buffer): Promise<OpenBackup> {
  const manifest = openedManifest(await readManifest(folder), masterKey);
  const key = backupKeyOf(masterKey, manifest.id);
  return { folder, manifest, sealed: { path: folder, key } };
}

/**
 * Reads all of a backup: every checksum, every event and row, every file.
 * @throws an Error that names what is missing or damaged.
 */
export async function checkBackup(
  { folder, sealed, manifest }: Omit<OpenBackup, 'manifest'> & Checked,
  { remark, ended }: { remark: Say; ended: AbortSignal },
): Promise<void> {
  for (const segment of manifest.log?.segments ?? []) {
    ended.throwIfAborted();
    await checkSegment(sealed, segment);
  }
  if (manifest.log) remark(`Log: ${manifest.log.events} events are whole.`);
  for (const table of manifest.postgres.tables) {
    ended.throwIfAborted();
    await checkTable(sealed, table);
  }
  remark(`Postgres: ${manifest.postgres.tables.length} tables are whole.`);
  if (!manifest.files) return;
  await checkFiles(folder, manifest.files, ended);
  remark(`Files: ${manifest.files.count} are whole.`);
}

interface Checked {
  readonly manifest: Pick<Manifest, 'log' | 'postgres' | 'files'>;
}

/** What lies under a name has to be what was written there. */
async function requireSame(folder: string, name: string, stored: Stored): Promise<void> {
  let found: Stored;
  try {
    found = await measure(createReadStream(join(folder, name)));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`The backup: ${name} cannot be read (${code}).`, { cause });
  }
  if (found.sha256 !== stored.sha256) throw damaged(name);
}

const damaged = (name: string, cause?: unknown) =>
  new Error(`The backup: ${name} is damaged.`, { cause });

async function checkSegment(sealed: SealedFolder, segment: Segment): Promise<void> {
  await requireSame(sealed.path, segment.name, segment);
  let events = 0;
  let last = '';
  for await (const event of eventsIn(sealed, segment)) {
    events += 1;
    last = event.id;
  }
  if (events !== segment.events || last !== segment.lastEvent.id) throw damaged(segment.name);
}

async function checkTable(sealed: SealedFolder, table: TableCopy): Promise<void> {
  await requireSame(sealed.path, table.name, table);
  const { sha256 } = await measure(readSealed(sealed, table.name));
  if (sha256 !== table.copySha256) throw damaged(table.name);
}

async function checkFiles(folder: string, files: FilesCopy, ended: AbortSignal): Promise<void> {
  await requireSame(folder, files.name, files);
  const copies = copiesIn(folder);
  for await (const file of filesIn(folder)) {
    ended.throwIfAborted();
    await checkFile(copies, file, 'The backup');
  }
}

import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { ensureLogSchema } from '@insuremanager/services/platform/eventLog/postgres/logSchema';
import { openFolderFiles } from '@insuremanager/services/platform/files/folderFiles';
import { ensureLogIdentity, requireLogOf } from '@insuremanager/services/platform/logIdentity';
import { recordBackup } from '@insuremanager/services/platform/operations/backups';
import { ensureOperationsSchema } from '@insuremanager/services/platform/operations/operationsSchema';
import { refuseHalfRestored } from '@insuremanager/services/platform/operations/restores';
import { masterKeyInUse } from '@insuremanager/services/platform/vault/masterKeys';
import { openVault } from '@insuremanager/services/platform/vault/openVault';
import type { Settings } from '../settings.js';
import { type OpenInstallation, withInstallation } from '../start/installation.js';
import { exists, syncFolder } from '../start/keys.js';
import { copyFiles, FILES } from './fileCopy.js';
import { LOG } from './lastingTables.js';
import { backupKeyOf, eventsOf, type Manifest, type Request, writeManifest } from './manifest.js';
import { checkBackup } from './restore.js';
import { copyTables } from './tableCopy.js';

/** What a backup may be limited to: all but the files. */
export const BACKUP_PARTS = ['postgres'] as const;

export type BackupParts = Request<(typeof BACKUP_PARTS)[number]>;

/**
 * Backs an installation up, also while people work: what lasts in Postgres at one moment, which is the
 * log and the keys and numbers that belong to it; then the files, so that every one that an event
 * names is in the copy. The copy is whole and checked, or has another name; the same command goes on
 * with the files of one that was broken off.
 * @returns the exit code. @throws an Error with a sentence for the operator.
 */
export async function backUp(parts: BackupParts): Promise<number> {
  const { settings, say } = parts;
  const folder = resolve(parts.folder);
  await refuseUnusable(folder, settings);
  const bytes = await withInstallation(settings, parts, (installation) =>
    makeBackup(installation, folder, parts),
  );
  say(`The backup is complete and was checked: ${folder} (${(bytes / 1e6).toFixed(1)} MB)`);
  if (settings.eventStoreUrl)
    say('The log is not in it: each time, back EventStoreDB up first, by its own means.');
  if (settings.masterKey) say('MASTER_KEY is not in it: keep it in a safe place.');
  else say('It holds the key that opens it. Keep its folder keys/ apart, in a safe place.');
  return 0;
}

/** @throws an Error with a sentence for the operator. */
async function refuseUnusable(folder: string, settings: Settings): Promise<void> {
  const { dataDir } = settings;
  if (!relative(dataDir, folder).startsWith('..')) {
    throw new Error('A backup must not lie in the data folder itself.');
  }
  if (await exists(folder))
    throw new Error(`${folder} is there already. Name a folder that is not.`);
  if (!(await exists(dirname(folder)))) throw new Error(`${dirname(folder)} is not there.`);
  const isEmbedded = settings.databaseUrl === undefined;
  if (isEmbedded && !(await exists(join(dataDir, 'postgres', 'cluster')))) {
    throw new Error(`${dataDir} holds no Postgres that could be backed up. Is DATA_DIR right?`);
  }
}

/** How many bytes it takes. */
async function makeBackup(
  { pool, session, eventLog, fileStore, ...keys }: OpenInstallation,
  folder: string,
  { settings, only, remark, ended }: BackupParts,
): Promise<number> {
  await refuseHalfRestored(pool);
  await openVault({ pool, ...keys });
  await ensureLogSchema(pool);
  await ensureLogIdentity(pool);
  const logId = await requireLogOf(pool, eventLog);

  const draft = `${folder}.unfinished`;
  const store = await openFolderFiles(draft);
  // Files are as they were, but the rest is of another moment, and may be of another key.
  for await (const { key } of store.list('')) {
    if (only || !key.startsWith(FILES)) await store.remove(key);
  }
  await session.client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // Of two that were given it is the old one until a rotation begins.
  const masterKey = await masterKeyInUse(session.client, keys);
  if (settings.masterKey && !masterKey.equals(settings.masterKey)) {
    remark('No rotation has begun: it opens with the key that is given as MASTER_KEY_OLD.');
  }
  const sealed = { store, key: backupKeyOf(masterKey) };
  const without = settings.eventStoreUrl === undefined ? [] : [LOG];
  const postgres = await copyTables(sealed, session, { without, ended });
  await session.client.query('COMMIT');
  remark(`Postgres: ${postgres.tables.length} tables are copied.`);
  const files = only ? null : await copyFiles(fileStore, store, { remark, ended });
  const finishedAt = new Date();
  const ids = { id: randomUUID(), logId, finishedAt: finishedAt.toISOString() };
  const manifest: Manifest = { format: 2, ...ids, postgres, files };
  remark('All is copied. It is read once more.');
  await checkBackup({ sealed, manifest }, { remark, ended });

  const keyLine = Buffer.from(`${masterKey.toString('hex')}\n`);
  if (!settings.masterKey) await store.put('keys/master.key', Readable.from([keyLine]));
  await writeManifest(sealed, manifest);
  let bytes = 0;
  for await (const { size } of store.list('')) bytes += size;
  await rm(join(draft, '.parts'), { recursive: true });
  await rename(draft, folder);
  await syncFolder(dirname(folder));
  await ensureOperationsSchema(pool);
  const events = eventsOf(manifest);
  await recordBackup(pool, { finishedAt, kind: only ?? 'all', bytes, events });
  return bytes;
}

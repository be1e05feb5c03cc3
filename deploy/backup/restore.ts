import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ownershipOf } from '@insuremanager/services/platform/files/ownership';
import { recordMovedLog, requireLogOf } from '@insuremanager/services/platform/logIdentity';
import {
  ensureRestores,
  findRestore,
  recordRestoreBegun,
  recordRestoreFinished,
} from '@insuremanager/services/platform/operations/restores';
import { moveRelaysToSameEvents } from '@insuremanager/services/platform/relay/relayStore';
import { openVault } from '@insuremanager/services/platform/vault/openVault';
import type { Settings } from '../settings.js';
import { makeDataFolder } from '../start/backend.js';
import { type OpenInstallation, type Progress, withInstallation } from '../start/installation.js';
import { exists, firstSignInShown, keyFolder, writeOnce } from '../start/keys.js';
import type { Say } from '../start/part.js';
import { checkFiles, requireNoOthers } from './fileCopy.js';
import { type Fitted, fitToLog } from './fitToLog.js';
import { LOG } from './lastingTables.js';
import { eventsOf, type OpenBackup, openBackup, type Request } from './manifest.js';
import { checkTables, filledTables, makeSchemas, restoreTables } from './tableCopy.js';

/**
 * What a restore may be limited to. `files`: what is missing among them. `check`: nothing is
 * restored; the backup is read.
 */
export const RESTORE_PARTS = ['files', 'check'] as const;

export type RestoreParts = Request<(typeof RESTORE_PARTS)[number]>;

/**
 * Restores a backup, on the servers that the settings name or on those of an empty data folder. All
 * of the backup is read before anything is written, and all that was written is read after it. Where
 * an EventStoreDB holds the log, Postgres is made to fit it.
 * @returns the exit code. @throws an Error with a sentence for the operator.
 */
export async function restore(parts: RestoreParts): Promise<number> {
  const { settings, say, only } = parts;
  const folder = resolve(parts.folder);
  const masterKey = settings.masterKey ?? (await storedMasterKey(settings, folder));
  const backup = await openBackup(folder, masterKey);
  const { manifest } = backup;
  if (only === undefined && !settings.eventStoreUrl && eventsOf(manifest) === null) {
    throw new Error(
      'The log is not in this backup: an EventStoreDB held it. Restore that first, from a backup of ' +
        'its own, and name it as EVENTSTORE_URL.',
    );
  }
  if (only === 'files' && !manifest.files) {
    throw new Error('This is a backup of Postgres only: it holds no files.');
  }
  await checkBackup(backup, parts);
  if (only === 'check') {
    say(`The backup is whole: ${folder}, finished at ${manifest.finishedAt}.`);
    return 0;
  }
  if (!settings.masterKey) await putMasterKey(settings, masterKey);
  const work = only === 'files' ? restoreMissingFiles : restoreAll;
  await withInstallation(settings, parts, (installation) => work(installation, backup, parts));
  if (only === undefined && settings.databaseUrl === undefined) {
    await firstSignInShown(settings.dataDir);
  }
  say('Start InsureManager now. It makes its lists from the log; everybody signs in anew.');
  return 0;
}

/** The data folder's, or else the backup's own. */
async function storedMasterKey({ dataDir }: Settings, folder: string): Promise<Buffer> {
  const [there, own] = [dataDir, folder].map((place) => join(place, 'keys', 'master.key'));
  const file = there && (await exists(there)) ? there : (own ?? '');
  if (await exists(file)) return Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
  throw new Error(`${file} is not there. Put it back, or give MASTER_KEY.`);
}

/** Before servers are started on the folder, which would otherwise make a key of their own. */
async function putMasterKey({ dataDir }: Settings, masterKey: Buffer): Promise<void> {
  await makeDataFolder(dataDir);
  const file = join(await keyFolder(dataDir), 'master.key');
  if (!(await exists(file))) await writeOnce(file, masterKey.toString('hex'));
}

/**
 * Reads all of a backup: every event and row, every file.
 * @throws an Error that names what is missing or damaged.
 */
export async function checkBackup(backup: OpenBackup, progress: Progress): Promise<void> {
  await checkTables(backup, progress.ended);
  progress.remark(`Postgres: ${backup.manifest.postgres.tables.length} tables are whole.`);
  progress.remark(`Files: ${await checkFiles(backup, progress)} are whole.`);
}

async function restoreAll(
  installation: OpenInstallation,
  backup: OpenBackup,
  request: RestoreParts,
): Promise<void> {
  const { pool, session, eventLog, fileStore, masterKey } = installation;
  const { id, postgres, files } = backup.manifest;
  const isLogElsewhere = request.settings.eventStoreUrl !== undefined;
  const begun = await findRestore(pool);
  if (begun?.backupId !== id || begun.finishedAt) {
    await beginRestore(installation, backup, isLogElsewhere, request.ended);
    request.remark(`Postgres: ${postgres.tables.length} tables are restored.`);
  }
  const vault = await openVault({ pool, masterKey });
  if (files) {
    await checkFiles(backup, request, fileStore);
    await ownershipOf(fileStore, vault).markAsOurs();
  }
  if (isLogElsewhere) {
    await requireLogOf(pool, eventLog);
    sayFitted(await fitToLog({ pool, eventLog }, request.ended), request.say);
    await moveRelaysToSameEvents(session, eventLog);
  }
  await recordRestoreFinished(pool, id);
  const rows = postgres.tables.reduce((sum, table) => sum + table.rows, 0);
  const count = files ? Object.keys(files).length : 'no';
  request.say(`Restored and compared: ${rows} rows, ${count} files.`);
}

/** The tables, when nothing is there yet. Not the log, where it has moved to an EventStoreDB since. */
async function beginRestore(
  { pool, session, eventLog, fileStore }: OpenInstallation,
  { sealed, manifest }: OpenBackup,
  isLogElsewhere: boolean,
  ended: AbortSignal,
): Promise<void> {
  const filled = await filledTables(session);
  if (filled.length > 0) {
    throw new Error(
      `The database is not empty: there are rows in ${filled.join(', ')}. Restore into an empty one.`,
    );
  }
  // A log that is newer than the backup may name files that the backup does not hold.
  if (manifest.files && !isLogElsewhere) await requireNoOthers(manifest.files, fileStore);
  const { schemas, tables, sequences } = manifest.postgres;
  const postgres = {
    schemas: schemas.filter(({ name }) => !isLogElsewhere || name !== LOG),
    tables: tables.filter(({ schema }) => !isLogElsewhere || schema !== LOG),
    sequences,
  };
  await makeSchemas(pool, postgres);
  await ensureRestores(pool);
  await restoreTables({ sealed, session, ended }, postgres, async () => {
    if (isLogElsewhere) {
      // It may have been copied to this event store since.
      await recordMovedLog(session.client, null);
      await requireLogOf(session.client, eventLog);
    }
    await recordRestoreBegun(session.client, manifest.id);
  });
}

function sayFitted({ lost, erased }: Fitted, say: Say): void {
  say('Postgres is restored, and fits the log.');
  if (erased > 0) say(`Erased once more, as the log says: ${erased} people.`);
  if (lost.length === 0) return;
  say(
    `Newer than the backup, so that what is personal of them is lost: ${lost.length}, such as ` +
      `${lost.slice(0, 20).join(', ')}. They are shown as erased.`,
  );
}

async function restoreMissingFiles(
  { pool, session, fileStore, masterKey }: OpenInstallation,
  backup: OpenBackup,
  request: RestoreParts,
): Promise<void> {
  // It would make a vault of its own, and the store would be marked as that one's for ever.
  if ((await filledTables(session)).length === 0) {
    throw new Error('The database is empty. Restore it first: files belong to what is in it.');
  }
  const files = await checkFiles(backup, request, fileStore);
  await ownershipOf(fileStore, await openVault({ pool, masterKey })).markAsOurs();
  request.say(`The file store holds all ${files} files of the backup.`);
}

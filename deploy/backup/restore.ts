import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { logIdOf, recordMovedLog } from '@insuremanager/services/platform/eventLog/logIdentity';
import { ownershipOf } from '@insuremanager/services/platform/files/ownership';
import {
  ensureRestores,
  findRestore,
  recordRestoreBegun,
  recordRestoreFinished,
} from '@insuremanager/services/platform/operations/restores';
import { inSession } from '@insuremanager/services/platform/postgres/session';
import { openVault } from '@insuremanager/services/platform/vault/openVault';
import type { Settings } from '../settings.js';
import { makeDataFolder } from '../start/backend.js';
import { exists, firstSignInShown, keyFolder, writeOnce } from '../start/keys.js';
import type { Say } from '../start/part.js';
import { checkBackup, type OpenBackup, openBackup } from './checkBackup.js';
import { restoreFiles, strangeFile } from './fileCopy.js';
import { fitToLog } from './fitToLog.js';
import { type OpenInstallation, withInstallation } from './installation.js';
import { compareLog, restoreLog } from './logRestore.js';
import type { Manifest } from './manifest.js';
import { moveRelays, placeRelays } from './relayPlaces.js';
import { filledTables, makeSchemas, restoreTables } from './tableCopy.js';

/**
 * What a restore may be limited to. `postgres`: onto the log and the files that are there. `files`:
 * what is missing among them. `check`: nothing is restored; the backup is read.
 */
export const RESTORE_PARTS = ['postgres', 'files', 'check'] as const;

export interface RestoreParts {
  readonly settings: Settings;
  /** A complete backup. */
  readonly source: string;
  /** Absent: all, onto servers with nothing on them. */
  readonly only?: (typeof RESTORE_PARTS)[number];
  /** Where the result is printed. */
  readonly say: Say;
  /** Where it is printed what else happens, such as how far it is. */
  readonly remark: Say;
  /** Asks it to end; the same command then goes on. */
  readonly ended?: AbortSignal;
}

type Progress = { readonly remark: Say; readonly ended: AbortSignal };

const NEVER = new AbortController().signal;

/**
 * Restores a backup, on the servers that the settings name or on those of an empty data folder. All
 * of the backup is read before anything is written, and all that was written is read after it.
 * @returns the exit code. @throws an Error with a sentence for the operator.
 */
export async function restore(parts: RestoreParts): Promise<number> {
  const { settings, say, remark, only, ended = NEVER } = parts;
  const folder = resolve(parts.source);
  const { masterKey, isOfBackup } = await masterKeyFor(settings, folder);
  const backup = await openBackup(folder, masterKey);
  if (!backup.manifest.log && only === undefined) {
    throw new Error('This is a backup of Postgres only. Restore it with --only postgres.');
  }
  await checkBackup(backup, { remark, ended });
  if (only === 'check') {
    say(`The backup is whole: ${folder}, finished at ${backup.manifest.finishedAt}.`);
    return 0;
  }
  if (isOfBackup) await putMasterKey(settings, masterKey);
  await withInstallation(settings, { remark, ended }, (installation) =>
    restoreInto(installation, backup, { only, remark, ended, say }),
  );
  if (only !== 'files' && settings.databaseUrl === undefined) {
    await firstSignInShown(settings.dataDir);
  }
  say('Start InsureManager now. It makes its lists from the log; everybody signs in anew.');
  return 0;
}

/** The key that opens the backup and what comes of it: the settings', the data folder's, its own. */
async function masterKeyFor(settings: Settings, folder: string) {
  if (settings.masterKey) return { masterKey: settings.masterKey, isOfBackup: false };
  const there = await keyIn(settings.dataDir);
  if (there) return { masterKey: there, isOfBackup: false };
  const own = await keyIn(folder);
  if (own) return { masterKey: own, isOfBackup: true };
  throw new Error(
    `${join(folder, 'keys', 'master.key')} is not there. Put it back, or give MASTER_KEY.`,
  );
}

async function keyIn(folder: string): Promise<Buffer | undefined> {
  const file = join(folder, 'keys', 'master.key');
  if (!(await exists(file))) return undefined;
  return Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
}

/** Before servers are started on the folder, which would otherwise make a key of their own. */
async function putMasterKey({ dataDir }: Settings, masterKey: Buffer): Promise<void> {
  await makeDataFolder(dataDir);
  await writeOnce(join(await keyFolder(dataDir), 'master.key'), masterKey.toString('hex'));
}

type Wishes = Progress & Pick<RestoreParts, 'only' | 'say'>;

async function restoreInto(
  installation: OpenInstallation,
  backup: OpenBackup,
  wishes: Wishes,
): Promise<void> {
  if (wishes.only === 'files') return restoreMissingFiles(installation, backup, wishes);
  const { id } = backup.manifest;
  const { pool, session } = installation;
  const begun = await findRestore(pool);
  if (begun?.backupId !== id || begun.finishedAt) await beginRestore(installation, backup, wishes);
  else requireSameParts(begun.parts, wishes);
  if (wishes.only === 'postgres') await fitPostgres(installation, wishes);
  else await restoreLogAndFiles(installation, backup, wishes);
  await inSession(session, async () => {
    // With what says that it is done: a second time they would be moved from where they stand now.
    if (wishes.only === undefined) await moveRelays(installation, backup);
    else await placeRelays(installation, backup);
    await recordMovedLog(session.client as never, null);
    await recordRestoreFinished(session.client as never, id);
  });
}

const partsOf = ({ only }: Pick<Wishes, 'only'>): string => only ?? 'all';

/** @throws an Error with a sentence for the operator: the rest of another restore is another one. */
function requireSameParts(begun: string, wishes: Wishes): void {
  if (begun === partsOf(wishes)) return;
  const as = begun === 'all' ? 'without --only' : `with --only ${begun}`;
  throw new Error(
    `A restore of this backup was begun ${as} and has not ended. End it that way, or begin again ` +
      'with an empty database.',
  );
}

/** The tables, when nothing is there yet. */
async function beginRestore(
  installation: OpenInstallation,
  { folder, manifest, sealed }: OpenBackup,
  { only, remark }: Wishes,
): Promise<void> {
  const { pool, session, eventLog, fileStore } = installation;
  const filled = await filledTables(session);
  if (filled.length > 0) {
    throw new Error(
      `The database is not empty: there are rows in ${filled.join(', ')}. Restore into an empty one.`,
    );
  }
  if (only === 'postgres') await requireLogOfBackup(eventLog, manifest);
  if (only === undefined) {
    if ((await eventLog.head()) !== null) {
      throw new Error(
        'The event store is not empty. Restore into an empty one; or, where the log is whole and ' +
          'Postgres alone was lost, with --only postgres.',
      );
    }
    const strange = await strangeFile(folder, fileStore);
    if (strange) {
      throw new Error(
        `The file store holds ${strange}, which the backup does not. Restore into an empty one.`,
      );
    }
  }
  await makeSchemas(pool, manifest.postgres);
  await ensureRestores(pool);
  await restoreTables(sealed, session, manifest.postgres, () =>
    recordRestoreBegun(session.client as never, {
      backupId: manifest.id,
      parts: partsOf({ only }),
    }),
  );
  remark(`Postgres: ${manifest.postgres.tables.length} tables are restored.`);
}

/** @throws an Error with a sentence for the operator: keys and numbers belong to one log. */
async function requireLogOfBackup(
  eventLog: OpenInstallation['eventLog'],
  { logId }: Manifest,
): Promise<void> {
  const found = await logIdOf(eventLog);
  if (logId === null || found === logId) return;
  throw new Error(
    `This backup belongs to the log ${logId}, but the event store holds ` +
      `${found ? `the log ${found}` : 'none of ours'}. Name the event store of that log; where it ` +
      'is lost, too, restore all of a backup onto empty servers.',
  );
}

async function restoreLogAndFiles(
  { pool, eventLog, fileStore, masterKey }: OpenInstallation,
  { folder, manifest, sealed }: OpenBackup,
  { remark, ended, say }: Wishes,
): Promise<void> {
  const segments = manifest.log?.segments ?? [];
  const log = { folder: sealed, segments, eventLog, remark, ended };
  const files = await restoreFiles({ folder, fileStore, remark, ended });
  await restoreLog(log);
  const events = await compareLog(log);
  const vault = await openVault({ pool, masterKey });
  await ownershipOf(fileStore, vault).markAsOurs();
  say(`Restored and compared: ${events} events, ${rowsOf(manifest)} rows, ${files} files.`);
}

const rowsOf = ({ postgres }: Manifest): number =>
  postgres.tables.reduce((sum, { rows }) => sum + rows, 0);

/** Sentences name so many; the first ones will do to see what it is about. */
const MOST_NAMED = 20;

async function fitPostgres(
  { pool, eventLog, masterKey }: OpenInstallation,
  { ended, say }: Wishes,
): Promise<void> {
  await openVault({ pool, masterKey });
  const { lost, erased } = await fitToLog({ pool, eventLog }, ended);
  say('Postgres is restored, and fits the log.');
  if (erased > 0) say(`Erased once more, as the log says: ${erased} people.`);
  if (lost.length > 0) {
    const named = lost.slice(0, MOST_NAMED).join(', ');
    const more = lost.length > MOST_NAMED ? ', …' : '';
    say(
      `Newer than the backup, so that what is personal of them is lost: ${lost.length} ` +
        `(${named}${more}). They are shown as erased.`,
    );
  }
}

async function restoreMissingFiles(
  { pool, session, fileStore, masterKey }: OpenInstallation,
  { folder, manifest }: OpenBackup,
  { remark, ended, say }: Wishes,
): Promise<void> {
  // It would make a vault of its own, and the store would be marked as that one's for ever.
  if ((await filledTables(session)).length === 0) {
    throw new Error('The database is empty. Restore it first: files belong to what is in it.');
  }
  if (!manifest.files) throw new Error('This is a backup of Postgres only: it holds no files.');
  const files = await restoreFiles({ folder, fileStore, remark, ended });
  await ownershipOf(fileStore, await openVault({ pool, masterKey })).markAsOurs();
  say(`The file store holds all ${files} files of the backup.`);
}

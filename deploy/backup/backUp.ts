import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import {
  ensureLogIdentity,
  knownLog,
  requireLogOf,
} from '@insuremanager/services/platform/eventLog/logIdentity';
import { recordBackup } from '@insuremanager/services/platform/operations/backups';
import { ensureOperationsSchema } from '@insuremanager/services/platform/operations/operationsSchema';
import { refuseHalfRestored } from '@insuremanager/services/platform/operations/restores';
import { masterKeyInUse } from '@insuremanager/services/platform/vault/masterKeyInUse';
import { openVault } from '@insuremanager/services/platform/vault/openVault';
import type { Settings } from '../settings.js';
import { exists } from '../start/keys.js';
import type { Say } from '../start/part.js';
import { checkBackup } from './checkBackup.js';
import { copyFiles } from './fileCopy.js';
import { type OpenInstallation, withInstallation } from './installation.js';
import { type Begun, JOURNAL, type Journal, openJournal } from './journal.js';
import { copyLog, eventsOf } from './logCopy.js';
import {
  backupKeyOf,
  keyCheckOf,
  type Manifest,
  manifestName,
  signedManifest,
} from './manifest.js';
import { syncFolder, writeDurably } from './sealedFiles.js';
import { copyTables } from './tableCopy.js';

/** What a backup may be limited to. */
export const BACKUP_PARTS = ['postgres'] as const;

export interface BackupParts {
  readonly settings: Settings;
  /** A folder that is not there yet. */
  readonly target: string;
  /** Absent: all. */
  readonly only?: (typeof BACKUP_PARTS)[number];
  /** Where the result is printed. */
  readonly say: Say;
  /** Where it is printed what else happens, such as how far it is. */
  readonly remark: Say;
  /** Asks it to end; the same command then goes on. */
  readonly ended?: AbortSignal;
}

const NEVER = new AbortController().signal;

/**
 * Backs an installation up, also while people work: the log, then what lasts in Postgres, then the
 * files, so that every key and every file that the copied log names is in the copy. The copy is
 * whole and checked, or has another name; the same command goes on with what was broken off.
 * @returns the exit code. @throws an Error with a sentence for the operator.
 */
export async function backUp(parts: BackupParts): Promise<number> {
  const { settings, say, remark, only, ended = NEVER } = parts;
  const folder = resolve(parts.target);
  await refuseUnusable(folder, settings);
  const draft = `${folder}.unfinished`;
  const bytes = await withInstallation(settings, { remark, ended }, async (opened) => {
    const installation = await withKeyInUse(opened);
    if (settings.masterKey && !installation.masterKey.equals(settings.masterKey)) {
      remark('No rotation has begun: it opens with the key that is given as MASTER_KEY_OLD.');
    }
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const manifest = await fill(draft, installation, { only, remark, ended });
    const { id } = manifest;
    const sealed = { path: draft, key: backupKeyOf(installation.masterKey, id) };
    remark('All is copied. It is read once more.');
    await checkBackup({ folder: draft, sealed, manifest }, { remark, ended });
    await complete(draft, folder, manifest, installation, settings);
    const kind = only ?? 'all';
    const total = await bytesBelow(folder);
    await ensureOperationsSchema(installation.pool);
    await recordBackup(installation.pool, {
      finishedAt: new Date(manifest.finishedAt),
      kind,
      bytes: total,
      events: manifest.log?.events ?? null,
    });
    return total;
  });
  say(`The backup is complete and was checked: ${folder} (${megabytes(bytes)})`);
  if (settings.masterKey) say('MASTER_KEY is not in it: keep it in a safe place.');
  else say('It holds the key that opens it. Keep its folder keys/ apart, in a safe place.');
  return 0;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

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

interface KeyedInstallation extends OpenInstallation {
  /** Names the installation, whatever its master key is. */
  readonly name: string;
}

/**
 * What the master key seals that wraps the keys of the vault now opens together with them: of two
 * that were given, it is the old one until a rotation begins.
 * @throws an Error with a sentence for the operator, also when neither is the vault's.
 */
async function withKeyInUse(opened: OpenInstallation): Promise<KeyedInstallation> {
  const { pool, masterKey, oldMasterKey } = opened;
  await refuseHalfRestored(pool);
  const vault = await openVault({ pool, masterKey, oldMasterKey });
  const inUse = await masterKeyInUse(pool, { masterKey, oldMasterKey });
  return { ...opened, masterKey: inUse, name: vault.fingerprint('installation', 'backup') };
}

type Wishes = Pick<BackupParts, 'only' | 'remark'> & { readonly ended: AbortSignal };

/** Copies what is not copied yet. */
async function fill(
  draft: string,
  { pool, session, eventLog, fileStore, masterKey, name }: KeyedInstallation,
  { only, remark, ended }: Wishes,
): Promise<Manifest> {
  const isAll = only === undefined;
  await ensureLogIdentity(pool);
  const logId = isAll
    ? await requireLogOf(pool, eventLog)
    : ((await knownLog(pool))?.logId ?? null);
  const journal = await openJournal(draft);
  try {
    const of = { installation: name, parts: only ?? 'all' } as const;
    const { id, startedAt } = await begin(journal, of, masterKey);
    const folder = { path: draft, key: backupKeyOf(masterKey, id) };
    const { entries } = journal;
    const segments = entries.flatMap((entry) => (entry.kind === 'segment' ? entry.segment : []));
    const files = entries.flatMap((entry) => (entry.kind === 'file' ? entry.file : []));
    const progress = { remark, ended };
    const log = isAll
      ? await copyLog({
          ...{ folder, eventLog, segments, ...progress },
          onSegment: (segment) => journal.add({ kind: 'segment', segment }),
        })
      : null;
    ended.throwIfAborted();
    const postgres = await copyTables(folder, session, masterKey);
    remark(`Postgres: ${postgres.tables.length} tables are copied.`);
    const filesCopy = isAll
      ? await copyFiles({
          ...{ folder: draft, fileStore, files, ...progress },
          onFile: (file) => journal.add({ kind: 'file', file }),
        })
      : null;
    if (filesCopy) remark(`Files: ${filesCopy.count} are copied.`);
    return {
      format: 1,
      ...{ id, startedAt },
      finishedAt: new Date().toISOString(),
      ...{ logId, postgres },
      log: log && { events: eventsOf(log), segments: log },
      files: filesCopy,
    };
  } finally {
    await journal.close();
  }
}

/** Begins a journal, or goes on with one. @throws when it is another backup's. */
async function begin(
  journal: Journal,
  of: Pick<Begun, 'installation' | 'parts'>,
  masterKey: Buffer,
): Promise<Begun> {
  const [first] = journal.entries;
  const keyCheck = (id: string) => keyCheckOf(backupKeyOf(masterKey, id));
  if (!first) {
    const id = randomUUID();
    const startedAt = new Date().toISOString();
    const begun: Begun = { kind: 'begun', id, startedAt, keyCheck: keyCheck(id), ...of };
    await journal.add(begun);
    return begun;
  }
  const isSame =
    first.kind === 'begun' &&
    first.installation === of.installation &&
    first.parts === of.parts &&
    first.keyCheck === keyCheck(first.id);
  if (isSame) return first;
  throw new Error(
    'Another backup was begun there and has not ended: of another installation, with another ' +
      'master key, or of other parts. Remove what is called .unfinished, or name another folder.',
  );
}

/** Gives the copy its manifest and its name, when all of it is on the disk. */
async function complete(
  draft: string,
  folder: string,
  manifest: Manifest,
  { masterKey }: OpenInstallation,
  settings: Settings,
): Promise<void> {
  if (!settings.masterKey) {
    const keys = join(draft, 'keys');
    await mkdir(keys, { recursive: true, mode: 0o700 });
    const text = `${masterKey.toString('hex')}\n`;
    await writeDurably(join(keys, 'master.key'), [Buffer.from(text)]);
  }
  const signed = Buffer.from(signedManifest(manifest, masterKey));
  await writeDurably(join(draft, manifestName), [signed]);
  await rm(join(draft, JOURNAL));
  await syncFolder(draft);
  await rename(draft, folder);
  await syncFolder(dirname(folder));
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

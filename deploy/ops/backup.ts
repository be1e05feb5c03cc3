import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Settings } from '../settings.js';
import { useBackend } from '../start/backend.js';
import { exists, loadKeys } from '../start/keys.js';
import type { Say } from '../start/part.js';

const run = promisify(execFile);

/** Of the data folder: emails hold personal data in the clear, and nothing needs them. */
const NOT_COPIED = [/^mail$/, /^running\..*json$/, /^postgres$/, /^files\/\.parts\/./];

const CLUSTER = join('postgres', 'cluster');

const EXTERNAL =
  'This backs up the embedded Postgres only. Back up the server of DATABASE_URL with its own tools ' +
  'first, then copy keys/ and files/: see “Backup” in docs/operations.md.';

export interface BackupParts {
  readonly settings: Settings;
  /** A folder that is not there yet. */
  readonly target: string;
  /** Where the result is printed. */
  readonly say: Say;
  /** Where it is printed what else happens, such as a Postgres that is started. */
  readonly remark: Say;
  readonly ended?: AbortSignal;
}

/**
 * Copies the data folder, also while InsureManager is at work on it: Postgres first, then the
 * files, so that every file that the copied log knows is in the copy. The copy is whole or not
 * there.
 */
export async function backUp({ settings, target, say, remark }: BackupParts): Promise<number> {
  const { dataDir } = settings;
  if (settings.databaseUrl) throw new Error(EXTERNAL);
  if (!(await exists(join(dataDir, CLUSTER)))) {
    throw new Error(`${dataDir} holds no Postgres that could be backed up. Is DATA_DIR right?`);
  }
  const folder = resolve(target);
  await refuseUnusable(folder, dataDir);
  const draft = `${folder}.unfinished`;
  await mkdir(draft, { mode: 0o700 });
  try {
    await copyAll(settings, draft, remark);
    await writtenToDisk();
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  say(`The backup is complete: ${folder}`);
  if (settings.files) say(`The files are in the bucket ${settings.files.bucket}: copy it now.`);
  if (settings.masterKey) say('MASTER_KEY is not in it: keep it in a safe place.');
  else say('It holds the keys that open it. Keep its folder keys/ apart, in a safe place.');
  return 0;
}

async function copyAll(settings: Settings, draft: string, remark: Say): Promise<void> {
  const { dataDir } = settings;
  const backend = await useBackend(settings, remark);
  try {
    await mkdir(join(draft, 'postgres'), { mode: 0o700 });
    const { postgresPassword } = await loadKeys(settings);
    const url = superuserUrl(backend.databaseUrl, postgresPassword);
    await copyCluster(url, join(dataDir, CLUSTER), join(draft, CLUSTER));
  } finally {
    await backend.stop();
  }
  await copyTree(dataDir, draft, (path) => NOT_COPIED.some((pattern) => pattern.test(path)));
}

async function refuseUnusable(folder: string, dataDir: string): Promise<void> {
  if (!relative(dataDir, folder).startsWith('..')) {
    throw new Error('A backup must not lie in the data folder itself.');
  }
  for (const path of [folder, `${folder}.unfinished`]) {
    if (await exists(path)) {
      throw new Error(`${path} is there already. Name a folder that is not.`);
    }
  }
  if (!(await exists(dirname(folder)))) throw new Error(`${dirname(folder)} is not there.`);
}

/** The address of the embedded Postgres for its superuser. */
function superuserUrl(databaseUrl: string, password: string): string {
  const url = new URL(databaseUrl);
  url.username = 'postgres';
  url.password = password;
  url.pathname = '/postgres';
  return url.href;
}

/** What belongs to the running server only, or is made anew (PostgreSQL 18, 25.3.4.1). */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map']);
const EMPTIED = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial'],
  ...['pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
]);
/** Copied when all else is: from it a start learns where to begin. */
const CONTROL = join('global', 'pg_control');
const SEGMENT = /^[\dA-F]{24}$/;

/**
 * Copies the cluster of a running Postgres, so that a server which starts on the copy finds all that
 * was committed when this resolves: PostgreSQL's own low-level backup, with the log that belongs to it.
 * @param url of a superuser. @param to is made; the folder above it is there.
 * @throws when the server at `url` does not work on `cluster`.
 */
async function copyCluster(url: string, cluster: string, to: string): Promise<void> {
  const server = new pg.Client({ connectionString: url, application_name: 'backup' });
  await server.connect();
  try {
    const { folder } = await one<{ folder: string }>(
      server,
      "SELECT current_setting('data_directory') AS folder",
    );
    if ((await realpath(folder)) !== (await realpath(cluster))) {
      throw new Error(`The Postgres that runs does not work on ${cluster}.`);
    }
    // Gone with the connection; until then no part of the log is removed.
    await server.query("SELECT pg_create_physical_replication_slot('backup', true, true)");
    const { first } = await one<{ first: string }>(
      server,
      "SELECT pg_walfile_name(pg_backup_start('InsureManager', true)) AS first",
    );
    await copyTree(cluster, to, isLeftOut);
    const { label, last } = await one<{ label: string; last: string }>(
      server,
      'SELECT labelfile AS label, pg_walfile_name(lsn) AS last FROM pg_backup_stop(false)',
    );
    await copyTree(join(cluster, CONTROL), join(to, CONTROL));
    await copyLog({ cluster, to, first, last });
    await writeLabel(to, label);
  } finally {
    await server.end();
  }
}

function isLeftOut(path: string): boolean {
  const [top = '', ...below] = path.split('/');
  const name = basename(path);
  return (
    LEFT_OUT.has(path) ||
    path === CONTROL ||
    name.startsWith('pgsql_tmp') ||
    name.startsWith('pg_internal.init') ||
    (EMPTIED.has(top) && below.length > 0)
  );
}

/** Segments of the write-ahead log, from the first to the last by name. */
async function copyLog(log: { cluster: string; to: string; first: string; last: string }) {
  const { cluster, to, first, last } = log;
  for (const name of (await readdir(join(cluster, 'pg_wal'))).sort()) {
    const isWanted = SEGMENT.test(name) && name >= first && name <= last;
    if (isWanted) await copyTree(join(cluster, 'pg_wal', name), join(to, 'pg_wal', name));
  }
}

/** Tells a start where in the log to begin. */
async function writeLabel(to: string, label: string): Promise<void> {
  const file = join(to, 'backup_label');
  await writeFile(file, label, { mode: 0o600 });
  const { uid, gid } = await stat(to);
  if (process.getuid?.() === 0) await chown(file, uid, gid);
}

async function one<Row extends pg.QueryResultRow>(server: pg.Client, sql: string): Promise<Row> {
  const { rows } = await server.query<Row>(sql);
  const [row] = rows;
  if (!row) throw new Error('Postgres gave no answer.');
  return row;
}

/** Whether a path, relative to the folder that is copied, is left out with all that is below it. */
type LeftOut = (path: string) => boolean;

/**
 * Copies a folder that others work in: what vanishes meanwhile is left out. Modes and times stay, and
 * owners, too, where we are root. Links are followed. @param to is made where it is missing; the folder
 * above it is there.
 */
async function copyTree(from: string, to: string, isLeftOut: LeftOut = () => false) {
  const copy = async (path: string): Promise<void> => {
    if (path !== '' && isLeftOut(path)) return;
    const [source, target] = [join(from, path), join(to, path)];
    const found = await unlessGone(stat(source));
    if (!found) return;
    if (found.isDirectory()) {
      await mkdir(target, { recursive: true, mode: 0o700 });
      const names = (await unlessGone(readdir(source))) ?? [];
      for (const name of names) await copy(join(path, name));
    } else if (!found.isFile() || !(await unlessGone(copyFile(source, target).then(() => true)))) {
      return;
    }
    if (process.getuid?.() === 0) await chown(target, found.uid, found.gid);
    await chmod(target, found.mode & 0o7777);
    await utimes(target, found.atime, found.mtime);
  };
  await copy('');
}

/** Resolves when all that was written on this machine is on its disks. */
const writtenToDisk = async (): Promise<void> => void (await run('sync'));

async function unlessGone<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

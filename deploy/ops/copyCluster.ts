import { chown, readdir, realpath, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pg from 'pg';
import { copyTree } from './copyTree.js';

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
export async function copyCluster(url: string, cluster: string, to: string): Promise<void> {
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

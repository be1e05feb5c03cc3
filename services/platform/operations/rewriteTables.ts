import { conflict, Refusal } from '../errors.js';
import type { Logger } from '../logger.js';
import { pause } from '../pauses.js';
import { type Pool, type PoolClient, query } from '../postgres/postgres.js';
import { withoutResponseTimeout } from '../postgres/responseTimeout.js';

/** What beside lists may hold an erased person. It is small, as is SAMPLES. */
const TABLES = ['vault.keys', 'saved_views.views'];
/** The names that Postgres drew from columns, also those of lists that were replaced. */
const SAMPLES = 'pg_catalog.pg_statistic';

/** Whoever reads a table waits behind us for it: not for long. */
const LOCK_TIMEOUT = '5s';
const LOCK_NOT_AVAILABLE = '55P03';

const SNAPSHOT_LOOKS = 50;
const SNAPSHOT_LOOK_MS = 200;

interface Parts {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly readModels: { rebuild(onProgress: () => void, signal: AbortSignal): Promise<void> };
}

/**
 * Takes erased people out of the files of Postgres, once after their keys were destroyed: VACUUM
 * leaves the bytes of rows that are gone in their place, so everything is written anew. Lists are
 * built beside those that serve and are swapped.
 * @returns false when there was nothing to do, or it cannot be done just now
 */
export async function rewriteTables(parts: Parts, signal: AbortSignal): Promise<boolean> {
  const { pool, logger, readModels } = parts;
  const [due] = await query<{ at: Date }>(pool, DUE);
  if (!due) return false;
  try {
    for (const table of TABLES) await rewrite(parts, table, signal);
    await readModels.rebuild(() => undefined, signal);
    await rewrite(parts, SAMPLES, signal);
  } catch (error) {
    if (!isForNow(error)) throw error;
    const why = error.message;
    // Who is stopped tries it again at the next start.
    if (!signal.aborted)
      logger.warn({ why }, 'Erased people remain in the files of Postgres until tomorrow');
    return false;
  }
  await query(pool, 'INSERT INTO ops.rewrites (began_at) VALUES ($1)', [due.at]);
  return true;
}

/** The time of Postgres, by which keys are destroyed; no row when none was since the last time. */
const DUE = `
  SELECT now() AS at FROM vault.keys HAVING max(destroyed_at) >
    coalesce((SELECT max(began_at) FROM ops.rewrites), '-infinity')`;

/** What would not be otherwise a second later, but may be tomorrow. */
const isForNow = (error: unknown): error is Error =>
  error instanceof Refusal
    ? error.kind === 'conflict'
    : error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;

async function rewrite({ pool, logger }: Parts, table: string, signal: AbortSignal): Promise<void> {
  const client = await pool.connect();
  // Such as that the role owns neither the table nor the database: then Postgres passes over it.
  client.on('notice', ({ message: why }) =>
    logger.warn(
      { table, why },
      'Erased people may remain in a table that Postgres did not rewrite',
    ),
  );
  try {
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    await olderSnapshotsEnd(client, signal);
    await withoutResponseTimeout(client, () => client.query(`VACUUM (FULL, ANALYZE) ${table}`));
  } finally {
    // With its setting.
    client.release(true);
  }
}

/**
 * VACUUM also copies rows that are gone, as long as a transaction may see them, such as that of a
 * backup which began before.
 * @throws Refusal `conflict` when one goes on for too long
 */
async function olderSnapshotsEnd(client: PoolClient, signal: AbortSignal): Promise<void> {
  const [now] = await query<{ xid: string }>(client, 'SELECT pg_current_xact_id()::xid AS xid');
  for (let looks = 0; looks < SNAPSHOT_LOOKS && !signal.aborted; looks += 1) {
    const older = await query(client, OLDER_SNAPSHOTS, [now?.xid]);
    if (older.length === 0) return;
    await pause(SNAPSHOT_LOOK_MS, signal);
  }
  throw conflict('snapshot-held', 'A transaction that began before, such as a backup, goes on.');
}

/** Compared by their numbers: when others began is not told to everybody. */
const OLDER_SNAPSHOTS = `
  SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND greatest(age(backend_xmin), age(backend_xid)) > age($1::xid)`;

import { Refusal } from '../errors.js';
import type { Logger } from '../logger.js';
import { type Pool, query } from '../postgres/postgres.js';

/**
 * What else may hold an erased person: wrapped keys, views of lists, and the names that Postgres
 * drew as samples from the columns of lists. All of them are small.
 */
const TABLES = ['vault.keys', 'saved_views.views', 'pg_catalog.pg_statistic'];

/** Whoever reads a table waits behind us for it: not for long. */
const LOCK_TIMEOUT = '5s';

interface Parts {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly readModels: { rebuild(onProgress: () => void, signal: AbortSignal): Promise<void> };
}

/**
 * Takes erased people out of the files of Postgres, once after their keys were destroyed: VACUUM
 * leaves the bytes of rows that are gone in their place, so everything is written anew. Lists are
 * built beside those that serve and are swapped.
 * @returns false when there was nothing to do, or lists could not be built just now
 */
export async function rewriteTables(
  { pool, logger, readModels }: Parts,
  signal: AbortSignal,
): Promise<boolean> {
  const [due] = await query<{ at: Date }>(pool, DUE);
  if (!due) return false;
  try {
    await readModels.rebuild(() => undefined, signal);
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === 'conflict')) throw error;
    const why = error.message;
    logger.warn({ why }, 'Erased people remain in the files of Postgres until tomorrow');
    return false;
  }
  for (const table of TABLES) await rewrite(pool, table);
  await query(pool, 'INSERT INTO ops.rewrites (began_at) VALUES ($1)', [due.at]);
  return true;
}

/** The time of Postgres, by which keys are destroyed; no row when none was since the last time. */
const DUE = `
  SELECT now() AS at FROM vault.keys HAVING max(destroyed_at) >
    coalesce((SELECT max(began_at) FROM ops.rewrites), '-infinity')`;

async function rewrite(pool: Pool, table: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(`VACUUM (FULL, ANALYZE) ${table}`);
  } finally {
    // With its setting.
    client.release(true);
  }
}

import { type Pool, query } from '../postgres/postgres.js';

/** Processes of connections to this database that listen for destroyed keys, by their numbers. */
export async function listenersForKeys(pool: Pool): Promise<number[]> {
  const rows = await query<{ pid: number }>(
    pool,
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle'
       AND application_name = 'destroyed keys' AND query <> ''`,
  );
  return rows.map(({ pid }) => pid);
}

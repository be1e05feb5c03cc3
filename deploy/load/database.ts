import type { Stage } from '../bench/stage.js';

/** Most connections to Postgres at once. */
export function watchConnections({ services: { platform } }: Stage, everyMs: number) {
  let most = 0;
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    const { rows } = await platform.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()`,
    );
    most = Math.max(most, rows[0]?.count ?? 0);
  };
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  return {
    async stop(): Promise<number> {
      clearInterval(timer);
      await looking;
      return most;
    },
  };
}

/** What lies in Postgres, by schema, bytes; and how many events the log holds. */
export async function sizesOf({ services: { platform } }: Stage) {
  const { rows } = await platform.pool.query<{ schema: string; bytes: string }>(
    `SELECT n.nspname AS schema, sum(pg_total_relation_size(c.oid))::text AS bytes
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname !~ '^(pg_|information_schema)'
      GROUP BY 1 ORDER BY sum(pg_total_relation_size(c.oid)) DESC`,
  );
  const counted = await platform.pool.query<{ events: string }>(
    'SELECT count(*)::text AS events FROM log.events',
  );
  return {
    sizes: Object.fromEntries(rows.map(({ schema, bytes }) => [schema, Number(bytes)])),
    events: Number(counted.rows[0]?.events ?? 0),
  };
}

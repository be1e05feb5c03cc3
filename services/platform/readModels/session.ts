import pg from 'pg';

/** First half of the advisory locks' keys; the second half stands for what is locked. */
const LOCK_SPACE = 742_013_061;

const SETTINGS = [
  'search_path=public',
  // What is lost with Postgres is read from the log again: rows and checkpoint go together.
  'synchronous_commit=off',
  // Every statement reaches rows by their key. A plan made while a table was small, or before it
  // was analysed, would otherwise read all of it for each batch.
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
  // So that Postgres soon notices a projector that is gone, and frees its lock.
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
];

/** One connection whose end is noticed at once. */
export interface Session {
  readonly client: pg.Client;
  /** Aborted when the connection has ended. */
  readonly lost: AbortSignal;
  end(): Promise<void>;
}

export type Connect = (applicationName: string) => Promise<Session>;

/** @throws the driver's error when Postgres is not there. */
export const connectTo =
  (databaseUrl: string): Connect =>
  async (applicationName) => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: applicationName,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
    });
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    await client.connect();
    return { client, lost: lost.signal, end: () => client.end().catch(() => undefined) };
  };

/** Takes a lock that lives as long as the session. False when another session has it. */
export async function tryLock({ client }: Session, name: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken',
    [LOCK_SPACE, name],
  );
  return rows[0]?.taken === true;
}

export async function unlock({ client }: Session, name: string): Promise<void> {
  await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [LOCK_SPACE, name]);
}

/** Whether any session has that lock. */
export async function isLocked(on: Pick<pg.Pool, 'query'>, name: string): Promise<boolean> {
  const { rows } = await on.query<{ locked: boolean }>(
    `SELECT EXISTS (
       SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND classid::bigint = $1 AND objid::bigint = hashtext($2)::bigint & 4294967295
     ) AS locked`,
    [LOCK_SPACE, name],
  );
  return rows[0]?.locked === true;
}

/** All of `work` or nothing of it, on the session's own connection. */
export async function inSession<Result>(
  { client }: Session,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // When even that fails the connection is gone, and the transaction with it.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

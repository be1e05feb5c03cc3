import pg from 'pg';

/** Within six seconds Postgres notices that a machine is gone, and frees the locks of its processes. */
const KEEPALIVE = [
  'tcp_keepalives_idle=3',
  'tcp_keepalives_interval=1',
  'tcp_keepalives_count=3',
] as const;

/** One connection whose end is noticed at once. */
export interface Session {
  readonly client: pg.Client;
  /** Aborted when the connection has ended, or is asked to. */
  readonly lost: AbortSignal;
  end(): Promise<void>;
}

export interface SessionOptions {
  /** Of Postgres, for this session only: `name=value`. */
  readonly settings?: readonly string[];
  /**
   * A query that takes longer fails, be it that the connection hangs. Absent: it may take any time.
   */
  readonly queryTimeoutMs?: number;
  /** Queries are sent without waiting for the answers to those before; they are done in order. */
  readonly pipeline?: boolean;
}

export type Connect = (applicationName: string) => Promise<Session>;

/** @throws the driver's error when Postgres is not there. */
export const connectTo =
  (databaseUrl: string, options: SessionOptions = {}): Connect =>
  async (applicationName) => {
    const { settings = [], queryTimeoutMs, pipeline } = options;
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: applicationName,
      connectionTimeoutMillis: 5_000,
      query_timeout: queryTimeoutMs,
      pipeline,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      options: [...settings, ...KEEPALIVE].map((setting) => `-c ${setting}`).join(' '),
    });
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    await client.connect();
    const end = (): Promise<void> => {
      lost.abort();
      return client.end().catch(() => undefined);
    };
    return { client, lost: lost.signal, end };
  };

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
    // When even that fails the connection is lost, and the transaction with it.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

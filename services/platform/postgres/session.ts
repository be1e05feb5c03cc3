import pg from 'pg';
import { enforceResponseTimeout } from './responseTimeout.js';
import { type RunTogether, togetherOn } from './together.js';

/** Within six seconds Postgres notices that a machine is gone, and frees the locks of its processes. */
const KEEPALIVE = [
  'tcp_keepalives_idle=3',
  'tcp_keepalives_interval=1',
  'tcp_keepalives_count=3',
] as const;

/** One connection whose end is noticed at once. */
export interface Session {
  readonly client: pg.Client;
  /**
   * Runs a statement that comes again: it is parsed and planned once. Of texts that differ without
   * end only the first are remembered.
   */
  runPrepared(text: string, values: unknown[]): Promise<pg.QueryResult>;
  /** Runs statements that come again as one transaction, in one round trip. */
  readonly runTogether: RunTogether;
  /** Aborted when the connection has ended, or is asked to; not yet when the session is given. */
  readonly lost: AbortSignal;
  /** Statements of this work may take any time, such as the building of an index. */
  withoutLimit<Result>(work: () => Promise<Result>): Promise<Result>;
  end(): Promise<void>;
}

export interface SessionOptions {
  /** Of Postgres, for this session only: `name=value`. */
  readonly settings?: readonly string[];
  /**
   * A query that takes longer fails, be it that the connection hangs. Absent: it may take any time.
   */
  readonly queryTimeoutMs?: number;
  /** How long the server may take to let us in, in milliseconds. */
  readonly connectTimeoutMs?: number;
  /**
   * After so long without a byte the server is asked whether it is there; after as long again the
   * session is lost. Milliseconds.
   */
  readonly responseTimeoutMs?: number;
  /** Queries are sent without waiting for the answers to those before; they are done in order. */
  readonly pipeline?: boolean;
}

export type Connect = (applicationName: string) => Promise<Session>;

const RESPONSE_TIMEOUT_MS = 10_000;
/** Who tries again has no reason to wait long. */
const CONNECT_TIMEOUT_MS = 5_000;

/** A plan takes the server some 100 kB. */
const MOST_PREPARED = 100;

/** @throws the driver's error when Postgres is not there. */
export const connectTo =
  (databaseUrl: string, options: SessionOptions = {}): Connect =>
  async (applicationName) => {
    const {
      settings = [],
      queryTimeoutMs,
      pipeline,
      responseTimeoutMs = RESPONSE_TIMEOUT_MS,
    } = options;
    const { connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: applicationName,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: queryTimeoutMs,
      pipeline,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      options: [...settings, ...KEEPALIVE].map((setting) => `-c ${setting}`).join(' '),
    });
    const lost = new AbortController();
    let ending = new Error('Connection terminated');
    client.on('error', (error) => {
      ending = error;
      lost.abort();
    });
    client.on('end', () => lost.abort());
    await client.connect();
    // A server that is stopping may end it in the same breath in which it lets us in. Whoever waits
    // for the end of what is given to them would wait for ever.
    if (lost.signal.aborted) throw ending;
    let longWorks = 0;
    enforceResponseTimeout(client, {
      limitMs: responseTimeoutMs,
      asks: true,
      mayBeLong: () => longWorks > 0,
    });
    const withoutLimit = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      longWorks += 1;
      try {
        return await work();
      } finally {
        longWorks -= 1;
      }
    };
    const nameOf = namesOf('s');
    const end = (): Promise<void> => {
      lost.abort();
      return client.end().catch(() => undefined);
    };
    return {
      client,
      runPrepared: (text, values) => client.query({ name: nameOf(text), text, values }),
      // Names of their own: the driver prepares the others, and knows of these nothing.
      runTogether: togetherOn(client, namesOf('t')),
      ...{ lost: lost.signal, withoutLimit, end },
    };
  };

/** A session that is opened when it is needed first, and anew after it was lost. */
export function sharedSession<Shared extends Pick<Session, 'lost' | 'end'>>(
  connect: () => Promise<Shared>,
) {
  let current: Promise<Shared> | null = null;
  return {
    /** @throws the driver's error when Postgres is not there. */
    open(): Promise<Shared> {
      if (current) return current;
      const opening = connect();
      const forget = () => {
        if (current === opening) current = null;
      };
      opening.then(({ lost }) => lost.addEventListener('abort', forget, { once: true }), forget);
      current = opening;
      return opening;
    },
    close: async () => (await current?.catch(() => undefined))?.end(),
  };
}

/** A name for each of the first texts. */
function namesOf(prefix: string): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    if (!names.has(text) && names.size < MOST_PREPARED) names.set(text, `${prefix}${names.size}`);
    return names.get(text);
  };
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
    // When even that fails the connection is lost, and the transaction with it.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

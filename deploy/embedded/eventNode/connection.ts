import pg from 'pg';

/** The log could not be taken over: a node that owns it is still at work. */
export class LogIsOwnedElsewhere extends Error {
  constructor(schema: string) {
    super(`Another node owns the event log in schema "${schema}".`);
    this.name = 'LogIsOwnedElsewhere';
  }
}

const INT8 = 20;
/** First half of the advisory lock's key; the second half stands for the schema. */
const LOCK_SPACE = 742_013_050;
const LOCK_NOT_AVAILABLE = '55P03';
/** After so long a silence each side asks whether the other is still there. */
const KEEPALIVE_IDLE_MS = 5_000;

/** Where the log lives. */
export interface LogAddress {
  readonly databaseUrl: string;
  /** A plain lower-case name. */
  readonly schema: string;
}

const clientConfig = ({ databaseUrl, schema }: LogAddress): pg.ClientConfig => ({
  connectionString: databaseUrl,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEPALIVE_IDLE_MS,
  // Positions and revisions stay below 2^53. Set for these connections only: the process may
  // be shared with code that wants bigint columns as text.
  types: {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === INT8 && format !== 'binary'
        ? Number
        : pg.types.getTypeParser(oid, format ?? 'text')) as typeof pg.types.getTypeParser,
  },
  options: [
    `search_path=${schema}`,
    // Every query here walks an index. A plan made while the table was empty would otherwise
    // be a sequential scan, and a prepared statement keeps its plan.
    'enable_seqscan=off',
    'enable_bitmapscan=off',
    'jit=off',
    // One plan for all values, which walk the same index: to plan anew costs more than a short read.
    'plan_cache_mode=force_generic_plan',
    // So that Postgres notices within half a minute that a node's machine is down, and frees
    // the lock. A node that merely died is noticed at once.
    `tcp_keepalives_idle=${KEEPALIVE_IDLE_MS / 1000}`,
    'tcp_keepalives_interval=2',
  ]
    .map((setting) => `-c ${setting}`)
    .join(' '),
});

/** Connections for reading. */
export const connectReaders = (address: LogAddress, max: number): pg.Pool => {
  const pool = new pg.Pool({ ...clientConfig(address), max });
  // An idle connection that breaks is replaced by the pool; whether Postgres itself is down
  // is known from the session that owns the log.
  pool.on('error', () => undefined);
  return pool;
};

/**
 * The one session that may write. Holding a lock that lives and dies with this session, and
 * writing on no other, is what keeps a node that was believed dead from writing again.
 */
export interface OwningSession {
  readonly client: pg.Client;
  /** Resolves when the session has ended without being asked to. */
  readonly lost: Promise<Error>;
  end(): Promise<void>;
}

/**
 * Connects and takes the log over, waiting up to `lockWaitMs` for a predecessor to let go.
 * @throws LogIsOwnedElsewhere when it does not.
 */
export const connectOwner = async (
  address: LogAddress,
  lockWaitMs: number,
): Promise<OwningSession> => {
  const client = new pg.Client(clientConfig(address));
  let ending = false;
  const lost = new Promise<Error>((resolve) => {
    const report = (cause?: Error): void => {
      if (ending) return;
      const reason = cause?.message ?? 'Postgres closed it';
      resolve(new Error(`The session that owns the event log ended: ${reason}`, { cause }));
    };
    client.on('error', report);
    client.on('end', () => report());
  });
  const end = async (): Promise<void> => {
    ending = true;
    await client.end();
  };
  await client.connect();
  try {
    await takeLock(client, address.schema, lockWaitMs);
  } catch (cause) {
    await end();
    throw cause;
  }
  return { client, lost, end };
};

const takeLock = async (client: pg.Client, schema: string, waitMs: number): Promise<void> => {
  // 0 would mean to wait for ever.
  await client.query(`set lock_timeout = ${Math.max(1, Math.round(waitMs))}`);
  try {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_SPACE, schema]);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) {
      throw new LogIsOwnedElsewhere(schema);
    }
    throw error;
  }
  await client.query('set lock_timeout = 0');
};

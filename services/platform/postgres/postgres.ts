import pg from 'pg';
import { unavailable } from '../errors.js';
import type { Logger } from '../logger.js';
import { enforceResponseTimeout } from './responseTimeout.js';

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;
/** A pool, or one connection within a transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

export interface PostgresOptions {
  /** Most connections at once. */
  max: number;
  logger: Logger;
  /** Shown by Postgres beside each connection. */
  applicationName?: string;
  /** As QUERY_RESPONSE_TIMEOUT_MS. */
  responseTimeoutMs?: number;
}

/** How long a caller waits for a free or a new connection, of lists as of all else. */
export const CONNECT_TIMEOUT_MS = 10_000;

/**
 * How long an answer may be awaited, in milliseconds: a hundred times what the slowest takes, and as
 * long as a person waits.
 */
export const QUERY_RESPONSE_TIMEOUT_MS = 15_000;

/**
 * A pool of connections; none is made before the first query. 64-bit integers arrive as text:
 * whoever selects one says what it is (`::int`, or a bigint made from the text).
 */
export function openPostgres(url: string, options: PostgresOptions): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: options.applicationName ?? 'insuremanager',
    keepAlive: true,
  });
  const limitMs = options.responseTimeoutMs ?? QUERY_RESPONSE_TIMEOUT_MS;
  pool.on('connect', (client) => {
    // A server that is stopping may end it in the same breath in which it lets us in: before whoever
    // asked for it can listen. The next statement says that it is lost.
    client.on('error', () => undefined);
    enforceResponseTimeout(client, { limitMs });
  });
  // An idle connection that dies is replaced; without a listener it would end the process.
  pool.on('error', (error) =>
    options.logger.warn({}, 'An idle connection to Postgres was lost', error),
  );
  loggers.set(pool, options.logger);
  return pool;
}

const loggers = new WeakMap<Pool, Logger>();

/** Where what concerns the database of a pool is logged; undefined for one that was not opened here. */
export const loggerOf = (pool: Pool): Logger | undefined => loggers.get(pool);

/** A statement that each connection parses and plans once. */
export interface Prepared {
  /** The same name is always the same text. */
  readonly name: string;
  readonly text: string;
}

/**
 * Runs a statement and returns its rows.
 * @throws Refusal `unavailable` when the database cannot be reached.
 */
export async function query<Row extends pg.QueryResultRow>(
  on: Queryable,
  sql: string | Prepared,
  parameters: unknown[] = [],
): Promise<Row[]> {
  try {
    const { rows } = await (typeof sql === 'string'
      ? on.query<Row>(sql, parameters)
      : on.query<Row>({ ...sql, values: parameters }));
    return rows;
  } catch (error) {
    throw asRefusal(error);
  }
}

/** All of `work` is committed, or none of it: a throw rolls back. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw asRefusal(error);
  }
  let broken: Error | undefined;
  const onLost = (error: Error): void => {
    broken = error;
  };
  // Outside the pool nobody listens: a connection lost between two queries would end the process.
  client.on('error', onLost);
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (!broken) await client.query('ROLLBACK').catch(onLost);
    throw asRefusal(error);
  } finally {
    client.off('error', onLost);
    // A connection that was lost, or could not even roll back, is thrown away.
    client.release(broken);
  }
}

const asRefusal = (error: unknown): unknown =>
  isUnreachable(error) ? unavailable('The database', error) : error;

const SOCKET_ERRORS = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'ENOENT'];

/** Connection exceptions, too many connections, shutting down, starting up. */
const UNREACHABLE_STATES = /^(08...|53300|57P0[123])$/;

/** What the driver says without a code. A query builder puts its statement and a dash before it. */
const UNREACHABLE_WORDS =
  /(^| - )(Connection terminated( unexpectedly| due to connection timeout)?|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error and is not queryable|Knex: Timeout acquiring a connection.*)$/;

/**
 * Whether an error of `pg` or `knex` says that the server cannot be reached or will not talk now.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string')
    return SOCKET_ERRORS.includes(code) || UNREACHABLE_STATES.test(code);
  return UNREACHABLE_WORDS.test(error.message);
}

const DISK_FULL = '53100';

/** Whether an error of `pg` or `knex` says that the server has no room left. */
export const isOutOfRoom = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === DISK_FULL;

import { AsyncLocalStorage } from 'node:async_hooks';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import {
  CONNECT_TIMEOUT_MS,
  isUnreachable,
  QUERY_RESPONSE_TIMEOUT_MS,
} from '../postgres/postgres.js';
import { enforceResponseTimeout } from '../postgres/responseTimeout.js';

/** Asks the read models, over a pool of connections of its own; none is made before the first query. */
export const openQueryBuilder = (
  databaseUrl: string,
  maxConnections: number,
  responseTimeoutMs = QUERY_RESPONSE_TIMEOUT_MS,
): Knex =>
  knex({
    client: 'pg',
    connection: {
      connectionString: databaseUrl,
      application_name: 'lists',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      types: readTypes,
    } as Knex.PgConnectionConfig,
    acquireConnectionTimeout: CONNECT_TIMEOUT_MS,
    pool: { min: 0, max: maxConnections, afterCreate: watched(responseTimeoutMs) },
    log: silent,
  });

/** The rows as they were at one moment, over a connection of its own. */
export interface Snapshot {
  /** What is asked in this work, however deep in it, is answered as of that moment. */
  read<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  /** To be called in any case: until then the server keeps what was deleted since. */
  end(): Promise<void>;
}

/** Lets whoever asks by a query builder ask as of one moment. Call it once for each. */
export function snapshotsOf({ client }: Knex): () => Promise<Snapshot> {
  const held = new AsyncLocalStorage<pg.Client>();
  const acquire: () => Promise<pg.Client> = client.acquireConnection.bind(client);
  const release: (connection: pg.Client) => Promise<void> = client.releaseConnection.bind(client);
  client.acquireConnection = async () => held.getStore() ?? acquire();
  client.releaseConnection = async (connection: pg.Client) => {
    if (connection !== held.getStore()) await release(connection);
  };
  return async () => {
    const connection = await acquire();
    try {
      await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      // The moment is that of the first statement.
      await connection.query('SELECT');
    } catch (error) {
      await connection.query('ROLLBACK').catch(() => undefined);
      await release(connection);
      throw error;
    }
    return {
      read: (work) => held.run(connection, work),
      async end() {
        // One that cannot even do that is lost, and the pool finds that out.
        await connection.query('ROLLBACK').catch(() => undefined);
        await release(connection);
      },
    };
  };
}

const DAY = 1082;
const BIGINT = 20;

/** Knex writes to the console by itself, and may quote a query; what fails reaches the caller anyway. */
const nothing = () => undefined;
const silent = { warn: nothing, error: nothing, deprecate: nothing, debug: nothing };

/** What knex tells of a connection in no type. */
interface RawConnection extends pg.Client {
  __knex__disposed?: unknown;
}

/**
 * A server that ends a connection says so a moment before it does. The pool is told at once: in
 * between it would give the connection to the next query, which then fails for nothing.
 */
const watched =
  (responseTimeoutMs: number) =>
  (raw: RawConnection, done: (error: null, raw: RawConnection) => void): void => {
    raw.connection.on('errorMessage', (error: unknown) => {
      if (isUnreachable(error)) raw.__knex__disposed = error;
    });
    enforceResponseTimeout(raw, { limitMs: responseTimeoutMs });
    done(null, raw);
  };

/** For these connections only: the process is shared with code that wants the driver's defaults. */
const readTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === DAY) return (text: string) => text;
    if (oid === BIGINT) return Number;
    return pg.types.getTypeParser(oid, format ?? 'text');
  },
};

import { type Credentials, newCredentials } from './credentials.js';
import type { Faults } from './faults.js';
import { startServer } from './server.js';
import { openStore } from './store.js';

export { LogIsOwnedElsewhere } from './connection.js';

export interface EventNodeOptions {
  /** Of the Postgres database that holds the log; the node makes what it needs there. */
  readonly databaseUrl: string;
  /** A loopback address: the node knows no encryption. */
  readonly host?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /**
   * What every call has to carry; made anew when left out. `anyone`: nothing, where the node stands
   * behind a door of its own.
   */
  readonly credentials?: Credentials | 'anyone';
  /** The schema of the log: a plain lower-case name. One node at a time owns it. */
  readonly schema?: string;
  /** How long to wait for a predecessor to let go of the log, in milliseconds. */
  readonly lockWaitMs?: number;
  /** How many events one read of the table fetches. */
  readonly pageSize?: number;
  /** How many of the newest events are kept in memory for those who are nearly up to date. */
  readonly eventsInMemory?: number;
  /** For tests. */
  readonly faults?: Faults;
}

/** A single node that speaks EventStoreDB's protocol and keeps its log in Postgres. */
export interface EventNode {
  readonly port: number;
  readonly credentials: Credentials | 'anyone';
  /** The address of the node for `openEventLog`, credentials included. */
  readonly connectionString: string;
  /**
   * Resolves when the Postgres session that owned the log has ended. The node has stopped
   * serving by then, as another one may own the log now; start a new one.
   */
  readonly lost: Promise<Error>;
  /** Fails the calls at work, finishes the write at work and lets go of the log. */
  stop(): Promise<void>;
}

const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '::1'];
const SCHEMA_FORM = /^[a-z_][a-z0-9_]{0,62}$/;
const BYTES_IN_MEMORY = 32 * 1024 * 1024;

/** Whether a server on `host` can be reached from this machine only. */
export const isLoopback = (host: string): boolean => LOOPBACK_HOSTS.includes(host);

/** How the product's client reaches a node that listens at `place`, such as `127.0.0.1:2113`. */
export const connectionStringOf = (place: string, credentials: Credentials | 'anyone'): string =>
  credentials === 'anyone'
    ? `esdb://${place}?tls=false`
    : `esdb://${credentials.username}:${credentials.password}@${place}?tls=false`;

/**
 * Starts a node.
 * @throws LogIsOwnedElsewhere when another node keeps the log for longer than `lockWaitMs`;
 *   RangeError for a host or a schema that may not be used.
 */
export const startEventNode = async ({
  databaseUrl,
  host = '127.0.0.1',
  port = 0,
  credentials = newCredentials(),
  schema = 'event_log',
  lockWaitMs = 10_000,
  pageSize = 500,
  eventsInMemory = 8_192,
  faults,
}: EventNodeOptions): Promise<EventNode> => {
  if (!isLoopback(host)) throw new RangeError(`"${host}" is not a loopback address.`);
  if (!SCHEMA_FORM.test(schema)) throw new RangeError(`"${schema}" is no plain schema name.`);
  const store = await openStore({
    databaseUrl,
    schema,
    lockWaitMs,
    pageSize,
    tail: { maxEvents: eventsInMemory, maxBytes: BYTES_IN_MEMORY },
  });
  const address = host.includes(':') ? `[${host}]` : host;
  const server = await startServer(store, { host: address, port }, credentials, faults).catch(
    async (error: unknown) => {
      await store.close();
      throw error;
    },
  );
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= server.stop().then(() => store.close());
    return stopping;
  };
  return {
    port: server.port,
    credentials,
    connectionString: connectionStringOf(`${address}:${server.port}`, credentials),
    lost: store.lost.then(async (error) => {
      await stop();
      return error;
    }),
    stop,
  };
};

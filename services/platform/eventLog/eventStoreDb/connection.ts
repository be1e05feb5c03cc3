import { type EndPoint, EventStoreDBClient } from '@eventstore/db-client';
import { Refusal, unavailable } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { type EventStoreAddress, formatAddress, isHost } from './address.js';
import { type Batch, openBatch } from './batchAppends.js';
import { connectionProblem } from './connectionProblem.js';
import { leaderOf, translated } from './errors.js';

const USUAL_KEEP_ALIVE_MS = 10_000;

let clients = 0;

/**
 * Clients of one process with equal settings share connections, and the backoff of a server that was
 * away, so that each differs from the one before by a millisecond in how often it asks whether the
 * server is alive.
 */
export function connect(address: EventStoreAddress): EventStoreDBClient {
  const given = Number(address.options.keepAliveInterval ?? USUAL_KEEP_ALIVE_MS);
  clients = (clients + 1) % 1_000;
  const options = { ...address.options, keepAliveInterval: String(given + clients) };
  return EventStoreDBClient.connectionString(formatAddress({ ...address, options }));
}

/** The node that is said to lead, with all else as it was. */
export function leaderAt(address: EventStoreAddress, leader: EndPoint): EventStoreAddress {
  const host = `${leader.address}:${leader.port}`;
  return isHost(host) ? { ...address, isDiscovered: false, hosts: [host] } : address;
}

/** A client, and what is known of the log behind it. */
export interface Connection {
  readonly address: EventStoreAddress;
  readonly client: EventStoreDBClient;
  /** Of appends by this client. */
  batch: Batch | null;
  /** The look at the log, under way or done; null: it failed, or there was none. */
  looked: Promise<void> | null;
  /** Aborted when another connection takes its place. */
  readonly replaced: AbortController;
}

export type Connections = ReturnType<typeof openConnections>;

interface Options {
  readonly logger: Logger;
  /** Longest wait for an append, in milliseconds. */
  readonly deadlineMs: number;
  readonly closing: AbortSignal;
}

/**
 * A failed discovery spoils its client for ever, and calls that fail together keep a lost connection
 * in its backoff, which grows to two minutes: a client that failed is replaced. The next one goes to
 * the leader, when a node names it, and else to where the address leads.
 */
export function openConnections(
  address: EventStoreAddress,
  { logger, deadlineMs, closing }: Options,
) {
  const connectTo = (to: EventStoreAddress): Connection => ({
    ...{ address: to, client: connect(to), batch: null, looked: null },
    replaced: new AbortController(),
  });
  let current = connectTo(address);
  /** Of an outage, which is told of once, and once that it is over: why it is, if that is known. */
  let outage: Promise<string | null> | null = null;

  const tellOutage = async (stream: string, error: unknown): Promise<string | null> => {
    const problem = await connectionProblem(current.address).catch(() => null);
    logger.warn({ stream }, problem ?? 'The event store cannot be reached', error);
    return problem;
  };

  /** An error of a connection in the words of the port. */
  const failed = async (used: Connection, error: unknown, stream: string): Promise<unknown> => {
    const refusal = translated(error, stream, address.user?.username);
    if (!(refusal instanceof Refusal) || closing.aborted) return refusal;
    const leader = leaderOf(error);
    if (used === current) {
      if (leader) {
        outage = null;
        logger.warn({ stream, host: leader.address }, 'Another node leads the event store');
      } else outage ??= tellOutage(stream, error);
      current = connectTo(leader ? leaderAt(address, leader) : address);
      used.batch?.retire();
      used.replaced.abort();
    }
    const problem = leader ? null : await outage;
    return problem ? unavailable('The event store', new Error(problem, { cause: error })) : refusal;
  };

  return {
    /** The one in use. */
    current: () => current,
    failed,
    /** Asks something of a connection. @throws in the words of the port */
    async ask<Result>(
      used: Connection,
      stream: string,
      call: () => Promise<Result>,
    ): Promise<Result> {
      try {
        const answer = await call();
        if (outage && used === current) {
          void outage.then(() => logger.info({}, 'The event store answers again'));
          outage = null;
        }
        return answer;
      } catch (error) {
        throw await failed(used, error, stream);
      }
    },
    /** Breaks with the connection, and so tells of that also where nobody asks for anything. */
    batchOn(used: Connection): Batch {
      used.batch ??= openBatch(used.client, deadlineMs, (error) => {
        used.batch = null;
        used.looked = null;
        void failed(used, error, '$all');
      });
      return used.batch;
    },
  };
}

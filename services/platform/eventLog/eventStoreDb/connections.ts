import type { EventStoreDBClient } from '@eventstore/db-client';
import { Refusal, unavailable } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { EventStoreAddress } from './address.js';
import { type Batch, openBatch } from './batchAppends.js';
import { connect, leaderAt } from './connection.js';
import { connectionProblem } from './connectionProblem.js';
import { leaderOf, translated } from './errors.js';

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

export interface Connections {
  /** The one in use. */
  current(): Connection;
  /**
   * Asks something of a connection, which is replaced when it fails.
   * @throws in the words of the port
   */
  ask<Result>(used: Connection, stream: string, call: () => Promise<Result>): Promise<Result>;
  /** An error of a connection in the words of the port. */
  failed(used: Connection, error: unknown, stream: string): Promise<unknown>;
  batchOn(used: Connection): Batch;
}

interface Options {
  readonly logger: Logger;
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
): Connections {
  let generation = 0;
  const connectTo = (to: EventStoreAddress): Connection => ({
    ...{ address: to, client: connect(to, generation), batch: null, looked: null },
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

  const replace = (to: EventStoreAddress): void => {
    const { batch, replaced } = current;
    generation += 1;
    current = connectTo(to);
    batch?.retire();
    replaced.abort();
  };

  const failed = async (used: Connection, error: unknown, stream: string): Promise<unknown> => {
    const refusal = translated(error, stream, address.user?.username);
    if (!(refusal instanceof Refusal) || closing.aborted) return refusal;
    const leader = leaderOf(error);
    if (used === current) {
      if (leader) {
        outage = null;
        logger.warn({ stream, host: leader.address }, 'Another node leads the event store');
      } else outage ??= tellOutage(stream, error);
      replace(leader ? leaderAt(address, leader) : address);
    }
    const problem = leader ? null : await outage;
    return problem ? unavailable('The event store', new Error(problem, { cause: error })) : refusal;
  };

  return {
    current: () => current,
    failed,
    async ask(used, stream, call) {
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
    batchOn(used) {
      used.batch ??= openBatch(used.client, deadlineMs, (error) => {
        used.batch = null;
        used.looked = null;
        void failed(used, error, '$all');
      });
      return used.batch;
    },
  };
}

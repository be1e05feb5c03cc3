import { setTimeout as pause } from 'node:timers/promises';
import { BACKWARDS, END, type EventStoreDBClient, type ResolvedEvent } from '@eventstore/db-client';
import { Refusal, unavailable } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type {
  EventLog,
  EventToLoad,
  LogPosition,
  Revision,
  StoredEvent,
  SubscribeOptions,
} from '../eventLog.js';
import { parseAddress } from './address.js';
import { type Batch, openBatch, sendInOrder } from './batchAppends.js';
import { connect, leaderAt } from './connection.js';
import { connectionProblem } from './connectionProblem.js';
import { leaderOf, StreamIncomplete, translated } from './errors.js';
import {
  batchesOf,
  connectionLost,
  end,
  eventsOf,
  readBackwards,
  storedEvent,
  subscribeToAll,
} from './reading.js';

interface Options {
  logger: Logger;
  /** Longest wait for an append or a read, in milliseconds. */
  deadlineMs?: number;
}

/** Longest wait for calls to end when the log is closed, in milliseconds. */
const CLOSE_PATIENCE_MS = 1_000;

/**
 * EventStoreDB as an event log.
 *
 * The guards in here answer to what the client does, see docs/decisions/0003-event-store-client.md.
 *
 * @param url `esdb://…` or `esdb+discover://…`; `kurrentdb` or `kdb` in place of `esdb` means the
 * same
 * @throws WrongAddress when it says what must not be
 */
export function openEventStoreDb(url: string, { logger, deadlineMs = 10_000 }: Options): EventLog {
  const address = parseAddress(url);
  const closing = new AbortController();
  let generation = 0;
  let connectedTo = address;
  let client = connect(address, generation);
  let replaced = new AbortController();
  /** Of an outage, which is told of once, and once that it is over: why it is, if that is known. */
  let outage: Promise<string | null> | null = null;
  /** Of appends by this client. */
  let batch: Batch | null = null;
  const bounds = { deadlineMs, closing: closing.signal };

  const reconnect = (to: typeof address): void => {
    generation += 1;
    connectedTo = to;
    batch?.retire();
    batch = null;
    client = connect(to, generation);
    replaced.abort();
    replaced = new AbortController();
  };

  const tellOutage = async (stream: string, error: unknown): Promise<string | null> => {
    const problem = await connectionProblem(connectedTo).catch(() => null);
    const sentence = problem ?? 'The event store cannot be reached';
    logger.warn({ stream }, sentence, error);
    return problem;
  };

  /**
   * A failed discovery spoils its client for ever, and calls that fail together keep a lost
   * connection in its backoff, which grows to two minutes: a client that failed is replaced. The
   * next one goes to the leader, when a node names it, and else to where the address leads.
   */
  const failed = async (
    used: EventStoreDBClient,
    error: unknown,
    stream: string,
  ): Promise<unknown> => {
    const refusal = translated(error, stream, address.user?.username);
    if (!(refusal instanceof Refusal) || closing.signal.aborted) return refusal;
    const leader = leaderOf(error);
    if (used === client) {
      if (leader) {
        outage = null;
        logger.warn({ stream, host: leader.address }, 'Another node leads the event store');
      } else outage ??= tellOutage(stream, error);
      reconnect(leader ? leaderAt(address, leader) : address);
    }
    const problem = leader ? null : await outage;
    return problem ? unavailable('The event store', new Error(problem, { cause: error })) : refusal;
  };

  const answered = (used: EventStoreDBClient): void => {
    if (!outage || used !== client) return;
    void outage.then(() => logger.info({}, 'The event store answers again'));
    outage = null;
  };

  /** Once more when a node has said who leads: it has not done what was asked. */
  const atLeader = async <Result>(
    stream: string,
    call: (client: EventStoreDBClient) => Promise<Result>,
  ): Promise<Result> => {
    const attempt = async (): Promise<Result> => {
      const used = client;
      try {
        const answer = await call(used);
        answered(used);
        return answer;
      } catch (error) {
        throw await failed(used, error, stream);
      }
    };
    try {
      return await attempt();
    } catch (refusal) {
      if (!(refusal instanceof Refusal && leaderOf(refusal.cause))) throw refusal;
      return await attempt();
    }
  };

  const batchOn = (used: EventStoreDBClient): Batch => {
    if (!batch || batch.isBroken()) batch = openBatch(used, deadlineMs);
    return batch;
  };

  const readStream: EventLog['readStream'] = async (
    stream,
    { from = 0n, maxCount = Number.MAX_SAFE_INTEGER } = {},
  ) => {
    const events = await atLeader(stream, (used) =>
      eventsOf(used.readStream(stream, { fromRevision: from, maxCount }), bounds),
    );
    if (events && !isWhole(events, from)) throw new StreamIncomplete(stream);
    return events ?? [];
  };

  const positionOf = async (stream: string, revision: Revision): Promise<LogPosition> => {
    const [event] = await readStream(stream, { from: revision, maxCount: 1 });
    if (!event) throw new StreamIncomplete(stream);
    return event.position;
  };

  async function* subscribe(options: SubscribeOptions): AsyncGenerator<StoredEvent[]> {
    const { after, maxBatch, signal, onCaughtUp } = options;
    const stopped = AbortSignal.any([signal, closing.signal]);
    if (stopped.aborted) return;
    const used = client;
    const subscription = subscribeToAll(used, after);
    const stop = () => end(subscription);
    stopped.addEventListener('abort', stop, { once: true });
    try {
      const batches = batchesOf<ResolvedEvent>(subscription, maxBatch, () => onCaughtUp?.());
      for await (const batch of batches) {
        if (stopped.aborted) return;
        yield batch.map(storedEvent);
      }
      // A server that goes away in an orderly manner ends the subscription without an error.
      if (!stopped.aborted) throw unavailable('The event store');
    } catch (error) {
      if (!stopped.aborted) throw await failed(used, error, '$all');
    } finally {
      stopped.removeEventListener('abort', stop);
      end(subscription);
    }
  }

  return {
    name: 'The event store that EVENTSTORE_URL names',

    async append(stream, expected, events) {
      if (events.length === 0) throw new Error(`Nothing to append to ${stream}`);
      const { revision, position } = await atLeader(stream, (used) =>
        batchOn(used).send({ stream, expected, events }),
      );
      return { revision, position: position ?? (await positionOf(stream, revision)) };
    },

    readStream,

    async readLast(stream) {
      const newest = { direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const;
      const events = await atLeader(stream, (used) =>
        eventsOf(used.readStream(stream, newest), bounds),
      );
      return events?.[0] ?? null;
    },

    subscribe,

    async head() {
      const events = await atLeader('$all', (used) =>
        eventsOf(readBackwards(used), { ...bounds, enough: 1 }),
      );
      return events?.[0]?.position ?? null;
    },

    async load(events) {
      const [first] = events;
      if (!first) return;
      await atLeader(first.stream, (used) => sendInOrder(batchOn(used), events.map(appendOf)));
    },

    connectionLost: (signal) =>
      connectionLost(client, AbortSignal.any([signal, closing.signal, replaced.signal])),

    async close() {
      closing.abort();
      batch?.retire();
      await Promise.race([client.dispose(), pause(CLOSE_PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}

/**
 * Each event by itself: of what stands there already the server says so only when the whole append
 * does.
 */
const appendOf = (event: EventToLoad) => ({
  stream: event.stream,
  expected: event.revision === 0n ? ('no-stream' as const) : event.revision - 1n,
  events: [event],
});

/** Whether events are those from a revision on, one after the other. */
const isWhole = (events: readonly StoredEvent[], from: Revision): boolean =>
  // A stream that exists has an event; what begins after its end has none.
  (events.length > 0 || from > 0n) &&
  events.every(({ revision }, index) => revision === from + BigInt(index));

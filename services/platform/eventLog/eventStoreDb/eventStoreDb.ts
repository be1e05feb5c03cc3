import { setTimeout as pause } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js';
import { Refusal, unavailable } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type {
  EventLog,
  EventToAppend,
  ExpectedRevision,
  LogPosition,
  Revision,
  StoredEvent,
  SubscribeOptions,
} from '../eventLog.js';
import { createInbox } from '../inbox.js';
import { parseAddress } from './address.js';
import { batchAppends } from './batchAppends.js';
import { connect, leaderAt } from './connection.js';
import { connectionLost } from './connectionLost.js';
import { leaderOf, StreamIncomplete, translated } from './errors.js';
import { encodeHeadRead } from './head.js';
import { openReads } from './reading.js';
import { encodeLastRead, encodeStreamRead } from './readRequests.js';
import { type Subscription, subscribeToAll } from './subscribing.js';

interface Options {
  logger: Logger;
  /** Longest wait for an append or a read, in milliseconds. */
  deadlineMs?: number;
}

/** Longest wait for calls to end when the log is closed, in milliseconds. */
const CLOSE_PATIENCE_MS = 1_000;

/**
 * EventStoreDB (or our embedded node, which speaks its protocol) as an event log.
 *
 * The guards in here answer to what the client does, see docs/decisions/0003-event-store-client.md.
 *
 * @param url `esdb://…` or `esdb+discover://…`; `kurrentdb` or `kdb` in place of `esdb` means the
 * same
 * @throws WrongAddress when it says what must not be
 */
export function openEventLog(url: string, { logger, deadlineMs = 10_000 }: Options): EventLog {
  const address = parseAddress(url);
  const closing = new AbortController();
  let generation = 0;
  let client = connect(address, generation);
  let replaced = new AbortController();
  /** An outage is told of once, and once that it is over. */
  let isAway = false;
  const appends = batchAppends(deadlineMs);
  const reads = openReads(deadlineMs);

  /**
   * A failed discovery spoils its client for ever, and calls that fail together keep a lost
   * connection in its backoff, which grows to two minutes: a client that failed is replaced. The
   * next one goes to the leader, when a node names it, and else to where the address leads.
   */
  const failed = (used: EventStoreDBClient, error: unknown, stream: string): unknown => {
    const refusal = translated(error, stream, address.user?.username);
    if (refusal instanceof Refusal && used === client && !closing.signal.aborted) {
      const leader = leaderOf(error);
      generation += 1;
      client = connect(leader ? leaderAt(address, leader) : address, generation);
      replaced.abort();
      replaced = new AbortController();
      if (leader)
        logger.warn({ stream, host: leader.address }, 'Another node leads the event store');
      else if (!isAway) logger.warn({ stream }, 'The event store cannot be reached', error);
      isAway = !leader;
    }
    return refusal;
  };

  const answered = (used: EventStoreDBClient): void => {
    if (!isAway || used !== client) return;
    isAway = false;
    logger.info({}, 'The event store answers again');
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
        throw failed(used, error, stream);
      }
    };
    try {
      return await attempt();
    } catch (refusal) {
      if (!(refusal instanceof Refusal && leaderOf(refusal.cause))) throw refusal;
      return await attempt();
    }
  };

  /** Null when there is no such stream. */
  const readEvents = (stream: string, request: Buffer): Promise<StoredEvent[] | null> =>
    atLeader(stream, (used) => reads.read(used, request));

  const readStream: EventLog['readStream'] = async (
    stream,
    { from = 0n, maxCount = Number.MAX_SAFE_INTEGER } = {},
  ) => {
    const events = await readEvents(stream, encodeStreamRead(stream, from, maxCount));
    if (events && !isWhole(events, from)) throw new StreamIncomplete(stream);
    return events ?? [];
  };

  /** Of an event that is written: not every answer says so, such as one about a repeated append. */
  const positionOf = async (stream: string, revision: Revision): Promise<LogPosition> => {
    const [event] = await readStream(stream, { from: revision, maxCount: 1 });
    if (!event) throw new StreamIncomplete(stream);
    return event.position;
  };

  const append = async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend[],
  ) => {
    if (events.length === 0) throw new Error(`Nothing to append to ${stream}`);
    const { revision, position } = await atLeader(stream, (used) =>
      appends.append(used, stream, expected, events),
    );
    return { revision, position: position ?? (await positionOf(stream, revision)) };
  };

  async function* subscribe(options: SubscribeOptions): AsyncGenerator<StoredEvent[]> {
    const stopped = AbortSignal.any([options.signal, closing.signal]);
    if (stopped.aborted) return;
    const used = client;
    let subscription: Subscription | undefined;
    const stop = () => subscription?.cancel();
    stopped.addEventListener('abort', stop, { once: true });
    try {
      subscription = await subscribeToAll(used, options.after);
      const inbox = createInbox<StoredEvent>(subscription, () => options.onCaughtUp?.());
      while (!stopped.aborted) {
        const batch = await inbox.take(options.maxBatch);
        if (stopped.aborted) return;
        // A server that goes away in an orderly manner ends the subscription without an error.
        if (batch === null) throw unavailable('The event store');
        yield batch;
      }
    } catch (error) {
      if (!stopped.aborted) throw failed(used, convertToCommandError(error as Error), '$all');
    } finally {
      stopped.removeEventListener('abort', stop);
      subscription?.cancel();
    }
  }

  return {
    append,

    async load(events) {
      for (const { revision, stream, ...event } of events)
        await append(stream, revision === 0n ? 'no-stream' : revision - 1n, [event]);
    },

    readStream,

    async readLast(stream) {
      const events = await readEvents(stream, encodeLastRead(stream));
      return events?.[0] ?? null;
    },

    subscribe,

    head: () =>
      atLeader('$all', async (used) => {
        const events = await reads.read(used, encodeHeadRead(), 1);
        return events?.[0]?.position ?? null;
      }),

    connectionLost: (signal) =>
      connectionLost(client, AbortSignal.any([signal, closing.signal, replaced.signal])),

    async close() {
      closing.abort();
      appends.close();
      reads.close();
      await Promise.race([client.dispose(), pause(CLOSE_PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}

/** Whether events are those from a revision on, one after the other. */
const isWhole = (events: readonly StoredEvent[], from: Revision): boolean =>
  // A stream that exists has an event; what begins after its end has none.
  (events.length > 0 || from > 0n) &&
  events.every(({ revision }, index) => revision === from + BigInt(index));

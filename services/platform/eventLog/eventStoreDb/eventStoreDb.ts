import { setTimeout as pause } from 'node:timers/promises';
import {
  BACKWARDS,
  END,
  ErrorType,
  type EventStoreDBClient,
  FORWARDS,
  START,
} from '@eventstore/db-client';
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js';
import { Refusal, unavailable } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type {
  EventLog,
  EventLogSource,
  EventToAppend,
  ExpectedRevision,
  StoredEvent,
  SubscribeOptions,
} from '../eventLog.js';
import { createInbox } from '../inbox.js';
import { batchAppends } from './batchAppends.js';
import { connect, connectionStringOf } from './connection.js';
import { connectionLost } from './connectionLost.js';
import { errorType, translated } from './errors.js';
import { headOf } from './head.js';
import { collected, type ReadableEvents, storedEvent } from './reading.js';
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
 * @param url `esdb://…` or `esdb+discover://…`; `kurrentdb` in place of `esdb` means the same
 */
export function openEventLog(url: string, { logger, deadlineMs = 10_000 }: Options): EventLog {
  const connectionString = connectionStringOf(url);
  const closing = new AbortController();
  let generation = 0;
  let client = connect(connectionString, generation);
  const appends = batchAppends(deadlineMs);

  /**
   * A failed discovery spoils its client for ever, and calls that fail together keep a lost
   * connection in its backoff, which grows to two minutes: a client that failed is replaced.
   */
  const failed = (used: EventStoreDBClient, error: unknown, stream: string): unknown => {
    const refusal = translated(error, stream);
    if (refusal instanceof Refusal && used === client && !closing.signal.aborted) {
      generation += 1;
      client = connect(connectionString, generation);
      logger.warn({ stream }, 'The event store cannot be reached', error);
    }
    return refusal;
  };

  const readEvents = async (
    stream: string,
    open: (client: EventStoreDBClient) => ReadableEvents,
  ): Promise<StoredEvent[]> => {
    const used = client;
    try {
      const read = await collected(open(used), deadlineMs);
      return read.flatMap(({ event }) => (event ? [storedEvent(event)] : []));
    } catch (error) {
      if (errorType(error) === ErrorType.STREAM_NOT_FOUND) return [];
      throw failed(used, error, stream);
    }
  };

  const append = async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend[],
  ) => {
    if (events.length === 0) throw new Error(`Nothing to append to ${stream}`);
    const used = client;
    try {
      const { revision, position } = await appends.append(used, stream, expected, events);
      if (!position) throw new Error(`The event store did not say where it put ${stream}`);
      return { revision, position };
    } catch (error) {
      throw failed(used, error, stream);
    }
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

    readStream: (stream, { from, maxCount } = {}) =>
      readEvents(stream, (used) =>
        used.readStream(stream, {
          direction: FORWARDS,
          fromRevision: from ?? START,
          ...(maxCount === undefined ? {} : { maxCount }),
        }),
      ),

    async readLast(stream) {
      const [last] = await readEvents(stream, (used) =>
        used.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
      );
      return last ?? null;
    },

    subscribe,

    head: headOf(() => client, readEvents),

    connectionLost: (signal) => connectionLost(client, AbortSignal.any([signal, closing.signal])),

    async close() {
      closing.abort();
      appends.close();
      await Promise.race([client.dispose(), pause(CLOSE_PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}

export const eventLogOf = (source: EventLogSource, options: Options): EventLog =>
  'eventLog' in source ? source.eventLog : openEventLog(source.eventStoreUrl, options);

import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import {
  convertToCommandError,
  END,
  type EventStoreDBClient,
  eventTypeFilter,
  type ResolvedEvent,
  START,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { ReadStream } from '@eventstore/db-client/dist/streams/utils/ReadStream.js';
import { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { unavailable } from '../../errors.js';
import type { LogPosition, StoredEvent } from '../eventLog.js';
import { openCall } from './connection.js';

interface Bounds {
  /** Longest wait for the last event, in milliseconds: the client's reads have no deadline. */
  readonly deadlineMs: number;
  /** The client ends what it reads when it is disposed of, as if that were all. */
  readonly closing: AbortSignal;
  /** Events after which no more are waited for. */
  readonly enough?: number;
}

/**
 * What the client reads; null when there is no such stream.
 * @throws the client's errors; Refusal `unavailable` when not all of it is there in time
 */
export const eventsOf = (reading: Readable, bounds: Bounds): Promise<StoredEvent[] | null> =>
  new Promise((resolve, reject) => {
    const { deadlineMs, closing, enough = Number.POSITIVE_INFINITY } = bounds;
    const events: StoredEvent[] = [];
    const settle = (settling: () => void, isOver = true): void => {
      clearTimeout(timer);
      settling();
      // There is nothing to end where no connection was made.
      if (!isOver) void (reading as ReadStream<unknown>).cancel().catch(() => undefined);
    };
    const refuse = () => reject(unavailable('The event store'));
    const timer = setTimeout(() => settle(refuse, false), deadlineMs);
    reading.on('data', (resolved: ResolvedEvent) => {
      try {
        events.push(storedEvent(resolved));
        if (events.length >= enough) settle(() => resolve(events), false);
      } catch (error) {
        settle(() => reject(error), false);
      }
    });
    reading.on('end', () => settle(closing.aborted ? refuse : () => resolve(events)));
    reading.on('error', (error) => {
      const isMissing = error instanceof StreamNotFoundError;
      settle(() => (isMissing ? resolve(null) : reject(error)));
    });
  });

/**
 * Every reader of the whole log sees it through the same filter, so that a position means the same
 * to all: events whose type begins with a $ are the server's own.
 */
const OUR_EVENTS = '^[^$]';

/** Events that the server looks through at a time, before it lets others read. */
const SEARCH_WINDOW = 1_000;

/**
 * Our events, the newest first: one read, however many events of the server's own come after it. On
 * a quiet weekend there are thousands. The server can read backwards through a filter; the client
 * offers that for subscriptions only. One is enough: asked for one, the server goes on looking for
 * one more.
 */
export function readBackwards(client: EventStoreDBClient): Readable {
  const { Options } = streams.ReadReq;
  const expression = new Options.FilterOptions.Expression().setRegex(OUR_EVENTS);
  const options = new Options()
    .setAll(new Options.AllOptions().setEnd(new shared.Empty()))
    .setReadDirection(1)
    .setFilter(new Options.FilterOptions().setEventType(expression).setMax(SEARCH_WINDOW))
    .setCount('1')
    .setUuidOption(new Options.UUIDOption().setString(new shared.Empty()));
  const request = new streams.ReadReq().setOptions(options);
  const open = () => openCall(client, (calls, ...how) => calls.read(request, ...how));
  return new ReadStream(open, convertGrpcEvent, {});
}

/** Position of an event on a server too old to send it in a stream's read. */
const NO_POSITION = 0xffffffffffffffffn;

/**
 * An event in the words of the port. Data that is no JSON comes as bytes; what is none, against its
 * own word, as a text: the codec refuses it, naming the event.
 */
export function storedEvent({ event }: ResolvedEvent): StoredEvent {
  if (!event?.position || event.position.commit === NO_POSITION)
    throw new Error('The event store does not say where events stand: use EventStoreDB 23.10');
  const { id, streamId: stream, revision, position, type, data, metadata, created } = event;
  return { id, stream, revision, position, type, data, metadata, storedAt: created };
}

type Subscription = ReturnType<EventStoreDBClient['subscribeToAll']>;

/** How far the server has looked is of no use: only what was handled counts. Times 32 events. */
const CHECKPOINT_INTERVAL = 1_000;
/** Events that wait for a consumer that is slower than the server. */
const WAITING = 500;

/** Subscribes to our events after a position; null: to all. */
export const subscribeToAll = (
  client: EventStoreDBClient,
  after: LogPosition | null,
): Subscription => {
  const filter = eventTypeFilter({ regex: OUR_EVENTS, checkpointInterval: CHECKPOINT_INTERVAL });
  return client.subscribeToAll(
    { fromPosition: after ?? START, filter },
    { highWaterMark: WAITING },
  );
};

/**
 * What a subscription delivers, as much of it as is there at a time: a slow consumer gets it in
 * batches, and a fast one at once. What is not taken stays in the subscription, which then asks for
 * no more. Ends when the server ends it in an orderly manner.
 *
 * @param onCaughtUp called once the consumer comes back for more after the last event that was sent
 * before the server said `caughtUp`: the client says so while events still wait
 */
export async function* batchesOf<Item>(
  subscription: Readable,
  maxBatch: number,
  onCaughtUp: () => void,
): AsyncGenerator<Item[], void> {
  let delivered = 0;
  let caughtUpAt: number | null = null;
  let isOver = false;
  const failures: unknown[] = [];
  let wake: () => void = () => {};
  const over = () => {
    isOver = true;
    wake();
  };
  subscription.on('readable', () => wake());
  subscription.on('error', (error) => failures.push(convertToCommandError(error)));
  subscription.on('end', over).on('close', over).on('error', over);
  subscription.on('caughtUp', () => {
    caughtUpAt = delivered + subscription.readableLength;
    wake();
  });
  for (;;) {
    if (caughtUpAt !== null && delivered >= caughtUpAt) {
      caughtUpAt = null;
      onCaughtUp();
    }
    const batch = takeFrom<Item>(subscription, maxBatch);
    delivered += batch.length;
    if (batch.length > 0) yield batch;
    else if (failures.length > 0) throw failures[0];
    else if (isOver) return;
    else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      // Events come one by one: those of one packet are taken together.
      await turn();
    }
  }
}

function takeFrom<Item>(source: Readable, max: number): Item[] {
  const items: Item[] = [];
  while (items.length < max) {
    const item: Item | null = source.read();
    if (item === null) break;
    items.push(item);
  }
  return items;
}

/** Ends a subscription. Destroying it alone would leave its call open on the server. */
export function end(subscription: { destroy(): unknown; unsubscribe(): Promise<void> }): void {
  subscription.destroy();
  subscription.unsubscribe().catch(() => undefined);
}

/**
 * Nothing is delivered of a stream that nobody writes to. The subscription ends with the connection
 * that it is on, before the client makes another one.
 */
const SILENT_STREAM = 'connection-watch';

/** Resolves when the connection of the client is lost, or the signal is aborted. */
export function connectionLost(client: EventStoreDBClient, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const subscription = client.subscribeToStream(SILENT_STREAM, { fromRevision: END });
    const over = () => {
      signal.removeEventListener('abort', over);
      end(subscription);
      resolve();
    };
    signal.addEventListener('abort', over, { once: true });
    subscription.on('error', over).once('end', over).once('close', over).resume();
  });
}

import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import {
  convertToCommandError,
  type EventStoreDBClient,
  eventTypeFilter,
  type ResolvedEvent,
  START,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { ReadStream } from '@eventstore/db-client/dist/streams/utils/ReadStream.js';
import { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { unavailable } from '../../errors.js';
import type { LogPosition, StoredEvent } from '../eventLog.js';
import { AT_LEADER, openCall } from './calls.js';

export interface Bounds {
  /** Longest wait for the last event, in milliseconds: the client's reads have no deadline. */
  readonly deadlineMs: number;
  /** The client ends what it reads when it is disposed of, as if that were all. */
  readonly closing?: AbortSignal;
  /** Events after which no more are waited for. */
  readonly enough?: number;
}

/**
 * What the client reads; null when there is no such stream.
 * @throws the client's errors; Refusal `unavailable` when not all of it is there in time
 */
export async function eventsOf(
  reading: StreamingRead<ResolvedEvent>,
  { deadlineMs, closing, enough = Number.POSITIVE_INFINITY }: Bounds,
): Promise<StoredEvent[] | null> {
  const refuse = () => reading.destroy(unavailable('The event store'));
  // What becomes of a call that nobody waits for any more does not matter.
  reading.on('error', () => undefined);
  const timer = setTimeout(refuse, deadlineMs);
  closing?.addEventListener('abort', refuse);
  if (closing?.aborted) refuse();
  const events: StoredEvent[] = [];
  try {
    for await (const resolved of reading)
      if (events.push(storedEvent(resolved)) >= enough) return events;
    return events;
  } catch (error) {
    if (error instanceof StreamNotFoundError) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    closing?.removeEventListener('abort', refuse);
    // There is nothing to end where no connection was made.
    if (!reading.readableEnded) void reading.cancel().catch(() => undefined);
  }
}

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
export function readBackwards(client: EventStoreDBClient): StreamingRead<ResolvedEvent> {
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

/** Events that wait for a consumer that is slower than the server. */
const WAITING = 500;

/** Subscribes to our events after a position; null: to all. */
export const subscribeToAll = (client: EventStoreDBClient, after: LogPosition | null) => {
  const filter = eventTypeFilter({ regex: OUR_EVENTS });
  return client.subscribeToAll(
    { fromPosition: after ?? START, filter, ...AT_LEADER },
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
  let taken = 0;
  let caughtUpAt: number | null = null;
  let over = null as { error?: unknown } | null;
  let wake: () => void = () => {};
  const finish = (error?: unknown) => {
    over ??= { error };
    wake();
  };
  subscription.on('readable', () => wake());
  subscription.on('error', (error) => finish(convertToCommandError(error)));
  subscription.on('end', () => finish()).on('close', () => finish());
  subscription.on('caughtUp', () => {
    caughtUpAt = taken + subscription.readableLength;
    wake();
  });
  for (;;) {
    if (caughtUpAt !== null && taken >= caughtUpAt) {
      caughtUpAt = null;
      onCaughtUp();
    }
    const batch: Item[] = [];
    while (batch.length < maxBatch) {
      const item: Item | null = subscription.read();
      if (item === null) break;
      taken += 1;
      batch.push(item);
    }
    if (batch.length > 0) yield batch;
    else if (over?.error) throw over.error;
    else if (over) return;
    else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      // Events come one by one: those of one packet are taken together.
      await turn();
    }
  }
}

/** Ends a subscription. Destroying it alone would leave its call open on the server. */
export function end(subscription: { destroy(): unknown; unsubscribe(): Promise<void> }): void {
  subscription.destroy();
  subscription.unsubscribe().catch(() => undefined);
}

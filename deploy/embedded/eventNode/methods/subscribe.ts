import { randomUUID } from 'node:crypto';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { NO_EVENTS, TOMBSTONE } from '../event.js';
import { invalidArgument, shuttingDown, streamDeleted } from '../failures.js';
import { filterOf } from '../filter.js';
import { logStartOf, startOf, streamName } from '../requests.js';
import type { ResponseStream } from '../responseStream.js';
import type { EventStore } from '../store.js';
import {
  CAUGHT_UP,
  encodeCheckpoint,
  encodeConfirmation,
  encodeEvent,
  FELL_BEHIND,
} from '../wire.js';

/*
 * Both subscriptions pull: from memory when they are nearly up to date, else from the table.
 * So catching up, being live and waiting for a slow client are one loop.
 */

/** Sends every event after the given position, until the client or the node goes. */
export const subscribeToAll = async (
  store: EventStore,
  options: ReadReq.Options,
  responseStream: ResponseStream,
): Promise<void> => {
  const { tail } = store;
  const filter = filterOf(options);
  const start = logStartOf(options.getAll());
  let position = start === 'start' ? 0 : start === 'end' ? tail.head : start;
  let checkpoint = position;
  let consideredSince = 0;
  let isLive = false;

  const sendCheckpoint = (): Promise<void> | undefined => {
    checkpoint = position;
    consideredSince = 0;
    return responseStream.send(encodeCheckpoint(position));
  };

  await responseStream.send(encodeConfirmation(randomUUID()));
  while (!responseStream.signal.aborted) {
    if (tail.closed) throw shuttingDown();
    const recent = tail.after(position);
    if (recent === null && isLive) {
      isLive = false;
      await responseStream.send(FELL_BEHIND);
    }
    const events = recent ?? (await store.readAll(position + 1, 'forwards'));
    for (const event of events) {
      position = event.position;
      const waiting =
        filter && !filter.matches(event) ? undefined : responseStream.send(encodeEvent(event));
      if (waiting) await waiting;
      if (!filter) continue;
      consideredSince += 1;
      if (consideredSince >= filter.checkpointInterval) await sendCheckpoint();
      if (responseStream.signal.aborted) return;
    }
    if (events.length > 0) continue;
    if (!isLive) {
      isLive = true;
      if (filter && position > checkpoint) await sendCheckpoint();
      await responseStream.send(CAUGHT_UP);
    }
    await responseStream.flush();
    await tail.beyond(position, responseStream.signal);
  }
};

/** Sends every event of a stream after the given revision, until the client or the node goes. */
export const subscribeToStream = async (
  store: EventStore,
  options: ReadReq.Options,
  responseStream: ResponseStream,
): Promise<void> => {
  const { tail } = store;
  const option = options.getStream();
  if (!option) throw invalidArgument('stream is required.');
  const stream = streamName(option.getStreamIdentifier());
  const start = startOf(option, option.getRevision());

  await responseStream.send(encodeConfirmation(randomUUID()));
  let next = start === 'start' ? 0 : start === 'end' ? await endOf(store, stream) : start + 1;
  /** All events of the stream up to this position have been sent; null while catching up. */
  let scanned: number | null = null;
  let isLive = false;
  while (!responseStream.signal.aborted) {
    if (tail.closed) throw shuttingDown();
    const recent = scanned === null ? null : tail.after(scanned);
    if (recent === null) {
      if (isLive) await responseStream.send(FELL_BEHIND);
      isLive = false;
      const headBefore = tail.head;
      const page = await store.readStream(stream, next, 'forwards', Number.POSITIVE_INFINITY);
      if (page.kind === 'deleted') throw streamDeleted(stream);
      for (const event of page.kind === 'events' ? page.events : []) {
        await responseStream.send(encodeEvent(event));
        next = event.revision + 1;
      }
      if (page.kind === 'notFound' || page.isLast) scanned = headBefore;
      continue;
    }
    for (const event of recent) {
      scanned = event.position;
      if (event.stream !== stream || event.revision < next) continue;
      await responseStream.send(encodeEvent(event));
      if (event.revision >= TOMBSTONE) throw streamDeleted(stream);
      next = event.revision + 1;
    }
    if (recent.length > 0) continue;
    if (!isLive) {
      isLive = true;
      await responseStream.send(CAUGHT_UP);
    }
    await responseStream.flush();
    if (scanned !== null) await tail.beyond(scanned, responseStream.signal);
  }
};

/** The revision that the next event of a stream will get. */
const endOf = async (store: EventStore, stream: string): Promise<number> => {
  const last = await store.lastRevision(stream);
  if (last >= TOMBSTONE) throw streamDeleted(stream);
  return last === NO_EVENTS ? 0 : last + 1;
};

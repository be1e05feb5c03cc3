import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { StoredEvent } from '../event.js';
import type { Direction } from '../eventTable.js';
import { invalidArgument, invalidPosition, streamDeleted, unimplemented } from '../failures.js';
import { filterOf } from '../filter.js';
import type { NodeContext } from '../nodeContext.js';
import { logStartOf, startOf, streamName } from '../requests.js';
import { openResponseStream, type ResponseStream } from '../responseStream.js';
import type { EventStore } from '../store.js';
import { encodeEvent, encodeResolvedLink, encodeStreamNotFound } from '../wire.js';
import { subscribeToAll, subscribeToStream } from './subscribe.js';

const BACKWARDS = 1;
/** The type of an event that leads to another one. */
const LINK = '$>';

/** Streams/Read: four kinds of reading and two of subscribing in one method. */
export const read =
  ({ store, openCalls }: NodeContext) =>
  async (call: ServerWritableStream<ReadReq, Buffer>): Promise<void> => {
    const responseStream = openResponseStream(call, openCalls);
    try {
      await answer(store, call.request.getOptions(), responseStream);
      responseStream.end();
    } catch (error) {
      responseStream.fail(error);
    }
  };

const answer = async (
  store: EventStore,
  options: ReadReq.Options | undefined,
  responseStream: ResponseStream,
): Promise<void> => {
  if (!options?.hasUuidOption()) throw invalidArgument('uuid_option is required.');
  const direction = options.getReadDirection() === BACKWARDS ? 'backwards' : 'forwards';
  if (!options.hasSubscription()) {
    return options.hasAll()
      ? readAll(store, options, direction, responseStream)
      : readStream(store, options, direction, responseStream);
  }
  if (direction === 'backwards') throw invalidArgument('A subscription only goes forwards.');
  if (options.getResolveLinks()) throw unimplemented('Links are resolved in reads only.');
  return options.hasAll()
    ? subscribeToAll(store, options, responseStream)
    : subscribeToStream(store, options, responseStream);
};

const readStream = async (
  store: EventStore,
  options: ReadReq.Options,
  direction: Direction,
  responseStream: ResponseStream,
): Promise<void> => {
  const option = options.getStream();
  if (!option) throw invalidArgument('stream is required.');
  const stream = streamName(option.getStreamIdentifier());
  const start = startOf(option, option.getRevision());
  let from = start === 'start' ? 0 : start;
  let left = Number(options.getCount());
  while (left > 0 && !responseStream.signal.aborted) {
    const page = await store.readStream(stream, from, direction, left);
    if (page.kind === 'deleted') throw streamDeleted(stream);
    if (page.kind === 'notFound') {
      await responseStream.send(encodeStreamNotFound(stream));
      return;
    }
    for (const event of page.events) {
      const answer = isLink(options, event) ? await resolved(store, event) : encodeEvent(event);
      const waiting = responseStream.send(answer);
      if (waiting) await waiting;
    }
    if (page.isLast) return;
    left -= page.events.length;
    from = page.next;
  }
};

/** Forwards from a position on, itself included; backwards from before it. */
const readAll = async (
  store: EventStore,
  options: ReadReq.Options,
  direction: Direction,
  responseStream: ResponseStream,
): Promise<void> => {
  const filter = filterOf(options);
  const start = logStartOf(options.getAll());
  if (start === 'end' && direction === 'forwards') return;
  // There a server would look for a record that ends.
  if (direction === 'backwards' && typeof start === 'number' && start > store.tail.head + 1)
    throw invalidPosition();
  let position = start === 'start' ? 0 : start === 'end' ? Number.MAX_SAFE_INTEGER : start;
  let left = Number(options.getCount());
  while (left > 0 && !responseStream.signal.aborted) {
    const events = await store.readAll(position, direction);
    for (const event of events) {
      position = direction === 'forwards' ? event.position + 1 : event.position;
      if (filter && !filter.matches(event)) continue;
      const answer = isLink(options, event) ? await resolved(store, event) : encodeEvent(event);
      const waiting = responseStream.send(answer);
      if (waiting) await waiting;
      left -= 1;
      if (left <= 0) return;
    }
    if (events.length === 0) return;
  }
};

const isLink = (options: ReadReq.Options, event: StoredEvent): boolean =>
  options.getResolveLinks() && event.type === LINK;

/** A link holds `revision@stream`. One that cannot be followed is sent without an event. */
const resolved = async (store: EventStore, link: StoredEvent): Promise<Buffer> => {
  const [, revision, stream] = /^(\d{1,15})@(.+)$/s.exec(link.data.toString('utf8')) ?? [];
  if (revision === undefined || stream === undefined) return encodeEvent(link);
  const page = await store.readStream(stream, Number(revision), 'forwards', 1);
  const [event] = page.kind === 'events' ? page.events : [];
  return encodeResolvedLink(link, event?.revision === Number(revision) ? event : null);
};

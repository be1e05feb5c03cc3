import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerWritableStream, status } from '@grpc/grpc-js';
import type { Double } from './double.js';
import type { EventOfDouble } from './eventsOfDouble.js';
import { answerWith, failure, identifierOf, nameOf, placeAt, positionOf } from './protocol.js';

type ReadOptions = streams.ReadReq.Options;
type Answer = InstanceType<typeof streams.ReadResp>;
type Call = ServerWritableStream<streams.ReadReq, Answer>;

/** Where the answers to one read go. */
interface Reader {
  readonly options: ReadOptions;
  /** Aborted when nobody reads any more, or the call was ended. */
  readonly over: AbortSignal;
  send(answer: Answer): Promise<void>;
}

/** Streams/Read: of a stream or of all, forwards or backwards, once or for ever. */
export const read =
  ({ events, faults, calls }: Double) =>
  async (call: Call): Promise<void> => {
    const over = new AbortController();
    const finish = (finishing: () => void): void => {
      if (over.signal.aborted) return;
      over.abort();
      forget();
      finishing();
    };
    const fail = (error: Error) => finish(() => call.emit('error', error));
    const forget = calls.add({ fail, end: () => finish(() => call.end()) });
    call.on('cancelled', () => finish(() => undefined));
    const reader: Reader = {
      options: call.request.getOptions() ?? new streams.ReadReq.Options(),
      over: over.signal,
      async send(answer) {
        if (faults.silent && !over.signal.aborted) await once(over.signal, 'abort');
        if (over.signal.aborted || call.write(answer)) return;
        await once(call, 'drain', { signal: over.signal }).catch(() => undefined);
      },
    };
    try {
      await answerTo(reader, events);
      finish(() => call.end());
    } catch (error) {
      fail('code' in (error as object) ? (error as Error) : failure(status.INTERNAL, `${error}`));
    }
  };

const answerTo = (reader: Reader, events: Double['events']): Promise<void> => {
  const { options } = reader;
  if (!options.hasUuidOption()) throw failure(status.INVALID_ARGUMENT, 'uuid_option is required.');
  if (options.hasSubscription())
    return options.hasAll() ? subscribeToAll(reader, events) : subscribeToStream(reader, events);
  return options.hasAll() ? readAll(reader, events) : readStream(reader, events);
};

async function readStream(reader: Reader, events: Double['events']): Promise<void> {
  const { options } = reader;
  const from = options.getStream();
  const stream = nameOf(from?.getStreamIdentifier());
  const all = events.stream(stream);
  if (all.length === 0) {
    const missing = new streams.ReadResp.StreamNotFound();
    missing.setStreamIdentifier(identifierOf(stream));
    return reader.send(new streams.ReadResp().setStreamNotFound(missing));
  }
  const first = from?.hasStart() ? 0 : from?.hasEnd() ? all.length : Number(from?.getRevision());
  const shown = all.slice(events.firstShown(stream));
  const wanted = isBackwards(options)
    ? shown.filter(({ revision }) => revision <= first).reverse()
    : shown.filter(({ revision }) => revision >= first);
  await sendSome(reader, wanted);
}

/** Forwards from a position on, itself included; backwards from before it. */
async function readAll(reader: Reader, { all }: Double['events']): Promise<void> {
  const { options } = reader;
  const first = placeIn(options, all.length);
  const isWanted = filterOf(options);
  const wanted = isBackwards(options) ? all.slice(0, first).reverse() : all.slice(first);
  await sendSome(reader, wanted.filter(isWanted));
}

async function sendSome(reader: Reader, wanted: readonly EventOfDouble[]): Promise<void> {
  for (const event of wanted.slice(0, Number(reader.options.getCount())))
    await reader.send(answerWith(event));
}

/** Events that are considered before the server says how far it has come, times the interval. */
const WINDOW = 32;

/** Every event after a position; with a filter also how far was looked. */
async function subscribeToAll(reader: Reader, events: Double['events']): Promise<void> {
  const { options, over, send } = reader;
  const isWanted = filterOf(options);
  const filter = options.getFilter();
  const interval = WINDOW * Math.max(1, filter?.getCheckpointintervalmultiplier() ?? 1);
  const after = options.getAll()?.getPosition();
  // The event at the position itself was handled.
  let next = placeIn(options, events.all.length) + (after ? 1 : 0);
  let isLive = false;
  await send(confirmation());
  while (!over.aborted) {
    const event = events.all[next];
    if (event) {
      next += 1;
      if (isWanted(event)) await send(answerWith(event));
      if (filter && next % interval === 0) await send(checkpointAt(event));
      continue;
    }
    if (!isLive) await send(caughtUp());
    isLive = true;
    await events.more(next, over);
  }
}

async function subscribeToStream(reader: Reader, events: Double['events']): Promise<void> {
  const { options, over, send } = reader;
  const from = options.getStream();
  const stream = nameOf(from?.getStreamIdentifier());
  const isFromStart = from?.hasStart() ?? true;
  let next = isFromStart
    ? 0
    : from?.hasEnd()
      ? events.stream(stream).length
      : Number(from?.getRevision()) + 1;
  let isLive = false;
  await send(confirmation());
  while (!over.aborted) {
    const seen = events.all.length;
    for (const event of events.stream(stream).slice(next)) {
      next += 1;
      await send(answerWith(event));
    }
    if (!isLive) await send(caughtUp());
    isLive = true;
    await events.more(seen, over);
  }
}

const isBackwards = (options: ReadOptions): boolean => options.getReadDirection() === 1;

/** How many events stand before the one to begin with. */
function placeIn(options: ReadOptions, length: number): number {
  const all = options.getAll();
  const position = all?.getPosition();
  if (position) return placeAt(position.getCommitPosition());
  return all?.hasEnd() ? length : 0;
}

/** By an expression on types or on streams. */
function filterOf(options: ReadOptions): (event: EventOfDouble) => boolean {
  const filter = options.getFilter();
  if (!filter) return () => true;
  const byType = filter.getEventType();
  const regex = new RegExp((byType ?? filter.getStreamIdentifier())?.getRegex() ?? '');
  return ({ type, stream }) => regex.test(byType ? type : stream);
}

const confirmation = () =>
  new streams.ReadResp().setConfirmation(
    new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID()),
  );

const caughtUp = () => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());

const checkpointAt = (event: EventOfDouble) =>
  new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint()
      .setCommitPosition(positionOf(event))
      .setPreparePosition(positionOf(event)),
  );

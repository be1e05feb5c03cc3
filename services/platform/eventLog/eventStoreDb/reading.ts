import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import { createStreamIdentifier } from '@eventstore/db-client/dist/utils/grpcStreamIdentifier.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientReadableStream } from '@grpc/grpc-js';
import { unavailable } from '../../errors.js';
import type { LogPosition, Revision, StoredEvent } from '../eventLog.js';
import { type Answer, decodeAnswer } from './answers.js';
import { openCall } from './calls.js';

export interface Bounds {
  /** Longest wait for the last event, in milliseconds: a read has no deadline of its own. */
  readonly deadlineMs: number;
  /** The client ends what is read when it is disposed of, as if that were all. */
  readonly closing?: AbortSignal;
  /** Events after which no more are waited for. */
  readonly enough?: number;
}

/** A read under way. */
export type Read = Promise<ClientReadableStream<Answer>>;

const nothing = () => undefined;

/** Once what came just now is taken: the call ends in the middle of it otherwise. */
export const end = (read: Read): void =>
  void read.then((call) => setImmediate(() => call.cancel()), nothing);

/**
 * What a read brings; null when there is no such stream.
 * @throws the client's errors; Refusal `unavailable` when not all of it is there in time
 */
export const eventsOf = (
  read: Read,
  { deadlineMs, closing, enough = Number.POSITIVE_INFINITY }: Bounds,
): Promise<StoredEvent[] | null> =>
  new Promise((resolve, reject) => {
    const events: StoredEvent[] = [];
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      closing?.removeEventListener('abort', refuse);
      settle();
      end(read);
    };
    const refuse = () => finish(() => reject(unavailable('The event store')));
    const timer = setTimeout(refuse, deadlineMs);
    closing?.addEventListener('abort', refuse);
    const take = (answer: Answer): void => {
      if (answer === 'not-found') finish(() => resolve(null));
      else if (answer instanceof Error) finish(() => reject(answer));
      else if (typeof answer === 'object' && events.push(answer) >= enough)
        finish(() => resolve(events));
    };
    const fail = (error: Error) => finish(() => reject(convertToCommandError(error)));
    read.then(
      (call) =>
        call
          .on('data', take)
          .on('error', fail)
          .on('end', () => finish(() => resolve(events))),
      fail,
    );
    if (closing?.aborted) refuse();
  });

const { Options } = streams.ReadReq;
type Options = streams.ReadReq.Options;

/** Opens a read on the client's connection, whose answers are decoded by ourselves. */
function open(client: EventStoreDBClient, options: Options): Read {
  const { path, requestSerialize } = StreamsService.read;
  const uuid = new Options.UUIDOption().setString(new shared.Empty());
  const request = new streams.ReadReq().setOptions(options.setUuidOption(uuid));
  return openCall(client, (calls, ...how) =>
    calls.makeServerStreamRequest(path, requestSerialize, decodeAnswer, request, ...how),
  );
}

const FORWARDS = 0;
const BACKWARDS = 1;

interface Some {
  readonly from?: Revision;
  readonly maxCount?: number | undefined;
}

/** Events of a stream in their order, from a revision on. */
export function readForwards(
  client: EventStoreDBClient,
  stream: string,
  { from = 0n, maxCount = Number.MAX_SAFE_INTEGER }: Some,
): Read {
  const of = new Options.StreamOptions().setStreamIdentifier(createStreamIdentifier(stream));
  return open(
    client,
    new Options()
      .setStream(of.setRevision(from.toString()))
      .setReadDirection(FORWARDS)
      .setCount(maxCount.toString())
      .setNoFilter(new shared.Empty()),
  );
}

/** The newest event of a stream. */
export function readLastOf(client: EventStoreDBClient, stream: string): Read {
  const of = new Options.StreamOptions().setStreamIdentifier(createStreamIdentifier(stream));
  return open(
    client,
    new Options()
      .setStream(of.setEnd(new shared.Empty()))
      .setReadDirection(BACKWARDS)
      .setCount('1')
      .setNoFilter(new shared.Empty()),
  );
}

/** Events that the server looks through at a time, before it lets others read. */
const SEARCH_WINDOW = 1_000;

/**
 * Every reader of the whole log sees it through the same filter, so that a position means the same
 * to all: events whose type begins with a $ are the server's own.
 */
const ourEvents = () =>
  new Options.FilterOptions().setEventType(
    new Options.FilterOptions.Expression().setRegex('^[^$]'),
  );

/**
 * Our events, the newest first: one read, however many events of the server's own come after it. On
 * a quiet weekend there are thousands. One is enough: asked for one, the server goes on looking for
 * one more.
 */
export const readBackwards = (client: EventStoreDBClient): Read =>
  open(
    client,
    new Options()
      .setAll(new Options.AllOptions().setEnd(new shared.Empty()))
      .setReadDirection(BACKWARDS)
      .setFilter(ourEvents().setMax(SEARCH_WINDOW))
      .setCount('1'),
  );

/** Subscribes to our events after a position; null: to all. */
export function subscribeToAll(client: EventStoreDBClient, after: LogPosition | null): Read {
  const all = new Options.AllOptions();
  if (after)
    all.setPosition(
      new Options.Position()
        .setCommitPosition(after.commit.toString())
        .setPreparePosition(after.prepare.toString()),
    );
  else all.setStart(new shared.Empty());
  return open(
    client,
    new Options()
      .setAll(all)
      .setSubscription(new Options.SubscriptionOptions())
      // How far the server has looked is of no use here: only what was handled counts.
      .setFilter(ourEvents().setCount(new shared.Empty()).setCheckpointintervalmultiplier(1_000)),
  );
}

/** Answers that wait for a consumer that is slower than the server. */
const WAITING = 500;

/**
 * What a subscription delivers, as much of it as is there at a time: a slow consumer gets it in
 * batches, and a fast one at once. While much is not taken, the call is asked for no more. Ends when
 * the server ends it in an orderly manner.
 *
 * @param onCaughtUp called once the consumer comes back for more after the last event that was sent
 * before the server said so
 */
export async function* batchesOf(
  call: Readable,
  maxBatch: number,
  onCaughtUp: () => void,
): AsyncGenerator<StoredEvent[], void> {
  const answers: Answer[] = [];
  let over = null as { error?: unknown } | null;
  let wake: () => void = nothing;
  const finish = (error?: unknown) => {
    over ??= { error };
    wake();
  };
  call.on('error', (error) => finish(convertToCommandError(error)));
  call.on('end', () => finish()).on('close', () => finish());
  call.on('data', (answer: Answer) => {
    if (answer === 'other') return;
    answers.push(answer);
    if (answers.length >= WAITING) call.pause();
    wake();
  });
  for (;;) {
    const [first] = answers;
    if (first === 'caught-up') {
      answers.shift();
      onCaughtUp();
    } else if (first instanceof Error) throw first;
    else if (first) {
      const wanted = answers.slice(0, maxBatch);
      const isOther = (answer: Answer) => typeof answer === 'string' || answer instanceof Error;
      const others = wanted.findIndex(isOther);
      const batch = answers.splice(0, others < 0 ? wanted.length : others) as StoredEvent[];
      if (answers.length < WAITING) call.resume();
      yield batch;
    } else if (over?.error) throw over.error;
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

import type { Readable } from 'node:stream';
import type { EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsClient, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { LogPosition } from '../eventLog.js';
import { decodeAnswer } from './answers.js';

/**
 * Every subscriber sees the log through the same filter, so that a position means the same to all.
 */
export const OUR_EVENTS = '^[^$]';

/** A call that the server goes on answering: what was stored, and signals among it. */
export interface Subscription extends Readable {
  cancel(): void;
}

/** How the client calls a server: on the connection that it looks after. */
interface ClientInternals {
  callArguments(options: object, callOptions: object): readonly unknown[];
  GRPCStreamCreator(
    calls: typeof StreamsClient,
    name: string,
    call: (calls: StreamingCalls) => Subscription,
  ): () => Promise<Subscription>;
}

interface StreamingCalls {
  makeServerStreamRequest(
    path: string,
    serialize: (request: streams.ReadReq) => Buffer,
    deserialize: (answer: Buffer) => unknown,
    request: streams.ReadReq,
    ...callArguments: readonly unknown[]
  ): Subscription;
}

/**
 * Subscribes to our events after a position; null: to all. The client's own subscription makes six
 * objects of each event, one after the other: this one decodes the answers itself, at a third of the
 * processor time.
 */
export function subscribeToAll(
  client: EventStoreDBClient,
  after: LogPosition | null,
): Promise<Subscription> {
  const internals = client as unknown as ClientInternals;
  const open = internals.GRPCStreamCreator(StreamsClient, 'subscribeToAll', (calls) =>
    calls.makeServerStreamRequest(
      StreamsService.read.path,
      StreamsService.read.requestSerialize,
      decodeAnswer,
      requestAfter(after),
      ...internals.callArguments({}, { deadline: Number.POSITIVE_INFINITY }),
    ),
  );
  return open();
}

function requestAfter(after: LogPosition | null): streams.ReadReq {
  const { Options } = streams.ReadReq;
  const all = new Options.AllOptions();
  if (after) {
    const position = new Options.Position();
    position.setCommitPosition(after.commit.toString());
    position.setPreparePosition(after.prepare.toString());
    all.setPosition(position);
  } else all.setStart(new shared.Empty());
  const uuid = new Options.UUIDOption();
  uuid.setString(new shared.Empty());
  const expression = new Options.FilterOptions.Expression();
  expression.setRegex(OUR_EVENTS);
  const filter = new Options.FilterOptions();
  filter.setEventType(expression);
  filter.setCount(new shared.Empty());
  // How far the server has looked is of no use here: only what was handled counts.
  filter.setCheckpointintervalmultiplier(1_000);
  const options = new Options();
  options.setAll(all);
  options.setSubscription(new Options.SubscriptionOptions());
  options.setUuidOption(uuid);
  options.setFilter(filter);
  const request = new streams.ReadReq();
  request.setOptions(options);
  return request;
}

import type { EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';

/** Of every call: a node that follows may lack what was written just now, and says who leads. */
export const AT_LEADER = { requiresLeader: true } as const;

type CallArguments = Required<Parameters<StreamsClient['batchAppend']>>;

/** What the client makes its own calls with. */
interface ClientInternals {
  callArguments(options: typeof AT_LEADER, callOptions: object): CallArguments;
  /** Opens a call on the connection in use, and connects anew after one that failed. */
  GRPCStreamCreator<Call>(
    type: typeof StreamsClient,
    name: string,
    open: (calls: StreamsClient) => Call,
  ): () => Promise<Call>;
}

/** A call of ours, as the client makes its own; it has no deadline. */
export function openCall<Call>(
  client: EventStoreDBClient,
  open: (calls: StreamsClient, ...callArguments: CallArguments) => Call,
): Promise<Call> {
  const internals = client as unknown as ClientInternals;
  const deadline = Number.POSITIVE_INFINITY;
  return internals.GRPCStreamCreator(StreamsClient, 'call', (calls) =>
    open(calls, ...internals.callArguments(AT_LEADER, { deadline })),
  )();
}

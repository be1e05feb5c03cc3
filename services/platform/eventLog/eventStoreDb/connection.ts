import { type EndPoint, EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type EventStoreAddress, formatAddress, isHost } from './address.js';

/** Of every call: a node that follows may lack what was written just now, and says who leads. */
export const AT_LEADER = { requiresLeader: true } as const;

const USUAL_KEEP_ALIVE_MS = 10_000;

/**
 * Clients with equal settings share connections and their backoff, so that each generation differs
 * from the one before by a millisecond in how often it asks whether the server is alive.
 */
export function connect(address: EventStoreAddress, generation: number): EventStoreDBClient {
  const given = Number(address.options.keepAliveInterval ?? USUAL_KEEP_ALIVE_MS);
  const options = { ...address.options, keepAliveInterval: String(given + (generation % 1_000)) };
  return EventStoreDBClient.connectionString(formatAddress({ ...address, options }));
}

/** The node that is said to lead, with all else as it was. */
export function leaderAt(address: EventStoreAddress, leader: EndPoint): EventStoreAddress {
  const host = `${leader.address}:${leader.port}`;
  return isHost(host) ? { ...address, isDiscovered: false, hosts: [host] } : address;
}

type CallArguments = Required<Parameters<StreamsClient['batchAppend']>>;

interface ClientInternals {
  /** Makes the metadata and the options of every call that concerns events. */
  callArguments(options: typeof AT_LEADER, callOptions: object): CallArguments;
  /** Opens a call on the connection in use, and connects anew after one that failed. */
  GRPCStreamCreator<Call>(
    type: typeof StreamsClient,
    name: string,
    open: (streams: StreamsClient) => Call,
  ): () => Promise<Call>;
}

/** A call of ours, as the client makes its own; it has no deadline. */
export function openCall<Call>(
  client: EventStoreDBClient,
  open: (streams: StreamsClient, ...callArguments: CallArguments) => Call,
): Promise<Call> {
  const internals = client as unknown as ClientInternals;
  const deadline = Number.POSITIVE_INFINITY;
  return internals.GRPCStreamCreator(StreamsClient, 'call', (streams) =>
    open(streams, ...internals.callArguments(AT_LEADER, { deadline })),
  )();
}

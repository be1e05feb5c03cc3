import { type EndPoint, EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import {
  type EventStoreAddress,
  formatAddress,
  isHost,
  isWithoutTls,
  parseAddress,
} from './address.js';

const USUAL_KEEP_ALIVE_MS = 10_000;

/**
 * Clients with equal settings share connections and their backoff, so that each generation differs
 * from the one before by a millisecond in how often it asks whether the server is alive.
 */
export function connect(address: EventStoreAddress, generation: number): EventStoreDBClient {
  const given = Number(address.options.keepAliveInterval ?? USUAL_KEEP_ALIVE_MS);
  const keepAliveInterval = String(given + (generation % 1_000));
  return connectTo({ ...address, options: { ...address.options, keepAliveInterval } });
}

export const connectClient = (connectionString: string): EventStoreDBClient =>
  connectTo(parseAddress(connectionString));

/** The node that is said to lead, with all else as it was. */
export function leaderAt(address: EventStoreAddress, leader: EndPoint): EventStoreAddress {
  const host = `${leader.address}:${leader.port}`;
  return isHost(host) ? { ...address, isDiscovered: false, hosts: [host] } : address;
}

type CallArguments = Required<Parameters<StreamsClient['batchAppend']>>;

interface ClientInternals {
  /** Makes the metadata and the options of every call that concerns events. */
  callArguments(options: { requiresLeader?: boolean }, callOptions?: object): CallArguments;
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
    open(streams, ...internals.callArguments({}, { deadline })),
  )();
}

const LOOPBACK = /^(127\.0\.0\.1|localhost):/;

/**
 * The client, of which every call goes to the leader: a node that follows may not have what was
 * written just now, and says who leads instead.
 *
 * To a server on this machine that speaks without TLS it also sends the user of its address. By
 * itself it drops them there; towards other machines it still does, as they could be read on the
 * way.
 */
function connectTo(address: EventStoreAddress): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(formatAddress(address));
  const { user, hosts } = address;
  const isOnThisMachine = hosts.length === 1 && hosts.every((host) => LOOPBACK.test(host));
  const basic =
    user && isOnThisMachine && isWithoutTls(address)
      ? Buffer.from(`${user.username}:${user.password}`).toString('base64')
      : undefined;
  const internals = client as unknown as ClientInternals;
  const { callArguments } = internals;
  internals.callArguments = (given, callOptions) => {
    const [metadata, options] = callArguments({ ...given, requiresLeader: true }, callOptions);
    if (basic) metadata.set('authorization', `Basic ${basic}`);
    return [metadata, options];
  };
  return client;
}

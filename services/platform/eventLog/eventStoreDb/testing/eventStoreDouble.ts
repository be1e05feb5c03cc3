import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import {
  type Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServiceError,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { batchAppend } from './appendsOfDouble.js';
import type { Double, Faults, OpenCall } from './double.js';
import { createEventsOfDouble, type EventsOfDouble } from './eventsOfDouble.js';
import { failure, notLeader, unavailable } from './protocol.js';
import { read } from './readsOfDouble.js';

export interface Options {
  /** Those of another double, to stand for a node of the same cluster. */
  readonly events?: EventsOfDouble;
  /** Any free one, unless it is given. */
  readonly port?: number;
  /** Calls that concern events must bring them. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Key and certificate in PEM; without them it speaks without TLS. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

const LOOPBACK = '127.0.0.1';

/**
 * What speaks the protocol of EventStoreDB like one node of it, as far as the adapter uses it, and
 * keeps its events in memory.
 */
export async function startEventStoreDouble(options: Options = {}) {
  const { events = createEventsOfDouble(), credentials, tls } = options;
  const host = tls ? 'localhost' : LOOPBACK;
  const faults: Faults = {};
  const open = new Set<OpenCall>();
  const add = (call: OpenCall) => {
    open.add(call);
    return () => open.delete(call);
  };
  const double: Double = { events, faults, calls: { add }, late: [] };
  const server = new Server({
    'grpc.max_receive_message_length': 17 * 1024 * 1024,
    'grpc.enable_channelz': 0,
    interceptors: [gate(faults, credentials)],
  });
  server.addService(StreamsService, {
    read: read(double),
    batchAppend: batchAppend(double),
  });
  server.addService(ServerFeaturesService, { getSupportedMethods });
  server.addService(GossipService, {
    read: gossipOf(() => faults.leader ?? { host, port }),
  });
  const keys = tls && { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.cert) };
  const injector = server.createConnectionInjector(
    keys ? ServerCredentials.createSsl(null, [keys]) : ServerCredentials.createInsecure(),
  );
  // What listens is our own, so that connections can be broken as by a kill.
  const sockets = new Set<Socket>();
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    injector.injectConnection(socket);
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject).listen(options.port ?? 0, LOOPBACK, resolve);
  });
  const { port } = listener.address() as AddressInfo;
  const user = credentials ? `${credentials.username}:${credentials.password}@` : '';
  return {
    /** `esdb://…`, with the credentials that are asked for. */
    url: `esdb://${user}${host}:${port}?tls=${tls !== undefined}`,
    port,
    events,
    faults,
    /** Sends the answers that are late. */
    answerLate() {
      for (const reply of double.late.splice(0)) reply();
    },
    /** Ends the calls that are open, in an orderly manner, and goes on serving. */
    endCalls() {
      for (const call of [...open]) call.end();
    },
    /** Fails the calls that are open and frees the port; or breaks the connections, as a kill does. */
    async stop(how: 'orderly' | 'abruptly' = 'orderly') {
      const closed = new Promise((resolve) => listener.close(resolve));
      if (how === 'orderly') {
        for (const call of [...open]) call.fail(unavailable());
        injector.drain(STOP_TIMEOUT_MS);
        await Promise.race([closed, pause(STOP_TIMEOUT_MS)]);
      }
      for (const socket of sockets) socket.destroy();
      await closed;
      server.forceShutdown();
    },
  };
}

export type EventStoreDouble = Awaited<ReturnType<typeof startEventStoreDouble>>;

/** Longest wait for what clients keep open, in milliseconds. */
const STOP_TIMEOUT_MS = 300;

/** Lets a call in, or refuses it, or leaves it there. */
const gate =
  (faults: Faults, credentials: Options['credentials']): ServerInterceptor =>
  ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata(metadata, pass) {
            const refusal =
              faults.refuse?.({ path, metadata }) ?? refusalOf(path, metadata, faults, credentials);
            if (refusal) call.sendStatus(refusal);
            else if (!faults.silent) pass(metadata);
          },
        }),
    });

function refusalOf(
  path: string,
  metadata: Metadata,
  { leader }: Faults,
  credentials: Options['credentials'],
): ServiceError | undefined {
  // What describes the server is open to all.
  if (!path.includes('streams')) return undefined;
  if (credentials) {
    const { username, password } = credentials;
    const basic = Buffer.from(`${username}:${password}`).toString('base64');
    if (metadata.get('authorization')[0] !== `Basic ${basic}`)
      return failure(status.UNAUTHENTICATED, 'Unauthenticated');
  }
  return leader && metadata.get('requires-leader')[0] === 'true' ? notLeader(leader) : undefined;
}

/** ServerFeatures/GetSupportedMethods: clients choose by it what they ask for. */
function getSupportedMethods(
  _call: unknown,
  callback: sendUnaryData<InstanceType<typeof features.SupportedMethods>>,
): void {
  const methods = ['read', 'batchappend'].map((name) =>
    new features.SupportedMethod()
      .setServiceName('event_store.client.streams.streams')
      .setMethodName(name)
      .setFeaturesList(name === 'read' ? ['position', 'events'] : []),
  );
  callback(
    null,
    new features.SupportedMethods().setEventStoreServerVersion('23.10.0').setMethodsList(methods),
  );
}

/** Gossip/Read, which a client asks for the node that leads. */
const gossipOf =
  (leader: () => { readonly host: string; readonly port: number }) =>
  (_call: unknown, callback: sendUnaryData<InstanceType<typeof gossip.ClusterInfo>>): void => {
    const { host, port } = leader();
    const member = new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString(randomUUID()))
      // In ticks of 100 ns since 1970.
      .setTimeStamp(`${Date.now()}0000`)
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port));
    callback(null, new gossip.ClusterInfo().setMembersList([member]));
  };

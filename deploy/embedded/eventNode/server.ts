import { Server, ServerCredentials, type ServiceDefinition } from '@grpc/grpc-js';
import { type Credentials, credentialsOnly } from './credentials.js';
import { shuttingDown } from './failures.js';
import { answering, type Faults, refusing } from './faults.js';
import { LoadService } from './load/loadService.js';
import { append } from './methods/append.js';
import { batchAppend } from './methods/batchAppend.js';
import { gossipRead, supportedMethods } from './methods/describe.js';
import { load } from './methods/load.js';
import { read } from './methods/read.js';
import { softDelete, tombstone } from './methods/remove.js';
import type { NodeContext } from './nodeContext.js';
import { createOpenCalls } from './openCalls.js';
import { GossipService, ServerFeaturesService, StreamsService } from './protocol.js';
import type { EventStore } from './store.js';

/** The server of the node: speaks the protocol, unencrypted, to one user. */
export interface EventServer {
  readonly port: number;
  /** Fails the calls at work and frees the port. */
  stop(): Promise<void>;
}

/** As the protocol's own server has it. */
const MAX_APPEND_BYTES = 1024 * 1024;
/** More than one append may hold, so that it is we who refuse a larger one, and not gRPC. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;
const STOP_PATIENCE_MS = 300;

const asIs = (message: Buffer) => message;

/** What is written and read by hand passes as it is. */
const streamsService: ServiceDefinition = {
  ...StreamsService,
  read: { ...StreamsService.read, responseSerialize: asIs },
  batchAppend: { ...StreamsService.batchAppend, requestDeserialize: asIs, responseSerialize: asIs },
};

/**
 * @param address `port` 0 for any free one.
 * @param credentials `anyone`: no call is asked for any.
 * @throws when the port is taken.
 */
export const startServer = async (
  store: EventStore,
  { host, port }: { readonly host: string; readonly port: number },
  credentials: Credentials | 'anyone',
  faults: Faults | undefined,
): Promise<EventServer> => {
  const openCalls = createOpenCalls();
  const context: NodeContext = {
    store: faults ? answering(store, faults) : store,
    openCalls,
    maxAppendBytes: MAX_APPEND_BYTES,
  };
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': -1,
    // Statistics of each call, for a service that is not offered here.
    'grpc.enable_channelz': 0,
    interceptors: [
      ...(credentials === 'anyone' ? [] : [credentialsOnly(credentials)]),
      ...(faults ? [refusing(faults)] : []),
    ],
  });
  let boundPort = port;
  server.addService(streamsService, {
    read: read(context),
    append: append(context),
    batchAppend: batchAppend(context),
    delete: softDelete(context),
    tombstone: tombstone(context),
  });
  server.addService(LoadService, { load: load(context) });
  server.addService(ServerFeaturesService, {
    getSupportedMethods: supportedMethods(streamsService),
  });
  server.addService(GossipService, { read: gossipRead(host, () => boundPort) });
  boundPort = await listen(server, host, port);
  return {
    port: boundPort,
    async stop() {
      openCalls.failAll(shuttingDown());
      await shutDown(server);
    },
  };
};

const listen = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });

/** Lets the last answers out, then closes what clients keep open. */
const shutDown = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const impatient = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, STOP_PATIENCE_MS);
    server.tryShutdown(() => {
      clearTimeout(impatient);
      resolve();
    });
  });

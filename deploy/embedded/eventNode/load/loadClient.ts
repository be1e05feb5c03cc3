import { Client, credentials, Metadata, type ServiceError, type status } from '@grpc/grpc-js';
import { USUAL_PORT } from '@insuremanager/services/platform/eventLog/eventStoreDb/address';
import { isLoopback } from '../eventNode.js';
import { LoadService } from './loadService.js';

/** Writes chunks of events into the log of an embedded node. */
export interface LoadClient {
  /**
   * Resolves once all of the chunk is durable. @throws ServiceError: UNIMPLEMENTED by another server,
   * FAILED_PRECONDITION where a stream is not as the chunk expects it, UNAVAILABLE.
   */
  load(chunk: Buffer): Promise<void>;
  close(): void;
}

const DEADLINE_MS = 60_000;
/** A node that comes back is found within a second. */
const RECONNECT_MS = 1_000;

/** Undefined for an address that can be no embedded node's: another machine's, or with TLS. */
export function openLoadClient(eventStoreUrl: string): LoadClient | undefined {
  if (!URL.canParse(eventStoreUrl)) return undefined; // several hosts
  const { hostname, port, username, password, searchParams } = new URL(eventStoreUrl);
  const isOfNode =
    isLoopback(hostname.replace(/^\[|\]$/g, '')) && searchParams.get('tls') === 'false';
  if (!isOfNode) return undefined;
  const client = new Client(`${hostname}:${port || USUAL_PORT}`, credentials.createInsecure(), {
    'grpc.max_reconnect_backoff_ms': RECONNECT_MS,
  });
  const metadata = new Metadata();
  if (username) {
    const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    metadata.set('authorization', `Basic ${Buffer.from(user).toString('base64')}`);
  }
  const { path, requestSerialize, responseDeserialize } = LoadService.load;
  return {
    load: (chunk) =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest(
          ...([path, requestSerialize, responseDeserialize, chunk, metadata] as const),
          { deadline: Date.now() + DEADLINE_MS },
          (error) => (error ? reject(error) : resolve()),
        );
      }),
    close: () => client.close(),
  };
}

export const hasStatus = (error: unknown, ...wanted: readonly status[]): error is ServiceError =>
  error instanceof Error && wanted.includes((error as Partial<ServiceError>).code as status);

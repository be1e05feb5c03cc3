import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Longest that a stop waits for answers under way, in milliseconds. */
const STOP_MS = 10_000;
/** Longest that a request may take to arrive whole, in milliseconds: 10 MB at 100 kbit/s. */
const UPLOAD_MS = 15 * 60_000;

export interface Listener {
  /** The port that was taken, also when 0 was asked for. */
  readonly port: number;
  /** Takes no new requests, finishes those under way, and cuts what then still hangs. */
  stop(): Promise<void>;
}

/** @throws the system's error when the port cannot be taken, such as EADDRINUSE. */
export async function listen(
  app: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  const underWay = new Set<ServerResponse>();
  let isStopping = false;
  const server = createServer((request, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (isStopping) endConnectionAfter(response);
    app(request, response);
  });
  // Longer than proxies keep their side open, so that none sends into a closing connection.
  server.keepAliveTimeout = 65_000;
  server.requestTimeout = UPLOAD_MS;
  server.headersTimeout = 60_000;

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        isStopping = true;
        for (const response of underWay) endConnectionAfter(response);
        const cut = setTimeout(() => server.closeAllConnections(), STOP_MS);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/** Or a client that keeps its connection would go on asking a server that is about to go. */
function endConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

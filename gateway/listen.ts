import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Longest that a stop waits for answers under way, in milliseconds. */
const STOP_MS = 10_000;
/** Longest that a request may take to arrive whole, in milliseconds: 10 MB at 100 kbit/s. */
const UPLOAD_MS = 15 * 60_000;

/** More than an office has windows, and fewer than a process can bear. */
const MOST_CONNECTIONS = 5000;
const TOO_MANY_CONNECTIONS = 'Too many connections are open. Please try again in a moment.';

export interface Listener {
  /** The port that was taken, also when 0 was asked for. */
  readonly port: number;
  /** Takes no new requests, finishes those under way, and cuts what then still hangs. */
  stop(): Promise<void>;
}

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Further ones are told that there are too many. */
  readonly mostConnections?: number;
}

/** @throws the system's error when the port cannot be taken, such as EADDRINUSE. */
export async function listen(
  app: RequestListener,
  { host, port, mostConnections = MOST_CONNECTIONS }: ListenOptions,
): Promise<Listener> {
  const underWay = new Set<ServerResponse>();
  let isStopping = false;
  const server = createServer((request, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (isStopping) endConnectionAfter(response);
    app(request, response);
  });
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.once('close', () => {
      connections -= 1;
    });
    if (connections > mostConnections) socket.end(refusal(TOO_MANY_CONNECTIONS));
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

/** An answer to whatever was going to be asked. */
const refusal = (sentence: string): string =>
  [
    'HTTP/1.1 503 Service Unavailable',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(sentence)}`,
    'Retry-After: 5',
    'Connection: close',
    '',
    sentence,
  ].join('\r\n');

/** Or a client that keeps its connection would go on asking a server that is about to go. */
function endConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

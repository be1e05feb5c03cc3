import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as a gateway got it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A gateway on loopback that answers as a test says. */
export async function testGatewayServer(port = 0) {
  const received: Received[] = [];
  let answer = (response: ServerResponse, _received: Received): void => {
    response.setHeader('content-type', 'application/json');
    response.end('{"type":"success","request_id":"42"}');
  };
  const server = createServer(async (request, response) => {
    // A caller that gives up ends the request.
    const body = await text(request).catch(() => '');
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body };
    received.push(one);
    answer(response, one);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: listening } = server.address() as AddressInfo;
  return {
    received,
    port: listening,
    url: `http://127.0.0.1:${listening}`,
    /** How it answers from now on. */
    answers(how: typeof answer): void {
      answer = how;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

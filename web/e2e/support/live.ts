import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import type { Page } from '@playwright/test';

/** Opens an address, and waits until the page is told of what others change. */
export async function goLive(page: Page, address: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().endsWith('/graphql/stream'));
  await page.goto(address);
  await stream;
}

export interface Way {
  /** Where the product is reached by this way. */
  readonly url: string;
  /** Cuts every connection, and lets none through until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** A way to the product that can be closed and opened again: to the page, the server is away. */
export async function ownWay(productUrl: string): Promise<Way> {
  const product = new URL(productUrl);
  let here = '';
  const sockets = new Set<Socket>();
  /** Requests as if the page came from where the product is at home: it takes changes from there. */
  const atHome = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        done(null, Buffer.from(chunk.toString('latin1').replaceAll(here, product.host), 'latin1'));
      },
    });
  const server = createServer((client) => {
    const onward = connect(Number(product.port), product.hostname);
    for (const socket of [client, onward]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client
      .on('close', () => onward.destroy())
      .pipe(atHome())
      .pipe(onward);
    onward.on('close', () => client.destroy()).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port');
  const { port } = address;
  // By the name that cookies are of.
  here = `${product.hostname}:${port}`;
  return {
    url: `http://${here}`,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
    async open() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}

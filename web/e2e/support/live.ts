import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
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
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const onward = connect(Number(product.port), product.hostname);
    for (const socket of [client, onward]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.on('close', () => onward.destroy()).pipe(onward);
    onward.on('close', () => client.destroy()).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port');
  const { port } = address;
  return {
    url: `http://127.0.0.1:${port}`,
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

import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A port on loopback that leads to another one. */
export async function faultyNetwork(target: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  let delayMs = 0;
  let state: 'open' | 'swallowing' | 'refusing' = 'open';

  const watch = (socket: Socket): Socket => {
    sockets.add(socket);
    // What broke is told to the other side by its end.
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const carry = (from: Socket, to: Socket): void => {
    let last = Promise.resolve();
    from.on('data', (bytes) => {
      if (state === 'swallowing') return;
      const arrival = delayMs > 0 ? pause(delayMs) : undefined;
      last = last.then(async () => {
        await arrival;
        if (!to.destroyed) to.write(bytes);
      });
    });
    from.on('close', () => {
      if (state !== 'swallowing') void last.then(() => to.destroy());
    });
  };
  const server = createServer((client) => {
    watch(client);
    if (state === 'refusing') return client.destroy();
    if (state === 'swallowing') return client.resume();
    const upstream = watch(connect(target));
    carry(client, upstream);
    carry(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    /** Every piece of data takes so long, in milliseconds, in each direction. */
    delay(milliseconds: number) {
      delayMs = milliseconds;
    },
    /** Breaks all connections; new ones can be made. */
    cut,
    /** Nothing arrives any more, in either direction, and nobody notices; new connections likewise. */
    swallow() {
      state = 'swallowing';
    },
    /** New connections are refused, and those there are break. */
    refuse() {
      state = 'refusing';
      cut();
    },
    /** All is well again; what was swallowed before is lost with its connections. */
    heal() {
      // A network that lost so much has forgotten the connections, too.
      if (state === 'swallowing') cut();
      state = 'open';
      delayMs = 0;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
}

/** The way to a server, on which things go wrong when a test says so. */
export type FaultyNetwork = Awaited<ReturnType<typeof faultyNetwork>>;

/** The address of a server, by another port of this machine. */
export function addressThrough(url: string, { port }: Pick<FaultyNetwork, 'port'>): string {
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = String(port);
  return address.href;
}

/** The network to the server of a URL. */
export const networkTo = (url: string): Promise<FaultyNetwork> => {
  const { hostname, port } = new URL(url);
  return faultyNetwork({ host: hostname, port: Number(port) });
};

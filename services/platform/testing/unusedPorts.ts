import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below those that Linux (from 32768 on) and others (higher still) give to whoever asks for any port
 * or connects to another: a server may come late to its port, or come back to it after a crash.
 */
const [LOWEST, BEYOND] = [17_000, 32_000];

/** Each process of tests goes its own way from here, so that two hardly ever find the same. */
let next = randomInt(LOWEST, BEYOND);

/** Ports of the loopback interface that nobody uses just now, no two the same. */
export async function unusedPorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>();
  while (held.size < count) {
    const port = next;
    next = next + 1 < BEYOND ? next + 1 : LOWEST;
    const server = await listening(port);
    if (server) held.set(port, server);
  }
  // Until now held, so that none was found twice.
  for (const server of held.values()) {
    server.close();
    await once(server, 'close');
  }
  return [...held.keys()];
}

export async function unusedPort(): Promise<number> {
  const [port = 0] = await unusedPorts(1);
  return port;
}

/** Undefined when somebody has the port. @throws what else stands against listening. */
async function listening(port: number): Promise<Server | undefined> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

import { freePort } from '../embedded/postgres/freePort.js';
import { firstLine, forkChild } from './childProcess.js';
import type { Part } from './part.js';

export interface EventNodeFacts {
  readonly eventStoreUrl: string;
}

/** The event node in a process of its own: there it is faster than beside the gateway. */
export async function eventNodePart(databaseUrl: string): Promise<Part<EventNodeFacts>> {
  // The same over restarts: others hold the address.
  const port = await freePort();
  return {
    name: 'the event node',
    start: async () => {
      const child = forkChild({
        entry: 'embedded/eventNode/main.js',
        environment: { DATABASE_URL: databaseUrl, HOST: '127.0.0.1', PORT: String(port) },
        readsOutput: true,
        stopPatience: 10_000,
      });
      await firstLine(child, 'The event node', /^ready (\d+)$/m);
      return {
        facts: { eventStoreUrl: `esdb://127.0.0.1:${port}?tls=false` },
        ended: child.ended,
        stop: child.stop,
      };
    },
  };
}

import type { Logger } from '../logger.js';
import { createBackoff, pause } from '../pauses.js';
import { connectTo, type Session } from '../postgres/session.js';

/** On this channel of Postgres every subject is named whose key was destroyed. */
export const DESTROYED_KEYS = 'vault_destroyed_keys';

interface Listening {
  readonly databaseUrl: string;
  readonly logger: Logger;
  /** Within this time a connection is given up over which nothing comes any more. Milliseconds. */
  readonly withinMs: number;
  /** From true to false, everything is heard. */
  onListening(isListening: boolean): void;
  onDestroyed(subject: string): void;
}

/** Listens on a connection of its own, and comes back after it was lost, until it is stopped. */
export function listenForDestructions(input: Listening): () => Promise<void> {
  const { databaseUrl, logger, withinMs, onListening, onDestroyed } = input;
  const connect = connectTo(databaseUrl, {
    settings: ['idle_session_timeout=0'],
    // After half the time without a byte the server is asked, and then has the other half.
    responseTimeoutMs: withinMs / 2,
  });
  const stopping = new AbortController();

  const listen = async ({ client, lost }: Session): Promise<void> => {
    client.on('notification', ({ payload }) => payload && onDestroyed(payload));
    await client.query(`LISTEN ${DESTROYED_KEYS}`);
    onListening(true);
    const ended = AbortSignal.any([lost, stopping.signal]);
    await new Promise<void>((resolve) => {
      if (ended.aborted) resolve();
      ended.addEventListener('abort', () => resolve(), { once: true });
    });
  };

  const keepListening = async (): Promise<void> => {
    const backoff = createBackoff();
    while (!stopping.signal.aborted) {
      let session: Session | null = null;
      try {
        session = await connect('destroyed keys');
        await listen(session);
        backoff.reset();
      } catch (error) {
        logger.debug({ name: (error as Error).name }, 'Not listening for destroyed keys');
      } finally {
        onListening(false);
        await session?.end();
      }
      await pause(backoff.next(), stopping.signal);
    }
  };
  const listening = keepListening();

  return async () => {
    stopping.abort();
    await listening;
  };
}

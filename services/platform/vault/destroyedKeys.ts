import type { Logger } from '../logger.js';
import { aborted, createBackoff } from '../pauses.js';
import { keepSession } from '../postgres/role.js';
import { connectTo } from '../postgres/session.js';

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

  const backoff = createBackoff();
  const listening = keepSession({
    connect: () => connect('destroyed keys'),
    async work({ client, lost }) {
      client.on('notification', ({ payload }) => payload && onDestroyed(payload));
      await client.query(`LISTEN ${DESTROYED_KEYS}`);
      onListening(true);
      await aborted(AbortSignal.any([lost, stopping.signal]));
      onListening(false);
    },
    restAfter(error) {
      if (error === null) backoff.reset();
      else logger.debug({ name: (error as Error).name }, 'Not listening for destroyed keys');
      return backoff.next();
    },
    signal: stopping.signal,
  });

  return async () => {
    stopping.abort();
    await listening;
  };
}

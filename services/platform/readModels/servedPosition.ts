import type pg from 'pg';
import type { LogPosition } from '../eventLog/eventLog.js';
import type { Logger } from '../logger.js';
import { aborted, createBackoff } from '../pauses.js';
import { keepSession } from '../postgres/role.js';
import type { Connect, Session } from '../postgres/session.js';
import { type Changes, EVERYTHING_CHANGED, parseNotice } from './changes.js';
import { isBehind, readCheckpoint } from './checkpoint.js';

export type ChangesListener = (changes: Changes) => void;

interface Waiter {
  readonly position: LogPosition;
  readonly resolve: () => void;
}

/** Listens on a connection of its own, and comes back after it was lost. */
export function watchServedPosition(parts: {
  schema: string;
  connect: Connect;
  pool: Pick<pg.Pool, 'query'>;
  logger: Logger;
}) {
  const { schema, connect, pool, logger } = parts;
  const stopping = new AbortController();
  const waiters = new Set<Waiter>();
  const listeners = new Set<ChangesListener>();
  let served: LogPosition | null = null;

  const isServed = (position: LogPosition): boolean => !isBehind(served, position);

  const report = (changes: Changes): void => {
    for (const listener of listeners) listener(changes);
  };

  // Whatever was notified last counts: a schema that was dropped begins again before where it was.
  const notify = (position: LogPosition | null): void => {
    served = position;
    for (const waiter of waiters) {
      if (isServed(waiter.position)) waiter.resolve();
    }
  };

  const listen = async (session: Session): Promise<void> => {
    const { client, lost } = session;
    let hasHeard = false;
    client.on('notification', ({ payload }) => {
      const notice = payload ? parseNotice(payload) : null;
      if (!notice) return;
      hasHeard = true;
      const { position, changes } = notice;
      // Before those who wait: so a browser hears of its own change before it is answered.
      if (changes) report(changes);
      notify(position);
    });
    await client.query(`LISTEN ${schema}`);
    // What was notified before we listened, unless something newer has come in meanwhile.
    const checkpoint = await readCheckpoint(client, schema);
    if (!hasHeard) notify(checkpoint?.position ?? null);
    // Nor do we know what changed before.
    report(EVERYTHING_CHANGED);
    await aborted(AbortSignal.any([lost, stopping.signal]));
  };

  const backoff = createBackoff();
  const listening = keepSession({
    connect: () => connect(`waiting for ${schema}`),
    work: listen,
    restAfter(error) {
      if (error === null) backoff.reset();
      else logger.debug({ schema, name: (error as Error).name }, 'Not listening for positions');
      return backoff.next();
    },
    signal: stopping.signal,
  });

  return {
    /** Calls back for every batch that queries show; the function that is returned ends it. */
    onChanges(listener: ChangesListener) {
      // One that listens twice is two.
      const entry: ChangesListener = (changes) => listener(changes);
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    /** False when the time passed first. */
    async waitFor(position: LogPosition, timeoutMs: number) {
      if (isServed(position)) return true;
      const inTime = await new Promise<boolean>((resolve) => {
        const done = (passed: boolean) => {
          clearTimeout(timer);
          waiters.delete(waiter);
          resolve(passed);
        };
        const timer = setTimeout(done, timeoutMs, false);
        const waiter: Waiter = { position, resolve: () => done(true) };
        waiters.add(waiter);
      });
      if (inTime) return true;
      // The connection that listens may be the one that is away.
      const checkpoint = await readCheckpoint(pool, schema).catch(() => null);
      return !isBehind(checkpoint?.position ?? null, position);
    },
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}

/** Knows how far the read models of a schema have come, whichever process projects them. */
export type ServedPosition = ReturnType<typeof watchServedPosition>;

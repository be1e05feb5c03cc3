import pg from 'pg';
import { batched } from '../batched.js';
import { Refusal, unavailable } from '../errors.js';
import type { Logger } from '../logger.js';
import { createBackoff, pause } from '../pauses.js';
import { tryLocks, tryOneOf, unlockAll } from '../postgres/advisoryLocks.js';
import { isUnreachable } from '../postgres/postgres.js';
import { connectTo, type Session, sharedSession } from '../postgres/session.js';
import { createLocalLocks, type WithLock } from './localLocks.js';

export interface Locks {
  /**
   * Work under a name that no other process and nobody else in this one has; see `WithLock`.
   * @throws Refusal `unavailable`, before the work has begun, when the name is not free in time
   *   (`record-locked`) or the database cannot be reached.
   */
  readonly withLock: WithLock;
  readonly takeSlot: TakeSlot;
  /** Gives up all locks; work under way goes on without them, who still waits is refused. */
  close(): Promise<void>;
}

/**
 * Takes one of so many slots under a name, which no process has beyond their number. It is free
 * again when the function that is returned is called, or the process dies.
 * @returns null at once when all are taken.
 * @throws Refusal `unavailable` when the database cannot be reached.
 */
export type TakeSlot = (name: string, most: number) => Promise<(() => void) | null>;

export interface LocksInput {
  databaseUrl: string;
  logger: Logger;
  /** How long somebody waits who wants a lock that another process has, in milliseconds. */
  longestWaitMs?: number;
}

const LONGEST_WAIT_MS = 10_000;
/** After so long without an answer the connection is taken for lost. */
const QUERY_TIMEOUT_MS = 10_000;
/** Between two tries. */
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 50;
/** So long a process may hand a lock on to its own before it lets others have a chance. */
const LONGEST_STREAK_MS = 500;
/** Longer than the longest pause, so that whoever waits elsewhere tries in between. */
const STREAK_PAUSE_MS = 75;

/** What Postgres says to a connection that it ends. */
const ENDED_BY_OPERATOR = '57P01';

/**
 * Locks in Postgres, for what is looked up in one stream and written to another: they are held over
 * both. Each process has one session, on which all of its locks are taken; it is opened when the
 * first is wanted, and anew after it was lost. Nobody waits within Postgres, which would keep all
 * others of the session waiting: a lock is tried for, again and again. So locks within locks need
 * no connection each, and cannot use them up.
 *
 * A lock lives as long as its session. When that is lost (Postgres restarts, the network fails),
 * its locks are free at once for others, while the work under them goes on: it cannot be called
 * back. So from the loss until the work's last append, mostly a few milliseconds, another process
 * may decide on what is about to change. Where Postgres holds the log, too, and ends all sessions at
 * once, only an append that is tried again after it can come so late. What must not happen twice, or
 * over a change of the same stream, does not rely on locks: the expected revision sees to that.
 */
export function openLocks({ databaseUrl, logger, ...input }: LocksInput): Locks {
  const { longestWaitMs = LONGEST_WAIT_MS } = input;
  const connect = connectTo(databaseUrl, {
    // A session that holds locks is idle while the work goes on.
    settings: ['idle_session_timeout=0'],
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    pipeline: true,
  });
  /** By name, not by what Postgres makes of it: see `take`. */
  const withLocalLock = createLocalLocks();
  const streaks = new Map<string, Streak>();
  /** To one session, a slot that it has is free: so those of this process are known here. */
  const slotsTaken = new Set<string>();
  const withSlotLock = createLocalLocks();
  const closing = new AbortController();
  let held = 0;

  const shared = sharedSession(async (): Promise<LockSession> => {
    const session = await connect('locks');
    session.lost.addEventListener('abort', () => {
      if (!closing.signal.aborted) logger.warn({ held }, 'The connection of the locks was lost');
    });
    return lockSession(session);
  });
  const openSession = async (tries = 3): Promise<LockSession> => {
    if (closing.signal.aborted) throw unavailable('The database');
    try {
      return await shared.open();
    } catch (error) {
      // Let in and sent away at once: the next connection may stay.
      const wasEnded = error instanceof pg.DatabaseError && error.code === ENDED_BY_OPERATOR;
      if (wasEnded && tries > 1) return openSession(tries - 1);
      throw unavailable('The database', error);
    }
  };

  /** False when another process has it, or when the session was lost. */
  const tryOn = async (session: LockSession, name: string): Promise<boolean> => {
    try {
      return (await session.take([name])).has(name) && !session.lost.aborted;
    } catch (error) {
      if (error instanceof pg.DatabaseError && !isUnreachable(error)) throw error;
      // Whether it has been taken is unknown: without the session it is free in any case.
      void session.end();
      return false;
    }
  };

  /**
   * The session that has the lock now. Two names may be one lock to Postgres, whose hash has 32
   * bits. In two processes they then wait for each other, needlessly. On one session a lock is
   * taken as often as it is asked for, and released as often: so in one process they do not wait
   * for each other, not even when one is wanted under the other.
   */
  const take = async (name: string, deadline: number): Promise<LockSession> => {
    const backoff = createBackoff({ firstMs: FIRST_PAUSE_MS, capMs: LONGEST_PAUSE_MS });
    for (;;) {
      const session = await openSession();
      if (await tryOn(session, name)) return session;
      const left = deadline - performance.now();
      if (left <= 0) throw notFreeInTime();
      await pause(Math.min(backoff.next(), left), closing.signal);
    }
  };

  /**
   * Not waited for: who wants the lock next, in this process, asks on the same session, after it or
   * before it; either way the lock is theirs then. If it fails the session is closed, or the lock
   * would stay taken.
   */
  const release = (session: LockSession, name: string): void => {
    held -= 1;
    if (session.lost.aborted) return;
    session.release([name]).catch(session.end);
  };

  /** Lets other processes have a chance at a name that is wanted in this one all the time. */
  const breakStreak = async (streak: Streak): Promise<void> => {
    if (performance.now() - streak.since < LONGEST_STREAK_MS) return;
    await pause(STREAK_PAUSE_MS, closing.signal);
    streak.since = performance.now();
  };

  return {
    async withLock(name, work) {
      const deadline = performance.now() + longestWaitMs;
      const streak = streaks.get(name) ?? { wanted: 0, since: performance.now() };
      streaks.set(name, streak);
      streak.wanted += 1;
      try {
        return await withLocalLock(name, async () => {
          await breakStreak(streak);
          const session = await take(name, deadline);
          held += 1;
          try {
            return await work();
          } finally {
            release(session, name);
          }
        });
      } finally {
        streak.wanted -= 1;
        if (streak.wanted === 0) streaks.delete(name);
      }
    },

    takeSlot: (name, most) =>
      withSlotLock(name, async () => {
        const slots = Array.from({ length: most }, (_, index) => `${name} ${index + 1}`);
        const free = slots.filter((slot) => !slotsTaken.has(slot));
        if (free.length === 0) return null;
        const session = await openSession();
        const slot = await tryOneOf(session, 'slots', free).catch((error: unknown) => {
          if (error instanceof pg.DatabaseError && !isUnreachable(error)) throw error;
          // Whether one has been taken is unknown: without the session none is.
          void session.end();
          throw unavailable('The database', error);
        });
        if (slot === null) return null;
        slotsTaken.add(slot);
        return () => {
          if (!slotsTaken.delete(slot) || session.lost.aborted) return;
          unlockAll(session, 'slots', [slot]).catch(session.end);
        };
      }),

    async close() {
      closing.abort();
      await shared.close();
    },
  };
}

/** How long a name has been wanted in this process without a break. */
interface Streak {
  /** By those who have it or wait for it. */
  wanted: number;
  /** By the monotonic clock, milliseconds. */
  since: number;
}

/** On which locks are taken and released together that are asked for side by side. */
interface LockSession extends Session {
  take(names: readonly string[]): Promise<ReadonlySet<string>>;
  release(names: readonly string[]): Promise<void>;
}

const lockSession = (session: Session): LockSession => ({
  ...session,
  take: batched((names: readonly string[]) => tryLocks(session, 'decisions', names)),
  release: batched((names: readonly string[]) => unlockAll(session, 'decisions', names)),
});

const notFreeInTime = () =>
  new Refusal('unavailable', {
    code: 'record-locked',
    message:
      'This record is being changed elsewhere. Nothing was saved; please try again in a moment.',
    retryAfterSeconds: 5,
  });

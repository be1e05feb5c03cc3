import { unavailable } from '../errors.js';
import type { LogFields, Logger } from '../logger.js';
import { createBackoff, type Pause, pause as timedPause } from '../pauses.js';
import { type AdvisoryLock, tryLock } from './advisoryLocks.js';
import { describeFailure } from './failures.js';
import type { Session } from './session.js';

/** The reason of a role that this process has not started. */
export const NOT_STARTED = 'not started';
/** The reason until the first attempt has succeeded or failed. */
export const STARTING = 'starting';

const STANDBY_MS = 1_000;

interface Keeping {
  readonly connect: () => Promise<Session>;
  readonly work: (session: Session) => Promise<void>;
  /**
   * How long to rest, in milliseconds, once the work has failed, or (null) has ended by itself. The
   * session may still be there.
   */
  readonly restAfter: (error: unknown, session: Session | null) => number | Promise<number>;
  readonly signal: AbortSignal;
  readonly pause?: Pause;
}

/** Works on sessions, one after the other, until the signal is aborted. */
export async function keepSession({
  connect,
  work,
  restAfter,
  signal,
  pause = timedPause,
}: Keeping): Promise<void> {
  while (!signal.aborted) {
    let session: Session | null = null;
    let rest = 0;
    try {
      session = await connect();
      await work(session);
      if (!signal.aborted) rest = await restAfter(null, session);
    } catch (error) {
      if (!signal.aborted) rest = await restAfter(error, session);
    } finally {
      await session?.end();
    }
    if (rest > 0) await pause(rest, signal);
  }
}

interface RoleParts {
  /** In lines of the log, such as `relay`; and what these say besides. */
  readonly what: string;
  readonly fields?: LogFields;
  readonly logger: Logger;
  readonly connect: () => Promise<Session>;
  readonly lock: AdvisoryLock;
  readonly pause?: Pause;
  /** What the process does that has the lock, until the signal is aborted or the session is lost. */
  play(session: Session, stopped: AbortSignal): Promise<void>;
  /** As `restAfter`; absent: it waits. */
  readonly restAfter?: Keeping['restAfter'];
  onStandby?(): void;
}

/**
 * A role that one process plays at a time, chosen by a lock in Postgres; the others stand by. It can
 * be started again after a stop.
 */
export function openRole<State extends string>(parts: RoleParts) {
  const { what, fields = {}, logger, connect, lock, pause = timedPause } = parts;
  const backoff = createBackoff();
  let state: State | 'standby' | 'waiting' = 'waiting';
  let reason: string | null = NOT_STARTED;
  let run: { abort: AbortController; ended: Promise<void> } | null = null;

  const enter = (next: typeof state, why: string | null = null): void => {
    if (next !== state) logger.info({ ...fields, state: next }, `The ${what} changed its state`);
    state = next;
    reason = why;
  };
  const wait = (error: unknown): number => {
    const why = describeFailure(error);
    if (why !== reason) logger.warn({ ...fields, why }, `The ${what} waits`, error);
    enter('waiting', why);
    return backoff.next();
  };
  const restAfter = parts.restAfter ?? ((error) => wait(error ?? unavailable('The database')));

  const standByAndPlay = async (session: Session, stopped: AbortSignal): Promise<void> => {
    while (!(await tryLock(session, lock))) {
      parts.onStandby?.();
      enter('standby');
      backoff.reset();
      await pause(STANDBY_MS, AbortSignal.any([stopped, session.lost]));
      if (stopped.aborted) return;
    }
    await parts.play(session, stopped);
  };

  return {
    backoff,
    enter,
    /** Enters `waiting` for what has failed; how long to rest, in milliseconds. */
    wait,
    state: () => state,
    /** Why it waits or has stopped, without anything personal. */
    reason: () => reason,
    start(): void {
      if (run) return;
      reason = STARTING;
      const abort = new AbortController();
      const { signal } = abort;
      const work = (session: Session) => standByAndPlay(session, signal);
      run = { abort, ended: keepSession({ connect, work, restAfter, signal, pause }) };
    },
    /** Waits for what is under way to end. */
    async stop(): Promise<void> {
      run?.abort.abort();
      await run?.ended;
      run = null;
      enter('waiting', NOT_STARTED);
    },
  };
}

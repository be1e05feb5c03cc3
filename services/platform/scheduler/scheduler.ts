import type { Clock } from '../clock.js';
import type { Logger } from '../logger.js';
import { createBackoff, type Pause, pause as timedPause } from '../pauses.js';
import { tryLock } from '../postgres/advisoryLocks.js';
import { describeFailure } from '../postgres/failures.js';
import { connectTo, type Session } from '../postgres/session.js';
import type { Job, JobStatus } from './job.js';
import { createJobKeeper } from './jobKeeper.js';

export interface SchedulerOptions {
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly jobs: readonly Job[];
  /** Waits in real time; tests bring their own. */
  readonly pause?: Pause;
}

export interface SchedulerStatus {
  /** `standby`: another process runs the jobs. `waiting`: for Postgres, or to be started. */
  readonly state: 'active' | 'standby' | 'waiting';
  /** Why it waits, without anything personal. */
  readonly reason: string | null;
  /** As far as they ran in this process, in the order in which they were given. */
  readonly jobs: readonly JobStatus[];
}

export interface Scheduler {
  start(): void;
  /** Asks what is under way to end, and waits for it. It can be started again. */
  stop(): Promise<void>;
  status(): SchedulerStatus;
}

const LOCK = { space: 'roles', name: 'jobs are run' } as const;
const STANDBY_MS = 1_000;
const NOT_STARTED = 'not started';

/**
 * Runs jobs by the calendar in one process at a time, chosen by a lock in Postgres; others stand
 * by. Jobs run beside each other. When the connection that holds the lock is lost, jobs are asked
 * to end; until they do, those of the process that took over may run, too.
 * @throws when two jobs have one name.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { jobs, clock, pause = timedPause } = options;
  const logger = options.logger.child({ part: 'scheduler' });
  if (new Set(jobs.map(({ name }) => name)).size < jobs.length) {
    throw new Error('Two jobs have one name');
  }
  const connect = connectTo(options.databaseUrl);
  const keepers = jobs.map((job) => createJobKeeper(job, { clock, logger, pause }));
  const backoff = createBackoff();
  let state: SchedulerStatus['state'] = 'waiting';
  let reason: string | null = NOT_STARTED;
  let run: { abort: AbortController; ended: Promise<void> } | null = null;

  const enter = (next: SchedulerStatus['state'], why: string | null = null): void => {
    if (next !== state) logger.info({ state: next }, 'The scheduler changed its state');
    state = next;
    reason = why;
  };

  const keepJobs = async (session: Session, stopped: AbortSignal): Promise<void> => {
    const signal = AbortSignal.any([stopped, session.lost]);
    while (!(await tryLock(session, LOCK))) {
      enter('standby');
      backoff.reset();
      await pause(STANDBY_MS, signal);
      if (stopped.aborted) return;
    }
    enter('active');
    backoff.reset();
    await Promise.all(keepers.map((keeper) => keeper.keep(signal)));
  };

  const keepScheduling = async (stopped: AbortSignal): Promise<void> => {
    while (!stopped.aborted) {
      let session: Session | null = null;
      let why = 'The connection to Postgres was lost';
      try {
        session = await connect('scheduler');
        await keepJobs(session, stopped);
      } catch (error) {
        why = describeFailure(error);
      } finally {
        await session?.end();
      }
      if (stopped.aborted) return;
      if (why !== reason) logger.warn({ why }, 'The scheduler waits');
      enter('waiting', why);
      await pause(backoff.next(), stopped);
    }
  };

  return {
    start() {
      if (run) return;
      reason = 'starting';
      const abort = new AbortController();
      run = { abort, ended: keepScheduling(abort.signal) };
    },
    async stop() {
      run?.abort.abort();
      await run?.ended;
      run = null;
      enter('waiting', NOT_STARTED);
    },
    status: () => ({ state, reason, jobs: keepers.map((keeper) => keeper.status()) }),
  };
}

import { setMaxListeners } from 'node:events';
import type { Clock } from '../clock.js';
import type { Logger } from '../logger.js';
import { type Pause, pause as timedPause } from '../pauses.js';
import { openRole } from '../postgres/role.js';
import { connectTo } from '../postgres/session.js';
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
  const role = openRole<'active'>({
    ...{ what: 'scheduler', logger, lock: LOCK, pause },
    connect: () => connect('scheduler'),
    async play(session, stopped) {
      role.enter('active');
      role.backoff.reset();
      const signal = AbortSignal.any([stopped, session.lost]);
      // Every job waits by it, and may do so more than once.
      setMaxListeners(0, signal);
      await Promise.all(keepers.map((keeper) => keeper.keep(signal)));
    },
  });

  return {
    start: role.start,
    stop: role.stop,
    status: () => ({
      ...{ state: role.state(), reason: role.reason() },
      jobs: keepers.map((keeper) => keeper.status()),
    }),
  };
}

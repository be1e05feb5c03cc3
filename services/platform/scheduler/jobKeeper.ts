import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Clock } from '../clock.js';
import type { Logger } from '../logger.js';
import { createBackoff, type Pause } from '../pauses.js';
import { describeFailure, isOutage } from '../postgres/failures.js';
import type { Job, JobStatus } from './job.js';

export interface JobKeeperParts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly pause: Pause;
}

/**
 * How often it is looked whether a new day or minute has begun. A timer set for midnight would
 * miss it on a machine that slept or whose clock was put right.
 */
export const LOOK_MS = 15_000;
const RETRIES = { firstMs: 1_000, capMs: 5 * 60_000 };
const MINUTE_MS = 60_000;

export function createJobKeeper(job: Job, { clock, logger, pause }: JobKeeperParts) {
  const backoff = createBackoff(RETRIES);
  let status: JobStatus = {
    ...{ name: job.name, every: job.every, isRunning: false },
    ...{ lastRun: null, runs: 0, failures: 0, failuresInARow: 0, lastFailure: null },
  };

  /** Why a server cannot be used just now, as it was logged last; null: it can. */
  let outage: string | null = null;

  /** True when it succeeded. What ends because the signal is aborted is neither. */
  const run = async (signal: AbortSignal): Promise<boolean> => {
    const today = kolkataDay(clock.now());
    status = { ...status, isRunning: true };
    try {
      await job.run(today, signal);
      if (signal.aborted) return false;
      const { runs } = status;
      const lastRun = { at: clock.now(), today };
      status = { ...status, lastRun, runs: runs + 1, failuresInARow: 0 };
      outage = null;
      backoff.reset();
      return true;
    } catch (error) {
      if (!signal.aborted) recordFailure(error);
      return false;
    } finally {
      status = { ...status, isRunning: false };
    }
  };

  const recordFailure = (error: unknown): void => {
    const reason = describeFailure(error);
    status = {
      ...status,
      failures: status.failures + 1,
      failuresInARow: status.failuresInARow + 1,
      lastFailure: { at: clock.now(), reason },
    };
    const fields = { job: job.name, failuresInARow: status.failuresInARow, why: reason };
    const outageBefore = outage;
    outage = isOutage(error) ? reason : null;
    // Without the error itself: its message may quote what the job choked on.
    if (outage === null) logger.error(fields, 'A job failed and will be tried again');
    else if (outage !== outageBefore) logger.warn(fields, 'A job waits for a server');
  };

  return {
    /** Runs the job whenever it is due, never twice at once, until the signal is aborted. */
    async keep(signal: AbortSignal) {
      let doneIn: string | null = null;
      const restedAt = clock.now().getTime() + (job.restsMs ?? 0);
      while (!signal.aborted) {
        // Taken before the run: one that lasts beyond midnight is due again.
        const period = periodOf(job.every, clock.now());
        const isResting = clock.now().getTime() < restedAt;
        if (isResting || period === doneIn) await pause(LOOK_MS, signal);
        else if (await run(signal)) doneIn = period;
        else if (!signal.aborted) await pause(backoff.next(), signal);
      }
    },
    status: () => status,
  };
}

const periodOf = (every: Job['every'], now: Date): string =>
  every === 'day' ? kolkataDay(now) : String(Math.floor(now.getTime() / MINUTE_MS));

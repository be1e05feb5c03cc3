import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '@insuremanager/services/platform/clock';

/** A clock by which several things can happen at once, each at its own time. */
export interface StoryClock extends Clock {
  /** Whatever `work` does, and awaits, happens at that time. */
  at<Result>(time: Date, work: () => Promise<Result>): Promise<Result>;
}

/** @param present the time of whatever happens outside of `at` */
export function createStoryClock(present: Clock): StoryClock {
  const times = new AsyncLocalStorage<Date>();
  return {
    now: () => times.getStore() ?? present.now(),
    at: (time, work) => times.run(time, work),
  };
}

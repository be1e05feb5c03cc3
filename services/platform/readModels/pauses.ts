import { setTimeout as timer } from 'node:timers/promises';

/** Resolves after the time, or at once when the signal is aborted. */
export const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await timer(milliseconds, undefined, { signal }).catch(() => undefined);
};

export interface Backoff {
  /** Milliseconds until the next attempt: doubling up to the cap, half of it by chance. */
  next(): number;
  reset(): void;
}

const FIRST_MS = 50;
const CAP_MS = 2_000;

export function createBackoff(): Backoff {
  let attempts = 0;
  return {
    next() {
      const most = Math.min(CAP_MS, FIRST_MS * 2 ** attempts);
      attempts += 1;
      return most * (0.5 + Math.random() / 2);
    },
    reset() {
      attempts = 0;
    },
  };
}

import { setTimeout as timer } from 'node:timers/promises';

/** Resolves after the time, or at once when the signal is aborted. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = async (milliseconds, signal) => {
  await timer(milliseconds, undefined, { signal }).catch(() => undefined);
};

export function createBackoff({ firstMs = 50, capMs = 2_000 } = {}) {
  let attempts = 0;
  return {
    /** Milliseconds until the next attempt: doubling up to the cap, half of it by chance. */
    next() {
      const most = Math.min(capMs, firstMs * 2 ** attempts);
      attempts += 1;
      return most * (0.5 + Math.random() / 2);
    },
    reset() {
      attempts = 0;
    },
  };
}

export type Backoff = ReturnType<typeof createBackoff>;

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

import type { Pause } from '../pauses.js';

/** A pause that lasts until the test ends it. */
export interface Rest {
  readonly milliseconds: number;
  over(): void;
}

/** Time that passes by the test's hand. */
export interface HandTimer {
  readonly pause: Pause;
  /** The next pause that somebody makes, or has begun to make. */
  next(): Promise<Rest>;
}

export function handTimer(): HandTimer {
  const begun: Rest[] = [];
  const awaited: ((rest: Rest) => void)[] = [];
  return {
    pause: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const over = () => {
          signal.removeEventListener('abort', over);
          if (begun.includes(rest)) begun.splice(begun.indexOf(rest), 1);
          resolve();
        };
        const rest: Rest = { milliseconds, over };
        signal.addEventListener('abort', over);
        const waiting = awaited.shift();
        if (waiting) waiting(rest);
        else begun.push(rest);
      }),
    next: () =>
      new Promise((resolve) => {
        const rest = begun.shift();
        if (rest) resolve(rest);
        else awaited.push(resolve);
      }),
  };
}

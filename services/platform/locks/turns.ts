import type { WithLock } from './localLocks.js';

/** As local locks, but so much work goes under one name at a time; the rest in the order of asking. */
export function createTurns(most: number): WithLock {
  const byName = new Map<string, { atWork: number; readonly waiting: (() => void)[] }>();

  return async (name, work) => {
    const turns = byName.get(name) ?? { atWork: 0, waiting: [] };
    byName.set(name, turns);
    // Whoever leaves hands the place on, so that nobody who asks in between takes it.
    if (turns.atWork < most) turns.atWork += 1;
    else await new Promise<void>((resolve) => turns.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = turns.waiting.shift();
      if (next) next();
      else {
        turns.atWork -= 1;
        if (turns.atWork === 0) byName.delete(name);
      }
    }
  };
}

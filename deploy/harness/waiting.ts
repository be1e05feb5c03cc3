import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until the state is there.
 * @param what for whoever waits in vain
 * @param timeoutMs longest that a start, a recovery or a stop may take on a busy machine
 * @throws when it is not there in time
 */
export async function until(
  state: () => boolean | Promise<boolean>,
  what: string | (() => string) = 'the state',
  timeoutMs = 180_000,
  everyMs = 20,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await state())) {
    if (Date.now() > deadline) {
      throw new Error(`Waited in vain for ${typeof what === 'string' ? what : what()}.`);
    }
    await pause(everyMs);
  }
}

/** Looks again and again, one look after the other; `stop` waits for the last one. */
export function keepLooking(everyMs: number, look: () => Promise<void>) {
  let last: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(look);
  }, everyMs);
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await last;
    },
  };
}

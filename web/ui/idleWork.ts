/** Milliseconds between two pieces where the browser does not say when it is idle. */
const PAUSE_MS = 200;

const waiting: (() => Promise<unknown>)[] = [];
let hasBegun = false;
let isAtWork = false;

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, PAUSE_MS);
  });

async function work(): Promise<void> {
  if (!hasBegun || isAtWork) return;
  isAtWork = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    await idle();
    // What failed is tried again by who needs it.
    await next().catch(() => undefined);
  }
  isAtWork = false;
}

/**
 * Does something once the first screen is there and the browser is idle, one after another: it must
 * not take the network from what somebody waits for.
 */
export function whenIdle(task: () => Promise<unknown>): void {
  waiting.push(task);
  void work();
}

/** Known of Chromium's browsers, on phones above all. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The first screen is there. Who saves data is sent only what they ask for. */
export function beginIdleWork(): void {
  hasBegun = !savesData();
  void work();
}

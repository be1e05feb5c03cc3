import type { LastSave } from '../platform/commands/commandRunner.js';
import { type Pause, pause as timedPause } from '../platform/pauses.js';

/** Nobody has saved for so long: nobody is at work. Milliseconds. */
export const ALONE_AFTER_MS = 10_000;
/** After its command, lists show a save, and its user is answered: that takes so long, or as often. */
const ANSWERED_AFTER = { atLeastMs: 20, times: 2 };
/** So an import goes on beside any number of people. */
const LONGEST_WAIT_MS = 250;
const LOOK_MS = 4;

/** How many rows are taken at once: while nobody saves, and between the saves of people. */
export interface RowsAtOnce {
  readonly alone: number;
  readonly beside: number;
}

/** Between two batches of rows: nothing of the next one is begun before. */
export interface ImportPace {
  /**
   * Waits until nobody saves, and as long as the batch before took, though not for ever.
   * @returns how many rows are to be taken then
   */
  next(atOnce: RowsAtOnce, signal: AbortSignal): Promise<number>;
  /** Within a batch: lets who saves meanwhile go first. */
  giveWay(signal: AbortSignal): Promise<void>;
  /** Nobody saves, and nobody did of late. */
  isAlone(): boolean;
}

/**
 * An import has the machine to itself while nobody saves. Beside people it takes half of the time
 * between their saves, in batches that are so small that a save which begins meanwhile hardly waits.
 */
export function createImportPace(
  lastSave: () => LastSave,
  {
    pause = timedPause,
    now = () => performance.now(),
  }: { readonly pause?: Pause; readonly now?: () => number } = {},
): ImportPace {
  /** The batch before. */
  let begunAt = Number.POSITIVE_INFINITY;
  const isAlone = () => lastSave().since > ALONE_AFTER_MS;
  const isAnswered = () => {
    const { since, took } = lastSave();
    return since >= Math.max(ANSWERED_AFTER.atLeastMs, ANSWERED_AFTER.times * took);
  };
  const waitUntil = async (isTime: () => boolean, signal: AbortSignal): Promise<void> => {
    const latest = now() + LONGEST_WAIT_MS;
    while (!isTime() && now() < latest && !signal.aborted) await pause(LOOK_MS, signal);
  };
  return {
    isAlone,
    async giveWay(signal) {
      if (!isAlone()) await waitUntil(isAnswered, signal);
    },
    async next({ alone, beside }, signal) {
      if (isAlone()) return alone;
      const rested = 2 * now() - begunAt;
      await waitUntil(() => now() >= rested && isAnswered(), signal);
      begunAt = now();
      return beside;
    },
  };
}

interface Batches<Row> {
  readonly pace: Pick<ImportPace, 'next' | 'isAlone'>;
  readonly atOnce: RowsAtOnce;
  readonly signal: AbortSignal;
  /** The next rows, so many at most; none: there are no more. */
  next(most: number): Promise<readonly Row[]>;
  /** @returns whether more is to be worked on */
  work(rows: readonly Row[]): Promise<boolean>;
}

/**
 * Works on batches of rows, of which two are under way at once while nobody saves: one is decided
 * while Postgres has the other.
 * @returns false where the work said so
 */
export async function twoAtOnce<Row>(batches: Batches<Row>): Promise<boolean> {
  const { pace, atOnce, signal, next, work } = batches;
  /** The oldest first: what came of each is met. */
  const underWay: Promise<boolean>[] = [];
  const downTo = async (most: number): Promise<boolean> => {
    while (underWay.length > most) if (!(await underWay.shift())) return false;
    return true;
  };
  try {
    for (;;) {
      signal.throwIfAborted();
      if (!(await downTo(pace.isAlone() ? 1 : 0))) return false;
      const rows = await next(await pace.next(atOnce, signal));
      if (rows.length === 0) return await downTo(0);
      const working = work(rows);
      working.catch(() => undefined);
      underWay.push(working);
    }
  } finally {
    // Nothing goes on behind whoever is told that it ended.
    await Promise.allSettled(underWay);
  }
}

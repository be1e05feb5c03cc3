import type { Readable } from 'node:stream';

export interface Inbox<Item> {
  /** What is there, at least one item and at most `max`; null when the source has ended cleanly. */
  take(max: number): Promise<Item[] | null>;
}

/**
 * What a source says among its items: that all before has been sent, or what concerns none who takes
 * batches.
 */
export type Signal = 'caught-up' | 'stream-not-found' | 'other';

/** Items held beyond which the source is asked to wait; it holds a few more itself. */
const HIGH_WATER = 1_000;
const LOW_WATER = 500;

/**
 * Collects what a source pushes, so that a slow consumer gets it in batches and a fast one at once.
 * The source is paused while the inbox is full: memory stays flat however far behind the consumer
 * is.
 *
 * @param source of items, with signals among them
 * @param onCaughtUp called once the consumer comes back for more after the last item before the
 * signal.
 */
export function createInbox<Item extends object>(
  source: Readable,
  onCaughtUp: () => void,
): Inbox<Item> {
  let items: Item[] = [];
  let received = 0;
  let delivered = 0;
  let caughtUpAt: number | null = null;
  let ended = false;
  let failure: unknown;
  let wake: () => void = () => {};

  source.on('data', (item: Item | Signal) => {
    if (typeof item !== 'string') {
      items.push(item);
      received += 1;
    } else if (item === 'caught-up') caughtUpAt = received;
    else return;
    if (items.length >= HIGH_WATER) source.pause();
    wake();
  });
  source.on('end', () => {
    ended = true;
    wake();
  });
  source.on('close', () => {
    ended = true;
    wake();
  });
  source.on('error', (error) => {
    failure ??= error;
    wake();
  });

  const tellCaughtUp = (): void => {
    if (caughtUpAt === null || delivered < caughtUpAt) return;
    caughtUpAt = null;
    onCaughtUp();
  };

  return {
    async take(max) {
      for (;;) {
        tellCaughtUp();
        if (items.length > 0) break;
        if (failure !== undefined) throw failure;
        if (ended) return null;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const batch = items.length <= max ? items : items.slice(0, max);
      items = items.length <= max ? [] : items.slice(max);
      delivered += batch.length;
      if (items.length < LOW_WATER && source.isPaused()) source.resume();
      return batch;
    },
  };
}

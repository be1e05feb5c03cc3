import type { Readable } from 'node:stream';

export interface Inbox<Item> {
  /** What is there, at least one item and at most `max`; null when the source has ended cleanly. */
  take(max: number): Promise<Item[] | null>;
  /** To be called when the source says that all before this moment has been sent. */
  markCaughtUp(): void;
}

/** Items held beyond which the source is asked to wait; it holds a few more itself. */
const HIGH_WATER = 2_000;
const LOW_WATER = 1_000;

/**
 * Collects what a source pushes, so that a slow consumer gets it in batches and a fast one at once.
 * The source is paused while the inbox is full: memory stays flat however far behind the consumer
 * is.
 *
 * @param onCaughtUp called once the consumer comes back for more after the last item before the
 * mark.
 */
export function createInbox<Item>(source: Readable, onCaughtUp: () => void): Inbox<Item> {
  let items: Item[] = [];
  let received = 0;
  let delivered = 0;
  let caughtUpAt: number | null = null;
  let ended = false;
  let failure: unknown;
  let wake: () => void = () => {};

  source.on('data', (item: Item) => {
    items.push(item);
    received += 1;
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
    markCaughtUp() {
      // Items that the source holds back for us were sent before the mark.
      caughtUpAt = received + source.readableLength;
      wake();
    },

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

import type { Readable } from 'node:stream';

export interface Inbox<Item> {
  /** What is there, at least one item and at most `max`; null when the source has ended cleanly. */
  take(max: number): Promise<Item[] | null>;
}

/** Items that a source should hold at most: it asks for more when it holds fewer. */
export const INBOX_ITEMS = 500;

/**
 * Takes from a source in batches: a slow consumer gets many items at once, and a fast one each as
 * it comes. What is not taken stays in the source, so that memory stays flat however far behind the
 * consumer is.
 *
 * @param source of items; it emits `caughtUp` when all that there is has been put into it
 * @param onCaughtUp called once the consumer comes back for more after the last item before that
 */
export function createInbox<Item>(source: Readable, onCaughtUp: () => void): Inbox<Item> {
  let delivered = 0;
  let caughtUpAt: number | null = null;
  let isOver = false;
  let failure: unknown;
  let wake: () => void = () => {};

  const over = () => {
    isOver = true;
    wake();
  };
  source.on('readable', () => wake());
  source.on('caughtUp', () => {
    caughtUpAt = delivered + source.readableLength;
    wake();
  });
  source.on('end', over).on('close', over);
  source.on('error', (error) => {
    failure ??= error;
    over();
  });

  const tellCaughtUp = (): void => {
    if (caughtUpAt === null || delivered < caughtUpAt) return;
    caughtUpAt = null;
    onCaughtUp();
  };

  const waiting = (max: number): Item[] => {
    const items: Item[] = [];
    while (items.length < max) {
      const item: Item | null = source.read();
      if (item === null) break;
      items.push(item);
    }
    delivered += items.length;
    return items;
  };

  return {
    async take(max) {
      for (;;) {
        tellCaughtUp();
        const items = waiting(max);
        if (items.length > 0) return items;
        if (failure !== undefined) throw failure;
        if (isOver) return null;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

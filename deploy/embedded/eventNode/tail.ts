import type { StoredEvent } from './event.js';

/**
 * The newest events in memory, and those who wait for the next one. Everybody who is nearly
 * up to date is served from here and never asks the database.
 */
export interface Tail {
  /** The position of the last event that readers may see; 0 in an empty log. */
  readonly head: number;
  /** Shows events to readers, in order; they are durable already. */
  publish(events: readonly StoredEvent[]): void;
  /** The events after `position`, or null when memory no longer reaches back that far. */
  after(position: number): readonly StoredEvent[] | null;
  /** Resolves once an event after `position` is there, the tail is closed or `signal` aborts. */
  beyond(position: number, signal: AbortSignal): Promise<void>;
  /** True once nothing more will come. */
  readonly closed: boolean;
  close(): void;
}

export interface TailLimits {
  readonly maxEvents: number;
  readonly maxBytes: number;
}

const bytesOf = (event: StoredEvent): number =>
  event.data.length + (event.metadata?.length ?? 0) + event.type.length + event.stream.length;

export const createTail = (headAtStart: number, limits: TailLimits): Tail => {
  let head = headAtStart;
  let events: StoredEvent[] = [];
  let bytes = 0;
  let closed = false;
  const waiting = new Set<() => void>();

  const wakeAll = (): void => {
    const woken = [...waiting];
    waiting.clear();
    for (const wake of woken) wake();
  };

  // Trimmed only when twice too large, so that the copying is rare.
  const trim = (): void => {
    if (events.length <= 2 * limits.maxEvents && bytes <= 2 * limits.maxBytes) return;
    let first = 0;
    while (events.length - first > limits.maxEvents || bytes > limits.maxBytes) {
      const event = events[first];
      if (event === undefined) break;
      bytes -= bytesOf(event);
      first += 1;
    }
    events = events.slice(first);
  };

  return {
    get head() {
      return head;
    },
    get closed() {
      return closed;
    },
    publish(published) {
      for (const event of published) {
        events.push(event);
        bytes += bytesOf(event);
        head = event.position;
      }
      trim();
      wakeAll();
    },
    after(position) {
      if (position >= head) return [];
      const first = events[0]?.position;
      // Positions have no gaps, so the distance to the first one is the index.
      return first === undefined || position + 1 < first
        ? null
        : events.slice(position + 1 - first);
    },
    async beyond(position, signal) {
      if (head > position || closed || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          signal.removeEventListener('abort', wake);
          waiting.delete(wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake, { once: true });
      });
    },
    close() {
      closed = true;
      wakeAll();
    },
  };
};

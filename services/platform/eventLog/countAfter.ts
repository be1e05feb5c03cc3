import type { EventLog, LogPosition } from './eventLog.js';

/** So many events are counted, and no more. */
export const LAG_LIMIT = 1_000;
const LOOK_MS = 2_000;

export interface EventsAfter {
  /** LAG_LIMIT stands for as many or more. Null when they could not be counted in time. */
  readonly events: number | null;
  /** When the first of them was stored; null when there is none, or it is unknown. */
  readonly oldest: Date | null;
}

/** How much of the log is after a position. Never throws: what cannot be asked is unknown. */
export async function countAfter(
  eventLog: Pick<EventLog, 'subscribe'>,
  after: LogPosition | null,
): Promise<EventsAfter> {
  let events = 0;
  let oldest: Date | null = null;
  let hasCounted = false;
  const counted = new AbortController();
  const end = () => {
    hasCounted = true;
    counted.abort();
  };
  const signal = AbortSignal.any([counted.signal, AbortSignal.timeout(LOOK_MS)]);
  const waiting = { after, maxBatch: LAG_LIMIT, signal, onCaughtUp: end };
  try {
    for await (const batch of eventLog.subscribe(waiting)) {
      oldest ??= batch[0]?.storedAt ?? null;
      events += batch.length;
      if (events >= LAG_LIMIT) end();
    }
  } catch {
    // Unknown, then.
  }
  return { events: hasCounted ? Math.min(events, LAG_LIMIT) : null, oldest };
}

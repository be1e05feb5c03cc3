import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client';
import { comparePositions, type LogPosition, type StoredEvent } from '../eventLog.js';
import type { ReadableEvents } from './reading.js';

/** Newest events looked through at a time for the last one of ours. */
const HEAD_PAGE = 256;

/** How far the log was looked through for the last event of ours. */
interface Looked {
  readonly by: EventStoreDBClient;
  /** The newest event then, whoever's it was. */
  readonly newest: LogPosition;
  readonly ours: LogPosition | null;
}

/** Whether all from a position on downwards was looked through before, in this log. */
const isPassed = (at: LogPosition, before: Looked, newest: LogPosition): boolean =>
  comparePositions(at, before.newest) <= 0 && comparePositions(newest, before.newest) >= 0;

type ReadEvents = (
  stream: string,
  open: (client: EventStoreDBClient) => ReadableEvents,
) => Promise<StoredEvent[]>;

/**
 * Reading backwards knows no filter: the server's own events are passed over here, each once. On a
 * quiet weekend there are thousands behind the last one of ours.
 */
export function headOf(
  currentClient: () => EventStoreDBClient,
  readEvents: ReadEvents,
): () => Promise<LogPosition | null> {
  let looked: Looked | null = null;
  return async () => {
    const by = currentClient();
    // A server that was away in between may be another one.
    const before = looked?.by === by ? looked : null;
    let newest: LogPosition | null = null;
    const found = (ours: LogPosition | null): LogPosition | null => {
      if (newest) looked = { by, newest, ours };
      return ours;
    };
    let from: LogPosition | typeof END = END;
    for (;;) {
      const page: StoredEvent[] = await readEvents('$all', (used) =>
        used.readAll({ direction: BACKWARDS, fromPosition: from, maxCount: HEAD_PAGE }),
      );
      newest ??= page[0]?.position ?? null;
      for (const { type, position } of page) {
        if (before && newest && isPassed(position, before, newest)) return found(before.ours);
        if (!type.startsWith('$')) return found(position);
      }
      const oldest = page.at(-1);
      if (!oldest || (from !== END && comparePositions(oldest.position, from) === 0))
        return found(null);
      from = oldest.position;
    }
  };
}

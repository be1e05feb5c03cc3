import type { EventLog, StoredEvent } from './eventLog.js';
import { readLog } from './readLog.js';

/** When the command was given; of an event without a command, when it was stored. */
function timeOf({ metadata, storedAt }: StoredEvent): number {
  const { occurredAt } = (metadata ?? {}) as { occurredAt?: unknown };
  return typeof occurredAt === 'string' ? Date.parse(occurredAt) : storedAt.getTime();
}

/** Whether what happened, happened before a moment: by the time of the command. */
export const isBefore =
  (moment: Date) =>
  (event: StoredEvent): boolean =>
    timeOf(event) < moment.getTime();

const readOnly = (): never => {
  throw new Error('The log as it was is only read');
};

/**
 * A log as it was at a moment: of each stream what came before. Nothing is written to it, and its
 * end is where the log itself ends now, so that it is read to there.
 */
export function logUntil(log: EventLog, moment: Date): EventLog {
  const wasThere = isBefore(moment);
  return {
    name: log.name,
    append: readOnly,
    load: readOnly,
    async readStream(stream, options) {
      const events = await log.readStream(stream, options);
      return events.slice(0, events.findLastIndex(wasThere) + 1);
    },
    async readLast(stream) {
      const last = await log.readLast(stream);
      if (last === null || wasThere(last)) return last;
      return (await log.readStream(stream)).findLast(wasThere) ?? null;
    },
    subscribe: readOnly,
    head: readOnly,
    close: async () => {},
  };
}

/**
 * What had happened before a moment, in the order of the log, after a position. All of the log is
 * read for it: clocks of several machines differ, and what was entered late may bear an older time.
 */
export async function* readPast(
  log: Pick<EventLog, 'subscribe' | 'head'>,
  moment: Date,
  { after, maxBatch, signal, onRead }: ReadPastOptions,
): AsyncGenerator<StoredEvent[], void, undefined> {
  const until = await log.head();
  if (until === null) return;
  const wasThere = isBefore(moment);
  for await (const events of readLog(log, { after, until, maxBatch })) {
    if (signal.aborted) return;
    const wanted = events.filter(wasThere);
    if (wanted.length > 0) yield wanted;
    const last = events.at(-1);
    if (last) onRead(Number(last.position.commit) / Math.max(1, Number(until.commit)));
  }
}

interface ReadPastOptions {
  readonly after: StoredEvent['position'] | null;
  readonly maxBatch: number;
  readonly signal: AbortSignal;
  /** How much of the log has been read, from 0 to 1: also of a batch of which nothing is wanted. */
  readonly onRead: (share: number) => void;
}

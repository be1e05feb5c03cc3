import { comparePositions, type EventLog, type LogPosition, type StoredEvent } from './eventLog.js';

interface ReadLogOptions {
  /** Events up to this position are left out. Absent: none are. */
  readonly after?: LogPosition | null;
  /** Events after this position are left out; null: there are none before. Absent: the head. */
  readonly until?: LogPosition | null;
  readonly maxBatch?: number;
}

const MAX_BATCH = 500;

/**
 * The log from its beginning, or from some position on, in its order, as fast as it is taken; live
 * events are not waited for.
 * @throws Refusal `unavailable` when the connection is lost on the way
 */
export async function* readLog(
  eventLog: Pick<EventLog, 'subscribe' | 'head'>,
  options: ReadLogOptions = {},
): AsyncGenerator<StoredEvent[], void, undefined> {
  const { after = null, until = await eventLog.head(), maxBatch = MAX_BATCH } = options;
  if (until === null || (after && comparePositions(after, until) >= 0)) return;
  const done = new AbortController();
  // The head may be an event of the server's own, which is never delivered.
  const onCaughtUp = () => done.abort();
  const { signal } = done;
  try {
    for await (const events of eventLog.subscribe({ after, maxBatch, signal, onCaughtUp })) {
      const wanted = events.filter(({ position }) => comparePositions(position, until) <= 0);
      if (wanted.length > 0) yield wanted;
      const last = events.at(-1);
      if (last && comparePositions(last.position, until) >= 0) return;
    }
  } finally {
    done.abort();
  }
}

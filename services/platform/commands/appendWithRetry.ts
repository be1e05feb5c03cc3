import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../errors.js';
import type { Appended, EventLog, EventToAppend, ExpectedRevision } from '../eventLog/eventLog.js';

/** Retries of an append whose outcome is unknown. */
const MAX_REPEATS = 2;
const LONGEST_PAUSE_MS = 80;

/**
 * Retries an append whose outcome is unknown, as the event store became unavailable meanwhile. The
 * log recognises events that it has; after the last retry the stream is read to look for them. To be
 * called under the guard of the command, so that no other append comes in between.
 * @throws Refusal `unavailable`
 */
export async function appendWithRetry(
  eventLog: Pick<EventLog, 'append' | 'readStream'>,
  stream: string,
  expected: ExpectedRevision,
  events: readonly EventToAppend[],
): Promise<Appended> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await eventLog.append(stream, expected, events);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      const isLast = repeats === MAX_REPEATS;
      const stored = isLast ? await eventLog.readStream(stream) : [];
      const written = stored.find(({ id }) => id === events.at(-1)?.id);
      if (written) return written;
      if (isLast) throw error;
      await pause(Math.random() * LONGEST_PAUSE_MS);
    }
  }
}

export const isUnavailable = (error: unknown): boolean =>
  error instanceof Refusal && error.kind === 'unavailable';

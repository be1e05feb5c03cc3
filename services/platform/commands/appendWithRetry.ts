import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../errors.js';
import type { Appended, EventLog, EventToAppend, ExpectedRevision } from '../eventLog/eventLog.js';

/** Times that an append whose outcome is unknown is sent again, before its command fails. */
const MAX_REPEATS = 2;
const LONGEST_PAUSE_MS = 80;

/**
 * Sends an append again whose outcome is unknown, because the event store went away meanwhile: it
 * recognises the events if it has them. In the end it is looked whether they are there. All of it
 * under the guard of the command: without it others could come in between.
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

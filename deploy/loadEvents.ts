import { Refusal } from '@insuremanager/services/platform/errors';
import type { EventLog, EventToLoad } from '@insuremanager/services/platform/eventLog/eventLog';
import { createBackoff, pause } from '@insuremanager/services/platform/pauses';

export interface LoadTarget {
  readonly eventLog: Pick<EventLog, 'load'>;
  /** Asks it to end, between two writes. */
  readonly ended: AbortSignal;
}

/**
 * Writes events into a log in the order in which they come. A batch is made while the one before it is
 * written.
 * @throws as `EventLog.load`; Refusal `unavailable` when the server stays away.
 */
export async function loadEvents(
  target: LoadTarget,
  batches: AsyncIterable<readonly EventToLoad[]>,
): Promise<void> {
  let written: Promise<void> = Promise.resolve();
  for await (const batch of batches) {
    await written;
    target.ended.throwIfAborted();
    if (batch.length === 0) continue;
    written = loadWhenThere(target, batch);
    // It is looked at when the next one is ready.
    written.catch(() => undefined);
  }
  await written;
}

/** A server that is away for so long has to be looked at. Milliseconds. */
const TIMEOUT_MS = 60_000;

/** Again while the server is away: it recognises what it has. */
async function loadWhenThere(
  { eventLog, ended }: LoadTarget,
  batch: readonly EventToLoad[],
): Promise<void> {
  const backoff = createBackoff();
  const givenUpAt = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await eventLog.load(batch);
    } catch (error) {
      const isAway = error instanceof Refusal && error.kind === 'unavailable';
      if (!isAway || ended.aborted || performance.now() > givenUpAt) throw error;
      await pause(backoff.next(), ended);
    }
  }
}

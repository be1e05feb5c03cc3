import { END, type EventStoreDBClient, eventTypeFilter, START } from '@eventstore/db-client';
import type { LogPosition } from '../eventLog.js';
import { INBOX_ITEMS } from './inbox.js';
import { OUR_EVENTS } from './reads.js';

type Subscription = ReturnType<EventStoreDBClient['subscribeToAll']>;

/** How far the server has looked is of no use: only what was handled counts. Times 32 events. */
const CHECKPOINT_INTERVAL = 1_000;

/** Subscribes to our events after a position; null: to all. */
export const subscribeToAll = (
  client: EventStoreDBClient,
  after: LogPosition | null,
): Subscription =>
  client.subscribeToAll(
    {
      fromPosition: after ?? START,
      filter: eventTypeFilter({ regex: OUR_EVENTS, checkpointInterval: CHECKPOINT_INTERVAL }),
    },
    { highWaterMark: INBOX_ITEMS },
  );

/** Ends a subscription. Destroying it alone would leave its call open on the server. */
export function end(subscription: { destroy(): unknown; unsubscribe(): Promise<void> }): void {
  subscription.destroy();
  subscription.unsubscribe().catch(() => undefined);
}

/**
 * Nothing is delivered of a stream that nobody writes to. The subscription ends with the connection
 * that it is on, before the client makes another one.
 */
const SILENT_STREAM = 'connection-watch';

/** Resolves when the connection of the client is lost, or the signal is aborted. */
export function connectionLost(client: EventStoreDBClient, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const subscription = client.subscribeToStream(SILENT_STREAM, { fromRevision: END });
    const over = () => {
      signal.removeEventListener('abort', over);
      end(subscription);
      resolve();
    };
    signal.addEventListener('abort', over, { once: true });
    subscription.on('error', over).once('end', over).once('close', over).resume();
  });
}

import { END, type EventStoreDBClient } from '@eventstore/db-client';

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
    const end = () => {
      signal.removeEventListener('abort', end);
      subscription.destroy();
      // Destroying the stream alone would leave the call open on the server.
      subscription.unsubscribe().catch(() => {});
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    subscription.on('error', end).once('end', end).once('close', end).resume();
  });
}

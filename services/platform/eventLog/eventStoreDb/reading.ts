import type { RecordedEvent } from '@eventstore/db-client';
import type { LogPosition, StoredEvent } from '../eventLog.js';
import { within } from '../within.js';

/** Position of an event on a server too old to send it in a stream's read. */
export const NO_POSITION = 0xffffffffffffffffn;

export const tooOld = () =>
  new Error('The event store does not say where events stand: EventStoreDB 23.10 is needed');

export interface ReadableEvents extends NodeJS.EventEmitter {
  cancel(): Promise<void>;
}

export const collected = (source: ReadableEvents, deadlineMs: number): Promise<Resolved[]> => {
  const events: Resolved[] = [];
  const reading = new Promise<Resolved[]>((resolve, reject) => {
    source.on('data', (event: Resolved) => events.push(event));
    source.once('end', () => resolve(events));
    source.on('error', reject);
  });
  return within(deadlineMs, reading, () => source.cancel().catch(() => {}));
};

type Resolved = { event?: RecordedEvent };

const plainPosition = ({ commit, prepare }: LogPosition): LogPosition => ({
  commit,
  prepare,
});

export function storedEvent(event: RecordedEvent): StoredEvent {
  const { position } = event as { position?: LogPosition };
  if (!position || position.commit === NO_POSITION) throw tooOld();
  return {
    id: event.id,
    stream: event.streamId,
    revision: event.revision,
    position: plainPosition(position),
    type: event.type,
    data: event.data,
    metadata: event.metadata,
    storedAt: event.created,
  };
}

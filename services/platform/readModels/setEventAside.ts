import { conflict } from '../errors.js';
import { type EventLog, formatPosition } from '../eventLog/eventLog.js';
import type { Pool } from '../postgres/postgres.js';
import { readCheckpoint } from './checkpoint.js';
import { type Decision, recordSetAside, type SetAsideEvent } from './setAside.js';

interface Parts {
  readonly pool: Pool;
  readonly eventLog: EventLog;
  /** Of read models: those that serve, and those that are being rebuilt. */
  readonly schemas: readonly string[];
}

/**
 * Sets aside the one event at which a projector stands. The projector then passes it within seconds,
 * and every later build leaves it out.
 * @param position as `status` shows it
 * @throws Refusal `event-not-in-the-way` when no projector stands at that position
 */
export async function setAside(
  { pool, eventLog, schemas }: Parts,
  position: string,
  decision: Decision,
): Promise<SetAsideEvent> {
  const checkpoints = await Promise.all(schemas.map((name) => readCheckpoint(pool, name)));
  const poison = checkpoints.find((found) => found?.poison?.position === position)?.poison;
  if (!poison) throw conflict('event-not-in-the-way', NOT_IN_THE_WAY);
  const from = BigInt(poison.revision);
  const [event] = await eventLog.readStream(poison.stream, { from, maxCount: 1 });
  if (!event || formatPosition(event.position) !== position) {
    throw conflict('event-not-in-the-way', NOT_IN_THE_WAY);
  }
  const { stream, revision, type, reason: failure } = poison;
  const stopping = { eventId: event.id, stream, revision, type, position, failure };
  return recordSetAside(pool, stopping, decision);
}

const NOT_IN_THE_WAY =
  'No projector stands at an event of that position, and no other event is left out. ' +
  'npm run ops -- status names the event that stopped one.';

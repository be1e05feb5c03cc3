import { conflict, Refusal } from '../errors.js';
import type { StoredEvent } from '../eventLog/eventLog.js';
import { type Pool, type Queryable, query } from '../postgres/postgres.js';

/**
 * An event that read models are made without, because an operator said so. It stays in the log, and
 * commands on its stream meet it there.
 */
export interface SetAsideEvent {
  readonly eventId: string;
  readonly stream: string;
  /** In decimal digits. */
  readonly revision: string;
  readonly type: string;
  /** Where it stood in the log when it was set aside. */
  readonly position: string;
  /** Why it could not be projected, without anything personal. */
  readonly failure: string;
  /** Why the operator set it aside. */
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
}

/** Lasts longer than any read models: schema `set_aside`. What was taken back stays recorded. */
export const setAsideSteps = [
  `CREATE TABLE set_aside.events (
     event_id uuid NOT NULL,
     stream text NOT NULL,
     revision bigint NOT NULL,
     type text NOT NULL,
     position text NOT NULL,
     failure text NOT NULL,
     reason text NOT NULL,
     set_aside_by text NOT NULL,
     set_aside_at timestamptz NOT NULL DEFAULT now(),
     taken_back_by text,
     taken_back_at timestamptz);
   CREATE UNIQUE INDEX ON set_aside.events (event_id) WHERE taken_back_at IS NULL`,
];

interface Row {
  event_id: string;
  stream: string;
  revision: string;
  type: string;
  position: string;
  failure: string;
  reason: string;
  set_aside_by: string;
  set_aside_at: Date;
}

const UNDEFINED_TABLE = '42P01';

/** In the order of time; none where the schema is not made yet. */
export async function listSetAside(on: Queryable): Promise<SetAsideEvent[]> {
  try {
    const rows = await query<Row>(
      on,
      'SELECT * FROM set_aside.events WHERE taken_back_at IS NULL ORDER BY set_aside_at',
    );
    return rows.map(setAsideEventOf);
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return [];
    throw error;
  }
}

const setAsideEventOf = (row: Row): SetAsideEvent => ({
  eventId: row.event_id,
  stream: row.stream,
  revision: row.revision,
  type: row.type,
  position: row.position,
  failure: row.failure,
  reason: row.reason,
  by: row.set_aside_by,
  at: row.set_aside_at,
});

/**
 * Whether an event of the log is one of those: by its id and by its place in its stream, which it
 * has in every log that is restored from a backup. Its position changes there.
 */
export type IsSetAside = (event: Pick<StoredEvent, 'id' | 'stream' | 'revision'>) => boolean;

export const noneIsSetAside: IsSetAside = () => false;

export function isAmong(events: readonly SetAsideEvent[]): IsSetAside {
  if (events.length === 0) return noneIsSetAside;
  const places = new Map(events.map((event) => [event.eventId, placeOf(event)]));
  return (event) => places.get(event.id) === placeOf(event);
}

const placeOf = ({ stream, revision }: { stream: string; revision: string | bigint }): string =>
  `${stream}@${revision}`;

/** Who decides it, and why. */
export interface Decision {
  readonly by: string;
  readonly reason: string;
}

/** @throws Refusal `event-set-aside` when it is already. */
export async function recordSetAside(
  pool: Pool,
  event: Omit<SetAsideEvent, 'reason' | 'by' | 'at'>,
  { by, reason }: Decision,
): Promise<SetAsideEvent> {
  const { eventId, stream, revision, type, position, failure } = event;
  const [row] = await query<Row>(
    pool,
    `INSERT INTO set_aside.events
       (event_id, stream, revision, type, position, failure, reason, set_aside_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (event_id) WHERE taken_back_at IS NULL DO NOTHING RETURNING *`,
    [eventId, stream, revision, type, position, failure, reason, by],
  );
  if (!row) throw conflict('event-set-aside', 'This event is set aside already.');
  return setAsideEventOf(row);
}

/**
 * Read models are made with the event again: those that are built from now on.
 * @param position under which it is listed
 * @throws Refusal `event-not-set-aside` when none of that position is set aside
 */
export async function takeBack(pool: Pool, position: string, by: string): Promise<SetAsideEvent> {
  const [row] = await query<Row>(
    pool,
    `UPDATE set_aside.events SET taken_back_by = $2, taken_back_at = now()
     WHERE position = $1 AND taken_back_at IS NULL RETURNING *`,
    [position, by],
  );
  if (!row) {
    throw new Refusal('not-found', {
      code: 'event-not-set-aside',
      message:
        'No event of that position is set aside. npm run ops -- events lists those that are.',
    });
  }
  return setAsideEventOf(row);
}

import pg from 'pg';
import {
  comparePositions,
  formatPosition,
  type LogPosition,
  type PlacedEvent,
  parsePosition,
} from '../eventLog/eventLog.js';
import { inSession, type Session } from '../postgres/session.js';
import type { Statement } from '../postgres/together.js';
import { changesOf, EVERYTHING_CHANGED, formatNotice } from './changes.js';
import { CheckpointMoved } from './failures.js';
import type { FoldedEvents } from './projection.js';
import { type Durability, type ReadSchema, tableStatements } from './schema.js';

/** An event that stopped the projector, without anything personal. */
export interface Poison {
  readonly stream: string;
  readonly revision: string;
  readonly type: string;
  readonly position: string;
  readonly reason: string;
}

/** How far a schema has come. */
export interface Checkpoint {
  /** Of the last event handled; null before the first. */
  readonly position: LogPosition | null;
  /** The event at that position, by which it is known whether it is still the same log. */
  readonly lastEvent: PlacedEvent | null;
  readonly eventsHandled: number;
  /** True from when it had caught up for the first time and has its indexes. */
  readonly complete: boolean;
  readonly highestIds: Readonly<Record<string, number>>;
  readonly poison: Poison | null;
}

interface CheckpointRow {
  position: string | null;
  last_event?: PlacedEvent | null;
  events_handled: string;
  complete: boolean;
  highest_ids: Record<string, number>;
  poison: Poison | null;
}

/** Whether a place in the log comes before another; null is the very beginning. */
export const isBehind = (position: LogPosition | null, other: LogPosition | null): boolean =>
  other !== null && (position === null || comparePositions(position, other) < 0);

const UNDEFINED_TABLE = '42P01';

/** Null when there is no such schema. */
export async function readCheckpoint(
  on: Pick<pg.Pool, 'query'>,
  schema: string,
): Promise<Checkpoint | null> {
  try {
    const { rows } = await on.query<CheckpointRow>(
      // Of another release it may lack a column.
      `SELECT * FROM ${schema}.checkpoint`,
    );
    return rows[0] ? checkpointOf(rows[0]) : null;
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return null;
    throw error;
  }
}

const checkpointOf = (row: CheckpointRow): Checkpoint => ({
  position: row.position === null ? null : parsePosition(row.position),
  lastEvent: row.last_event ?? null,
  eventsHandled: Number(row.events_handled),
  complete: row.complete,
  highestIds: row.highest_ids,
  poison: row.poison,
});

/**
 * Makes the schema with empty tables unless it is there. One without a checkpoint is no read
 * model but a remnant, and makes room.
 */
export async function ensureReadSchema(
  session: Session,
  name: string,
  { tables }: ReadSchema,
  durability?: Durability,
): Promise<Checkpoint> {
  const known = await readCheckpoint(session.client, name);
  if (known) return known;
  const make = async (): Promise<Checkpoint> => {
    // One at a time for all schemas: extensions, too, cannot be created by two at once.
    await session.client.query(`SELECT pg_advisory_xact_lock(hashtext('read models are created'))`);
    const { rows } = await session.client.query(`SELECT to_regclass('${name}.checkpoint') AS made`);
    // What does not last is empty after a crash of Postgres, its checkpoint, too.
    if (rows[0]?.made === null || !(await readCheckpoint(session.client, name))) {
      await session.client.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
      for (const statement of tableStatements(name, tables.values(), durability)) {
        await session.client.query(statement);
      }
    }
    const checkpoint = await readCheckpoint(session.client, name);
    if (!checkpoint) throw new CheckpointMoved();
    return checkpoint;
  };
  return session.withoutLimit(() => inSession(session, make));
}

/**
 * Writes a batch: its rows and the checkpoint, together or not at all, and notifies who waits and
 * who shows these records. While a schema is built, nobody shows any of it.
 * @throws CheckpointMoved when the checkpoint is not at `from`; nothing is written then.
 */
export async function writeBatch(
  session: Session,
  schema: string,
  from: Checkpoint,
  batch: FoldedEvents,
): Promise<Checkpoint> {
  const highestIds = withHighest(from.highestIds, batch.highestIds);
  const { position, lastEvent, count, statements } = batch;
  const notice = { position, ...(from.complete && { changes: changesOf(batch.streams) }) };
  // First, because it also locks: a swap of schemas happens before or after a whole batch.
  const move: Statement = {
    text: moveStatement(schema),
    values: [
      from.position && formatPosition(from.position),
      formatPosition(position),
      String(count),
      JSON.stringify(highestIds),
      formatNotice(notice),
      JSON.stringify(lastEvent),
    ],
  };
  try {
    await session.runTogether([move, ...statements]);
  } catch (error) {
    throw hasMoved(error) ? new CheckpointMoved() : error;
  }
  return {
    ...from,
    position,
    lastEvent,
    eventsHandled: from.eventsHandled + count,
    highestIds,
    poison: null,
  };
}

/** Refused where the checkpoint is not at $1: no number of events may be null. */
const moveStatement = (schema: string): string => `
  WITH moved AS (
    UPDATE ${schema}.checkpoint
    SET position = $2, highest_ids = $4, last_event = $6, updated_at = now(), poison = NULL,
        events_handled = CASE WHEN position IS NOT DISTINCT FROM $1 THEN events_handled + $3 END
    RETURNING only_row)
  SELECT pg_notify('${schema}', $5) FROM moved`;

const NOT_NULL_VIOLATION = '23502';

const hasMoved = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === NOT_NULL_VIOLATION &&
  error.table === 'checkpoint';

/** Records what stopped the projector, so that every process can report it. */
export async function recordPoison(
  session: Session,
  schema: string,
  poison: Poison,
): Promise<void> {
  await session.client.query(`UPDATE ${schema}.checkpoint SET poison = $1`, [
    JSON.stringify(poison),
  ]);
}

export async function markComplete(session: Session, schema: string): Promise<void> {
  await session.client.query(`UPDATE ${schema}.checkpoint SET complete = true`);
  await notifyEverything(session, schema);
}

/** Says that all rows of a schema may be others than before. */
export async function notifyEverything({ client }: Session, schema: string): Promise<void> {
  const position = (await readCheckpoint(client, schema))?.position;
  if (!position) return;
  const notice = formatNotice({ position, changes: EVERYTHING_CHANGED });
  await client.query('SELECT pg_notify($1, $2)', [schema, notice]);
}

function withHighest(
  before: Readonly<Record<string, number>>,
  numbers: Readonly<Record<string, number>>,
): Record<string, number> {
  const highest = { ...before };
  for (const [kind, id] of Object.entries(numbers))
    highest[kind] = Math.max(highest[kind] ?? 0, id);
  return highest;
}

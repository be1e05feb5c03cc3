import type pg from 'pg';
import { notFound, Refusal } from '../errors.js';
import {
  type EventLog,
  formatPosition,
  type LogPosition,
  parsePosition,
  type StoredEvent,
} from '../eventLog/eventLog.js';
import { ensureSchema } from '../postgres/ensureSchema.js';
import { inTransaction, type Pool, type Queryable, query } from '../postgres/postgres.js';
import { inSession, type Session } from '../postgres/session.js';
import { CheckpointMoved } from '../readModels/failures.js';

/** How far a relay has come, for every process to see. */
export interface RelayCheckpoint {
  /** Of the last event that is published, parked or of no interest; null before the first. */
  readonly position: LogPosition | null;
  /** The event at that position, by which it is known whether it is still the same log. */
  readonly lastEvent: LastEvent | null;
  readonly eventsHandled: number;
  /** What keeps the process that relays from going on, without anything personal; null: nothing. */
  readonly problem: RelayProblem | null;
}

export interface LastEvent {
  readonly id: string;
  readonly stream: string;
  /** In decimal digits. */
  readonly revision: string;
}

export interface RelayProblem {
  /** `stopped`: it does not go on before somebody does something. */
  readonly state: 'waiting' | 'stopped';
  readonly reason: string;
}

/** An event that could not be published, or one behind it in its stream. */
export interface ParkedEvent {
  readonly id: number;
  readonly stream: string;
  readonly revision: bigint;
  readonly type: string;
  readonly parkedAt: Date;
  /** Without anything personal; null: it follows one that is parked, or is about to be tried. */
  readonly reason: string | null;
}

export interface ToPark {
  readonly event: StoredEvent;
  readonly reason: string | null;
}

/** The schema `relay`, step by step. */
export const relaySteps = [
  `CREATE TABLE relay.checkpoints (
     name text PRIMARY KEY,
     position text,
     last_event jsonb,
     events_handled bigint NOT NULL DEFAULT 0,
     problem jsonb,
     updated_at timestamptz NOT NULL DEFAULT now());
   CREATE TABLE relay.parked (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     relay text NOT NULL,
     stream text NOT NULL,
     revision bigint NOT NULL,
     type text NOT NULL,
     reason text,
     parked_at timestamptz NOT NULL DEFAULT now(),
     UNIQUE (relay, stream, revision))`,
];

export const ensureRelaySchema = (pool: Pool): Promise<void> =>
  ensureSchema(pool, 'relay', relaySteps);

/** Notified with the name of a relay when somebody asks it to look again. */
export const RELAY_CHANNEL = 'relay';
const NOTIFY = `SELECT pg_notify('${RELAY_CHANNEL}', $1)`;

interface CheckpointRow {
  position: string | null;
  last_event: LastEvent | null;
  events_handled: string;
  problem: RelayProblem | null;
}

/** Null when no relay of that name has ever begun. */
export async function readCheckpoint(
  on: Pick<pg.Pool | pg.Client, 'query'>,
  name: string,
): Promise<RelayCheckpoint | null> {
  const { rows } = await on.query<CheckpointRow>(
    'SELECT position, last_event, events_handled, problem FROM relay.checkpoints WHERE name = $1',
    [name],
  );
  const [row] = rows;
  return row
    ? {
        position: row.position === null ? null : parsePosition(row.position),
        lastEvent: row.last_event,
        eventsHandled: Number(row.events_handled),
        problem: row.problem,
      }
    : null;
}

/** The checkpoint of a relay; before the first event of the log where it is a new one. */
export async function ensureCheckpoint(session: Session, name: string): Promise<RelayCheckpoint> {
  await session.client.query(
    'INSERT INTO relay.checkpoints (name) VALUES ($1) ON CONFLICT DO NOTHING',
    [name],
  );
  const checkpoint = await readCheckpoint(session.client, name);
  if (!checkpoint) throw new CheckpointMoved();
  return checkpoint;
}

export interface Relayed {
  /** The last event that was handled; the checkpoint moves to it. */
  readonly last: StoredEvent;
  /** Events from the checkpoint to that one. */
  readonly events: number;
  readonly parked: readonly ToPark[];
}

/**
 * Moves the checkpoint and parks what was not published on the way, together or not at all.
 * @throws CheckpointMoved when the checkpoint is not at `from`; nothing is written then.
 */
export async function moveCheckpoint(
  session: Session,
  name: string,
  from: RelayCheckpoint,
  { last, events, parked }: Relayed,
): Promise<RelayCheckpoint> {
  const { position, id, stream, revision } = last;
  const lastEvent = { id, stream, revision: revision.toString() };
  const move = async (): Promise<void> => {
    const { rowCount } = await session.runPrepared(MOVE, [
      name,
      from.position && formatPosition(from.position),
      formatPosition(position),
      JSON.stringify(lastEvent),
      events,
    ]);
    if (rowCount !== 1) throw new CheckpointMoved();
  };
  const moveAndPark = async (): Promise<void> => {
    await move();
    for (const { event, reason } of parked) {
      const values = [name, event.stream, event.revision, event.type, reason];
      await session.client.query(PARK, values);
    }
  };
  // Nearly always it is one statement, which needs no transaction around it.
  await (parked.length === 0 ? move() : inSession(session, moveAndPark));
  return { position, lastEvent, eventsHandled: from.eventsHandled + events, problem: null };
}

const MOVE = `
  UPDATE relay.checkpoints
  SET position = $3, last_event = $4, events_handled = events_handled + $5, problem = NULL,
    updated_at = now()
  WHERE name = $1 AND position IS NOT DISTINCT FROM $2`;

const PARK = `
  INSERT INTO relay.parked (relay, stream, revision, type, reason) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (relay, stream, revision) DO NOTHING`;

/** Records what keeps the relay from going on, or that nothing does. */
export async function recordProblem(
  session: Session,
  name: string,
  problem: RelayProblem | null,
): Promise<void> {
  await session.client.query('UPDATE relay.checkpoints SET problem = $2 WHERE name = $1', [
    name,
    problem && JSON.stringify(problem),
  ]);
}

/** Where a relay goes on, in a transaction with what else must be there. */
export async function insertCheckpoint(
  on: Queryable,
  name: string,
  position: LogPosition | null,
): Promise<void> {
  await on.query(
    `INSERT INTO relay.checkpoints (name, position) VALUES ($1, $2) ON CONFLICT (name)
     DO UPDATE SET position = $2, last_event = NULL, events_handled = 0, problem = NULL,
       updated_at = now()`,
    [name, position && formatPosition(position)],
  );
}

/**
 * Sets the checkpoint to a place in the log, whatever it was; null: all is published once more, and
 * nothing is parked. A relay at work goes on from there at once.
 */
export async function setCheckpoint(
  pool: Pool,
  name: string,
  position: LogPosition | null,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await insertCheckpoint(client, name, position);
    if (position === null) await client.query('DELETE FROM relay.parked WHERE relay = $1', [name]);
    await client.query(NOTIFY, [name]);
  });
}

interface ParkedRow {
  id: number;
  stream: string;
  revision: string;
  type: string;
  parked_at: Date;
  reason: string | null;
}

const PARKED = 'SELECT id, stream, revision, type, parked_at, reason FROM relay.parked';

const parkedOf = ({ parked_at: parkedAt, revision, ...row }: ParkedRow): ParkedEvent => ({
  ...row,
  revision: BigInt(revision),
  parkedAt,
});

/** What is parked: by stream, in the order in which it will be published. */
export async function listParked(
  on: Pick<pg.Pool | pg.Client, 'query'>,
  name: string,
  { stream, limit }: { stream?: string; limit?: number } = {},
): Promise<ParkedEvent[]> {
  const { rows } = await on.query<ParkedRow>(
    `${PARKED} WHERE relay = $1 AND ($2::text IS NULL OR stream = $2)
     ORDER BY stream, revision LIMIT $3`,
    [name, stream ?? null, limit ?? null],
  );
  return rows.map(parkedOf);
}

export interface ParkedCount {
  readonly events: number;
  readonly streams: number;
}

export async function countParked(
  on: Pick<pg.Pool | pg.Client, 'query'>,
  name: string,
): Promise<ParkedCount> {
  const { rows } = await on.query<ParkedCount>(
    `SELECT count(*)::int AS events, count(DISTINCT stream)::int AS streams
     FROM relay.parked WHERE relay = $1`,
    [name],
  );
  return rows[0] ?? { events: 0, streams: 0 };
}

/** Has the first parked event of every stream tried, as a release may know what none before did. */
export async function retryFirstParked(session: Session, name: string): Promise<void> {
  await session.client.query(
    `UPDATE relay.parked SET reason = NULL WHERE id IN (
       SELECT DISTINCT ON (stream) id FROM relay.parked WHERE relay = $1 ORDER BY stream, revision)`,
    [name],
  );
}

/** Every stream with a parked event, and whether the first of them is to be tried. */
export async function parkedStreams(
  session: Session,
  name: string,
): Promise<{ stream: string; isDue: boolean }[]> {
  const { rows } = await session.client.query<{ stream: string; isDue: boolean }>(
    `SELECT DISTINCT ON (stream) stream, reason IS NULL AS "isDue"
     FROM relay.parked WHERE relay = $1 ORDER BY stream, revision`,
    [name],
  );
  return rows;
}

/** It was published, or is given up. */
export async function removeParked(
  on: Pick<pg.Pool | pg.Client, 'query'>,
  id: number,
): Promise<void> {
  await on.query('DELETE FROM relay.parked WHERE id = $1', [id]);
}

export async function recordParkedReason(
  session: Session,
  id: number,
  reason: string,
): Promise<void> {
  await session.client.query('UPDATE relay.parked SET reason = $2 WHERE id = $1', [id, reason]);
}

/**
 * Has the relay try an event again, and all that is parked behind it in its stream.
 * @throws Refusal `not-found`; `conflict` when others of its stream are parked before it.
 */
export async function retryParked(pool: Pool, name: string, id: number): Promise<ParkedEvent> {
  const parked = await requireParked(pool, name, id);
  const [first] = await listParked(pool, name, { stream: parked.stream, limit: 1 });
  if (first && first.id !== id) {
    throw new Refusal('conflict', {
      code: 'parked-event-not-first',
      message: `${first.id} is parked before it in ${parked.stream}. Retry or discard that first.`,
    });
  }
  await query(pool, 'UPDATE relay.parked SET reason = NULL WHERE id = $1', [id]);
  await query(pool, NOTIFY, [name]);
  return parked;
}

/** Has the relay try all that is parked. @returns how many streams there are with a parked event. */
export async function retryAllParked(pool: Pool, name: string): Promise<number> {
  await query(pool, 'UPDATE relay.parked SET reason = NULL WHERE relay = $1', [name]);
  const { streams } = await countParked(pool, name);
  await query(pool, NOTIFY, [name]);
  return streams;
}

/** Has the relay look at what is set aside, and pass this event of it, if that is parked. */
export async function passSetAside(
  pool: Pool,
  { stream, revision }: { readonly stream: string; readonly revision: string },
): Promise<void> {
  await query(pool, 'UPDATE relay.parked SET reason = NULL WHERE stream = $1 AND revision = $2', [
    stream,
    revision,
  ]);
  const relays = await query<{ name: string }>(pool, 'SELECT name FROM relay.checkpoints');
  for (const { name } of relays) await query(pool, NOTIFY, [name]);
}

/**
 * Gives an event up: it is never published. What is parked behind it is tried, if it was the first.
 * @throws Refusal `not-found`.
 */
export async function discardParked(pool: Pool, name: string, id: number): Promise<ParkedEvent> {
  const parked = await requireParked(pool, name, id);
  await removeParked(pool, id);
  await query(pool, NOTIFY, [name]);
  return parked;
}

async function requireParked(pool: Pool, name: string, id: number): Promise<ParkedEvent> {
  const rows = await query<ParkedRow>(pool, `${PARKED} WHERE relay = $1 AND id = $2`, [name, id]);
  const [row] = rows;
  if (!row) throw notFound('parked event', id);
  return parkedOf(row);
}

/** How far each relay has come, of those that have begun. */
export async function relayPlaces({ client }: Session): Promise<RelayPlace[]> {
  const { rows } = await client.query<{ name: string; position: string }>(
    'SELECT name, position FROM relay.checkpoints WHERE position IS NOT NULL',
  );
  return rows.map(({ name, position }) => ({ name, position: parsePosition(position) }));
}

export interface RelayPlace {
  readonly name: string;
  readonly position: LogPosition;
}

/** Moves a relay to where the same event stands in another copy of the log. */
export async function moveRelay({ client }: Session, { name, position }: RelayPlace) {
  await client.query('UPDATE relay.checkpoints SET position = $2, problem = NULL WHERE name = $1', [
    name,
    formatPosition(position),
  ]);
}

/**
 * For a checkpoint of a log that was copied to another event store since: each relay goes on after the
 * same event. One whose event is not there stays, and asks. Twice is once.
 */
export async function moveRelaysToSameEvents(session: Session, log: Pick<EventLog, 'readStream'>) {
  for (const { name } of await relayPlaces(session)) {
    const last = (await readCheckpoint(session.client, name))?.lastEvent;
    const from = BigInt(last?.revision ?? 0);
    const [found] = last ? await log.readStream(last.stream, { from, maxCount: 1 }) : [];
    if (found?.id === last?.id && found)
      await moveRelay(session, { name, position: found.position });
  }
}

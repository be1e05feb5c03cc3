import { randomUUID } from 'node:crypto';
import { LogCreated } from '@insuremanager/contracts/eventLog/logEvents';
import type { Clock } from '../clock.js';
import type { EventCodec } from '../codec/recordedEvent.js';
import { systemActor } from '../codec/recordedEvent.js';
import { ensureSchema } from '../postgres/ensureSchema.js';
import { type Pool, type Queryable, query } from '../postgres/postgres.js';
import { isBehind } from '../readModels/checkpoint.js';
import {
  type EventLog,
  formatPosition,
  holds,
  type LogPosition,
  type PlacedEvent,
  WrongRevision,
} from './eventLog.js';

/** Holds one event: the first of the log. */
export const IDENTITY_STREAM = 'log-identity';

/**
 * The schema `log_identity`: the log that this database belongs to. `begun_at` is null until its
 * first event is known to be written; `moved` is null as long as there is one copy.
 */
export const logIdentitySteps = [
  `CREATE TABLE log_identity.log (
     one_row boolean PRIMARY KEY DEFAULT true CHECK (one_row),
     log_id uuid NOT NULL,
     begun_at timestamptz,
     -- An event and its position, since the log was copied there from another event store.
     moved jsonb)`,
];

export const ensureLogIdentity = (pool: Pool): Promise<void> =>
  ensureSchema(pool, 'log_identity', logIdentitySteps);

/** The log is not the one that the database belongs to. The message, for operators, says what to do. */
export class WrongLog extends Error {
  override readonly name = 'WrongLog';
}

/** The id that a log has; null: it has none, as it is empty or not ours. */
export async function logIdOf(log: Pick<EventLog, 'readStream'>): Promise<string | null> {
  const [first] = await log.readStream(IDENTITY_STREAM, { maxCount: 1 });
  if (first?.type !== LogCreated.type) return null;
  const { logId } = first.data as { logId?: unknown };
  return typeof logId === 'string' ? logId : null;
}

export interface KnownLog {
  readonly logId: string;
  /** Whether its first event is known to be written. */
  readonly isBegun: boolean;
  /** Of several copies it is the one that has this event at this position; null: any. */
  readonly moved: PlacedEvent | null;
}

/** The log that a database belongs to; null where none was chosen yet. The schema must be there. */
export async function knownLog(on: Queryable): Promise<KnownLog | null> {
  const [row] = await query<{ log_id: string; begun_at: Date | null; moved: PlacedEvent | null }>(
    on,
    'SELECT log_id, begun_at, moved FROM log_identity.log',
  );
  return row ? { logId: row.log_id, isBegun: row.begun_at !== null, moved: row.moved } : null;
}

/**
 * Of the copies of the log only the one with this event at this position is the right one from now
 * on. Null: whichever there is, as after a restore.
 */
export const recordMovedLog = (on: Queryable, moved: PlacedEvent | null): Promise<unknown> =>
  query(on, 'UPDATE log_identity.log SET moved = $1', [moved && JSON.stringify(moved)]);

/** @throws WrongLog when it is the copy that was left behind. */
async function requireMoved(
  log: Pick<EventLog, 'name' | 'readStream'>,
  known: KnownLog,
): Promise<void> {
  const { logId, moved } = known;
  if (!moved || (await holds(log, moved))) return;
  throw new WrongLog(
    `${log.name} holds a copy of the log ${logId} that was left behind ` +
      'when it was copied elsewhere. Nothing was written to it. Name the event store that it was ' +
      'copied to in EVENTSTORE_URL, or none where it was copied to Postgres.',
  );
}

/**
 * The id of the log that the database belongs to, which has to be the one that answers.
 * @throws WrongLog; Refusal `unavailable` when a server cannot be reached
 */
export async function requireLogOf(
  on: Queryable,
  log: Pick<EventLog, 'name' | 'readStream' | 'head'>,
): Promise<string> {
  const known = await knownLog(on);
  const found = await logIdOf(log);
  if (known && known.logId === found) {
    await requireMoved(log, known);
    return found;
  }
  throw new WrongLog(
    known ? await sentenceOn(log, known, found) : 'This database belongs to no log yet.',
  );
}

/** Up to where read models were made from a log. */
export interface FurthestRead {
  readonly position: LogPosition;
  /** What stands there; null: nobody knows. */
  readonly lastEvent: PlacedEvent | null;
}

interface IdentityParts {
  readonly pool: Pool;
  readonly log: Pick<EventLog, 'name' | 'append' | 'readStream' | 'head'>;
  readonly codec: Pick<EventCodec, 'encode'>;
  readonly clock: Clock;
  /** How far this log has been read; null: not at all, or nobody knows. */
  readonly furthest: () => Promise<FurthestRead | null>;
}

/**
 * Makes sure that the log is the one that the database belongs to, and not an older copy of it. A
 * new database and an empty log become each other's: the id is chosen in Postgres first, so that
 * processes which start at once, and whoever comes after a crash, write the same first event.
 * @throws WrongLog; Refusal `unavailable` when a server cannot be reached
 */
export async function requireKnownLog(parts: IdentityParts): Promise<void> {
  const { pool, log } = parts;
  const known = (await knownLog(pool)) ?? (await chooseLog(pool));
  const { logId } = known;
  let found = await logIdOf(log);
  if (found === null && !known.isBegun && (await log.head()) === null) {
    await begin(parts, logId);
    found = await logIdOf(log);
  }
  // Another process may have begun the log in between.
  found ??= known.isBegun ? null : await logIdOf(log);
  if (found !== logId) throw new WrongLog(await sentenceOn(log, known, found));
  if (!known.isBegun) await query(pool, MARK_BEGUN, [logId]);
  await requireMoved(log, known);
  await requireNotOlder(log, logId, await parts.furthest());
}

/** @throws WrongLog when it lacks what was read of it before. */
async function requireNotOlder(
  log: IdentityParts['log'],
  logId: string,
  furthest: FurthestRead | null,
): Promise<void> {
  if (!furthest) return;
  const { position, lastEvent } = furthest;
  if (lastEvent && (await holds(log, lastEvent))) return;
  const head = await log.head();
  if (isBehind(head, position)) {
    throw new WrongLog(
      olderSentence(
        log.name,
        logId,
        `ends at ${head ? formatPosition(head) : 'nothing'}`,
        position,
      ),
    );
  }
  if (lastEvent)
    throw new WrongLog(olderSentence(log.name, logId, 'has gone on with other events', position));
}

const MARK_BEGUN =
  'UPDATE log_identity.log SET begun_at = now() WHERE log_id = $1 AND begun_at IS NULL';

async function chooseLog(pool: Pool): Promise<KnownLog> {
  await query(pool, 'INSERT INTO log_identity.log (log_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    randomUUID(),
  ]);
  const chosen = await knownLog(pool);
  if (!chosen) throw new Error('The id of the log was chosen and is gone');
  return chosen;
}

/** Under the id of the log itself, so that it is written once, whoever else is about to write it. */
async function begin({ log, codec, clock }: IdentityParts, logId: string): Promise<void> {
  const metadata = {
    ...{ commandId: logId, commandDigest: '', correlationId: logId, actor: systemActor },
    occurredAt: clock.now().toISOString(),
  };
  try {
    const event = await codec.encode(LogCreated({ logId }), logId, metadata);
    await log.append(IDENTITY_STREAM, 'no-stream', [event]);
  } catch (error) {
    // Somebody else's is there now: whose it is, is looked at next.
    if (!(error instanceof WrongRevision)) throw error;
  }
}

async function sentenceOn(
  log: Pick<EventLog, 'name' | 'head'>,
  { logId, isBegun }: KnownLog,
  found: string | null,
): Promise<string> {
  const there = found
    ? `holds the log ${found}`
    : (await log.head()) === null
      ? 'is empty'
      : 'holds events that are not of InsureManager';
  if (isBegun) {
    return (
      `${log.name} ${there}, but this database belongs to the log ${logId}. Nothing was read from it ` +
      'or written to it. Name the event store of that log in EVENTSTORE_URL, or none where it is in ' +
      'Postgres. Where it is lost, restore a backup onto empty servers (docs/backup.md).'
    );
  }
  return (
    `${log.name} ${there}, but this database is new and belongs to no ` +
    'log: it has none of the keys without which nothing personal in a log can be read. Nothing was ' +
    'read from it or written to it. Name the database of that log, or restore it with ' +
    'npm run ops -- restore FOLDER; or name an event store that is empty.'
  );
}

const olderSentence = (name: string, logId: string, there: string, read: LogPosition): string =>
  `${name} holds an older copy of the log ${logId}: it ${there}, ` +
  `but was read up to ${formatPosition(read)} before. Nothing was written to it. Bring the newer ` +
  'copy back. Where that is lost, restore a backup onto empty servers (docs/backup.md), or accept ' +
  'what is gone: npm run ops -- rebuild makes the lists from this copy.';

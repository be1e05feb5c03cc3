import { randomUUID } from 'node:crypto';
import { LogCreated } from '@insuremanager/contracts/eventLog/logEvents';
import type { Clock } from './clock.js';
import { type EventCodec, systemActor } from './codec/recordedEvent.js';
import {
  type ExpectedRevision,
  holds,
  type LogInQuestion,
  type PlacedEvent,
  WrongLog,
  WrongRevision,
} from './eventLog/eventLog.js';
import { ensureSchema } from './postgres/ensureSchema.js';
import { type Pool, type Queryable, query } from './postgres/postgres.js';

/** Holds one event: the first of the log. */
const IDENTITY_STREAM = 'log-identity';

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

interface KnownLog {
  readonly logId: string;
  /** Whether its first event is known to be written. */
  readonly isBegun: boolean;
  /** Of several copies it is the one that has this event at this position; null: any. */
  readonly moved: PlacedEvent | null;
}

/** The log that a database belongs to; null where none was chosen yet. The schema must be there. */
async function knownLog(on: Queryable): Promise<KnownLog | null> {
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

/**
 * The id of the log that the database belongs to, which has to be the one that answers.
 * @throws WrongLog; Refusal `unavailable` when a server cannot be reached
 */
export async function requireLogOf(on: Queryable, log: LogInQuestion): Promise<string> {
  const known = await knownLog(on);
  if (!known) throw new WrongLog('This database belongs to no log yet.');
  const [first] = await log.readStream(IDENTITY_STREAM, { maxCount: 1 });
  const found = first?.type === LogCreated.type ? (first.data as { logId?: unknown }).logId : null;
  if (found !== known.logId) throw new WrongLog(await anotherLog(log, known, found));
  if (known.moved && !(await holds(log, known.moved))) throw new WrongLog(leftBehind(log, known));
  return known.logId;
}

interface IdentityParts {
  readonly pool: Pool;
  readonly codec: Pick<EventCodec, 'encode'>;
  readonly clock: Clock;
  /** The last event of the log that was read; null: none, or nobody knows. */
  readonly lastRead: () => Promise<PlacedEvent | null>;
}

/**
 * A look at a log: it is the one that the database belongs to, and not an older copy of it; the
 * first time also that it may be read and written. A new database and an empty log become each
 * other's: the id is chosen in Postgres first, so that processes which start at once, and whoever
 * comes after a crash, write the same first event.
 * @returns a look, which throws WrongLog; Refusal `unavailable` when a server cannot be reached; what
 * the log throws when it does not give its user what is needed
 */
export function lookAtLog(parts: IdentityParts): (log: LogInQuestion) => Promise<void> {
  const { pool } = parts;
  let mayAppend = false;
  return async (log) => {
    const known = (await knownLog(pool)) ?? (await chooseLog(pool));
    const isNew = (await log.head()) === null && !known.isBegun;
    if (!isNew) await requireLogOf(pool, log);
    // Not each time: a server that can just now only be read is the right one all the same.
    if (isNew || !mayAppend)
      await writeFirst(parts, log, known.logId, isNew ? 'no-stream' : NEVER_REACHED);
    mayAppend = true;
    if (isNew) await requireLogOf(pool, log);
    if (!known.isBegun) await query(pool, MARK_BEGUN);
    const lastRead = await parts.lastRead();
    if (lastRead && !(await holds(log, lastRead)))
      throw new WrongLog(olderCopy(log, known, lastRead));
  };
}

async function chooseLog(pool: Pool): Promise<KnownLog> {
  const choose = 'INSERT INTO log_identity.log (log_id) VALUES ($1) ON CONFLICT DO NOTHING';
  await query(pool, choose, [randomUUID()]);
  const chosen = await knownLog(pool);
  if (!chosen) throw new Error('The id of the log was chosen and is gone');
  return chosen;
}

const MARK_BEGUN = 'UPDATE log_identity.log SET begun_at = now() WHERE begun_at IS NULL';

/** An append there takes the right to append, and writes nothing, whatever log answers. */
const NEVER_REACHED = 1_000_000n;

/** Under the id of the log itself, so that it is written once, whoever else is about to write it. */
async function writeFirst(
  { codec, clock }: IdentityParts,
  log: LogInQuestion,
  logId: string,
  expected: ExpectedRevision,
): Promise<void> {
  const metadata = {
    ...{ commandId: logId, commandDigest: '', correlationId: logId, actor: systemActor },
    occurredAt: clock.now().toISOString(),
  };
  try {
    const event = await codec.encode(LogCreated({ logId }), logId, metadata);
    await log.append(IDENTITY_STREAM, expected, [event]);
  } catch (error) {
    // One is there already. Whose it is, was looked at before, or is next.
    if (!(error instanceof WrongRevision)) throw error;
  }
}

async function anotherLog(log: LogInQuestion, known: KnownLog, found: unknown): Promise<string> {
  const isEmpty = !found && (await log.head()) === null;
  const others = isEmpty ? 'is empty' : 'holds events that are not of InsureManager';
  const there = `${log.name} ${found ? `holds the log ${found}` : others}`;
  return known.isBegun
    ? `${there}, but this database belongs to the log ${known.logId}. Nothing was read from it ` +
        'or written to it. Name the event store of that log in EVENTSTORE_URL, or none where it is ' +
        'in Postgres. Where it is lost, restore a backup onto empty servers (docs/backup.md).'
    : `${there}, but this database is new and belongs to no log: it has none of the keys without ` +
        'which nothing personal in a log can be read. Nothing was read from it or written to it. ' +
        'Name the database of that log, or restore it with npm run ops -- restore FOLDER; or name ' +
        'an event store that is empty.';
}

const leftBehind = ({ name }: LogInQuestion, { logId }: KnownLog): string =>
  `${name} holds a copy of the log ${logId} that was left behind when it was copied elsewhere. ` +
  'Nothing was written to it. Name the event store that it was copied to in EVENTSTORE_URL, or ' +
  'none where it was copied to Postgres.';

const olderCopy = (
  { name }: LogInQuestion,
  { logId }: KnownLog,
  { position }: PlacedEvent,
): string =>
  `${name} holds an older copy of the log ${logId}: it lacks the event at ${position}, up to which ` +
  'it was read before. Nothing was written to it. Bring the newer copy back. Where that is lost, ' +
  'restore a backup onto empty servers (docs/backup.md), or accept what is gone: npm run ops -- ' +
  'rebuild makes the lists from this copy.';

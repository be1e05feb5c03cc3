import { randomUUID } from 'node:crypto';
import { LogCreated } from '@insuremanager/contracts/eventLog/logEvents';
import type { Clock } from '../clock.js';
import type { EventCodec } from '../codec/recordedEvent.js';
import { systemActor } from '../codec/recordedEvent.js';
import { ensureSchema } from '../postgres/ensureSchema.js';
import { type Pool, type Queryable, query } from '../postgres/postgres.js';
import { type EventLog, holds, type PlacedEvent, WrongRevision } from './eventLog.js';

/** Holds one event: the first of the log. */
const IDENTITY_STREAM = 'log-identity';

/** The schema `log_identity`: the log that this database belongs to. */
export const logIdentitySteps = [
  `CREATE TABLE log_identity.log (
     one_row boolean PRIMARY KEY DEFAULT true CHECK (one_row),
     log_id uuid NOT NULL,
     -- When its first event was stored, by which one of its copies is known. Null: not yet known.
     begun_at timestamptz)`,
];

export const ensureLogIdentity = (pool: Pool): Promise<void> =>
  ensureSchema(pool, 'log_identity', logIdentitySteps);

/** The log is not the one that the database belongs to. The message, for operators, says what to do. */
export class WrongLog extends Error {
  override readonly name = 'WrongLog';
}

type Log = Pick<EventLog, 'name' | 'append' | 'readStream' | 'head'>;

interface Identity<BegunAt = Date> {
  readonly logId: string;
  readonly begunAt: BegunAt;
}
/** Without a time it is not known to be begun. */
type Known = Identity<Date | null>;

/** Null where none was chosen yet. The schema must be there. */
async function knownLog(on: Queryable): Promise<Known | null> {
  const [row] = await query<{ log_id: string; begun_at: Date | null }>(
    on,
    'SELECT log_id, begun_at FROM log_identity.log',
  );
  return row ? { logId: row.log_id, begunAt: row.begun_at } : null;
}

const recordBegunAt = (on: Queryable, { begunAt }: Identity): Promise<unknown> =>
  query(on, 'UPDATE log_identity.log SET begun_at = $1', [begunAt]);

/** Null: it has none, as it is empty or not ours. */
async function identityOf(log: Log): Promise<Identity | null> {
  const [first] = await log.readStream(IDENTITY_STREAM, { maxCount: 1 });
  if (first?.type !== LogCreated.type) return null;
  const { logId } = first.data as { logId?: unknown };
  return typeof logId === 'string' ? { logId, begunAt: first.storedAt } : null;
}

async function requireAnyCopy(on: Queryable, log: Log): Promise<{ known: Known; found: Identity }> {
  const known = await knownLog(on);
  if (!known) throw new WrongLog('This database belongs to no log yet.');
  const found = await identityOf(log);
  if (found?.logId !== known.logId) throw new WrongLog(await anotherLog(log, known, found));
  return { known, found };
}

/**
 * The log that the database belongs to, which has to be the one that answers.
 * @throws WrongLog; Refusal `unavailable` when a server cannot be reached
 */
export async function requireLogOf(on: Queryable, log: Log): Promise<Identity> {
  const { known, found } = await requireAnyCopy(on, log);
  if (known.begunAt && known.begunAt.getTime() !== found.begunAt.getTime())
    throw new WrongLog(copyLeftBehind(log, known));
  return found;
}

/**
 * From now on the database belongs to this copy of its log, such as after a restore.
 * @throws as `requireLogOf`
 */
export async function adoptCopy(on: Queryable, log: Log): Promise<void> {
  await recordBegunAt(on, (await requireAnyCopy(on, log)).found);
}

interface IdentityParts {
  readonly pool: Pool;
  readonly codec: Pick<EventCodec, 'encode'>;
  readonly clock: Clock;
  /** The last event of the log that was read; null: none, or nobody knows. */
  readonly lastRead: () => Promise<PlacedEvent | null>;
}

/**
 * Makes sure that the log is the one that the database belongs to, that it is not an older copy of
 * it, and that it may be read and written. A new database and an empty log become each other's: the
 * id is chosen in Postgres first, so that processes which start at once, and whoever comes after a
 * crash, write the same first event.
 * @throws WrongLog; Refusal `unavailable` when a server cannot be reached; what the log throws when
 * it does not give its user what is needed
 */
export async function requireRightLog(parts: IdentityParts, log: Log): Promise<void> {
  const { pool } = parts;
  await query(pool, CHOOSE, [randomUUID()]);
  const known = await knownLog(pool);
  if (!known) throw new Error('The id of the log was chosen and is gone');
  const isNew = (await log.head()) === null && known.begunAt === null;
  if (!isNew) await requireLogOf(pool, log);
  // Where it is there already this writes nothing, and takes nothing but the right to.
  await writeFirst(parts, log, known.logId);
  const found = await requireLogOf(pool, log);
  if (!known.begunAt) await recordBegunAt(pool, found);
  const lastRead = await parts.lastRead();
  if (lastRead && !(await holds(log, lastRead)))
    throw new WrongLog(olderCopy(log, known, lastRead));
}

const CHOOSE = 'INSERT INTO log_identity.log (log_id) VALUES ($1) ON CONFLICT DO NOTHING';

/** Under the id of the log itself, so that it is written once, whoever else is about to write it. */
async function writeFirst({ codec, clock }: IdentityParts, log: Log, logId: string): Promise<void> {
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

async function anotherLog(log: Log, known: Known, found: Identity | null): Promise<string> {
  const isEmpty = !found && (await log.head()) === null;
  const others = isEmpty ? 'is empty' : 'holds events that are not of InsureManager';
  const there = `${log.name} ${found ? `holds the log ${found.logId}` : others}`;
  return known.begunAt
    ? `${there}, but this database belongs to the log ${known.logId}. Nothing was read from it ` +
        'or written to it. Name the event store of that log in EVENTSTORE_URL, or none where it is ' +
        'in Postgres. Where it is lost, restore a backup onto empty servers (docs/backup.md).'
    : `${there}, but this database is new and belongs to no log: it has none of the keys without ` +
        'which nothing personal in a log can be read. Nothing was read from it or written to it. ' +
        'Name the database of that log, or restore it with npm run ops -- restore FOLDER; or name ' +
        'an event store that is empty.';
}

const copyLeftBehind = ({ name }: Log, { logId }: Known): string =>
  `${name} holds a copy of the log ${logId} that was left behind when it was copied elsewhere. ` +
  'Nothing was written to it. Name the event store that it was copied to in EVENTSTORE_URL, or ' +
  'none where it was copied to Postgres.';

const olderCopy = ({ name }: Log, { logId }: Known, { position }: PlacedEvent): string =>
  `${name} holds an older copy of the log ${logId}: it lacks the event at ${position}, up to which ` +
  'it was read before. Nothing was written to it. Bring the newer copy back. Where that is lost, ' +
  'restore a backup onto empty servers (docs/backup.md), or accept what is gone: npm run ops -- ' +
  'rebuild makes the lists from this copy.';

import { CustomerErasureCompleted } from '@insuremanager/contracts/customers/customerEvents';
import { RECORDS } from '@insuremanager/contracts/records/records';
import { createEventCodec } from '@insuremanager/services/platform/codec/eventCodec';
import type { EventLog, StoredEvent } from '@insuremanager/services/platform/eventLog/eventLog';
import { readLog } from '@insuremanager/services/platform/eventLog/readLog';
import { openIds } from '@insuremanager/services/platform/ids/ids';
import { type Pool, query } from '@insuremanager/services/platform/postgres/postgres';
import { createFold, numberedStream } from '@insuremanager/services/platform/readModels/projection';
import { readSchemaOf } from '@insuremanager/services/platform/readModels/schema';
import { isAmong, listSetAside } from '@insuremanager/services/platform/readModels/setAside';
import { allDefinitions, projectors } from '../roles/openServices.js';

/**
 * Kinds of records whose number was allocated for the command that began their stream: all but
 * reminders, whose number was allocated for what they remind of.
 */
const ALLOCATED = [
  ...Object.keys(RECORDS).filter((kind) => kind !== 'reminder'),
  ...['bulkReminders', 'user'],
];

export interface Fitted {
  /** Whose key is lost, such as `customer-12`: what is personal in their events cannot be read. */
  readonly lost: readonly string[];
  /** Whose key was in the backup although they have been erased since. */
  readonly erased: number;
}

/**
 * Makes a Postgres that is older than the log fit it: numbers that were given since are recorded
 * from the events; who was erased since is erased; and people whose key was made since, and is lost,
 * count as erased, as nothing could be shown otherwise. Twice is once.
 */
export async function fitToLog(
  { pool, eventLog }: { pool: Pool; eventLog: EventLog },
  ended: AbortSignal,
): Promise<Fitted> {
  const lost: string[] = [];
  let erased = 0;
  const highest = new Map<string, number>();
  const isSetAside = isAmong(await listSetAside(pool));
  let asked: readonly string[] = [];
  const vault = {
    seal: () => Promise.reject(new Error('Nothing is sealed here')),
    loadKeys: async (subjects: readonly string[]) => {
      asked = subjects;
    },
    unseal: () => null,
    fingerprint: () => '',
  };
  const codec = createEventCodec({ definitions: allDefinitions, vault });
  const schema = readSchemaOf(projectors);
  // Which rows come of events does not matter, but which numbers they were given.
  const fold = createFold({ projectors, codec, vault }, schema);
  for await (const events of readLog(eventLog)) {
    ended.throwIfAborted();
    const counted = events.filter((event) => !isSetAside(event));
    // Those whose personal data they hold: the codec asks for their keys.
    await codec.decode(counted);
    lost.push(...(await markLost(pool, asked)));
    // Nobody is erased, and no command known, by an event that may be forged.
    erased += await destroyKeys(pool, counted);
    await recordNumbers(pool, counted);
    // But its stream is there, so that its number is not given again.
    const { highestIds } = await fold(schema.name, events, { isSetAside });
    for (const [kind, id] of Object.entries(highestIds)) {
      highest.set(kind, Math.max(highest.get(kind) ?? 0, id));
    }
  }
  // Before anything starts: while lists are made from the log, people and jobs ask for numbers.
  const ids = await openIds({ pool });
  for (const [kind, id] of highest) await ids.lift(kind, id);
  return { lost, erased };
}

/** Those of the subjects that had no key: they have none from now on. */
async function markLost(pool: Pool, subjects: readonly string[]): Promise<string[]> {
  const rows = await query<{ subject: string }>(
    pool,
    `INSERT INTO vault.keys (subject, wrapped, destroyed_at)
     SELECT DISTINCT subject, NULL::bytea, now() FROM unnest($1::text[]) AS subject
     ON CONFLICT DO NOTHING RETURNING subject`,
    [subjects],
  );
  return rows.map(({ subject }) => subject);
}

async function destroyKeys(pool: Pool, events: readonly StoredEvent[]): Promise<number> {
  const subjects = events
    .filter(({ type }) => type === CustomerErasureCompleted.type)
    .map(({ stream }) => stream);
  if (subjects.length === 0) return 0;
  const rows = await query(
    pool,
    `UPDATE vault.keys SET wrapped = NULL, destroyed_at = now()
     WHERE subject = ANY ($1) AND destroyed_at IS NULL RETURNING subject`,
    [subjects],
  );
  return rows.length;
}

async function recordNumbers(pool: Pool, events: readonly StoredEvent[]): Promise<void> {
  const begun = events.flatMap(({ stream, revision, metadata }) => {
    const numbered = revision === 0n ? numberedStream(stream) : null;
    if (!numbered || !ALLOCATED.includes(numbered.kind)) return [];
    return { ...numbered, command_id: (metadata as { commandId: string }).commandId };
  });
  await query(
    pool,
    `INSERT INTO ids.allocation (command_id, kind, id)
     SELECT * FROM jsonb_to_recordset($1) AS begun (command_id uuid, kind text, id int)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(begun)],
  );
}

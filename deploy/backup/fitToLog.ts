import { CustomerErasureCompleted } from '@insuremanager/contracts/customers/customerEvents';
import { reservationEventDefinitions } from '@insuremanager/contracts/reservations/reservationEvents';
import { createEventCodec } from '@insuremanager/services/platform/codec/eventCodec';
import type { EventLog, StoredEvent } from '@insuremanager/services/platform/eventLog/eventLog';
import { openIds } from '@insuremanager/services/platform/ids/ids';
import { type Pool, query } from '@insuremanager/services/platform/postgres/postgres';
import { numberedStream } from '@insuremanager/services/platform/readModels/projection';
import { eventDefinitions } from '../roles/openServices.js';

/** Kinds of records whose number was allocated for the command that began their stream. */
const ALLOCATED = ['customer', 'policy', 'document', 'quotation', 'bulkReminders', 'user'];
const MAX_BATCH = 500;

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
  const head = await eventLog.head();
  if (!head) return { lost: [], erased: 0 };
  const lost: string[] = [];
  let erased = 0;
  const highest = new Map<string, number>();
  const subjectsOf = createSubjectReader();
  for await (const events of eventsUpToNow(eventLog, ended)) {
    lost.push(...(await markLost(pool, await subjectsOf(events))));
    erased += await destroyKeys(pool, events);
    await recordNumbers(pool, events, highest);
  }
  const ids = await openIds({ pool });
  for (const [kind, id] of highest) await ids.lift(kind, id);
  return { lost, erased };
}

async function* eventsUpToNow(
  eventLog: EventLog,
  ended: AbortSignal,
): AsyncGenerator<StoredEvent[], void, undefined> {
  const caughtUp = new AbortController();
  const signal = AbortSignal.any([ended, caughtUp.signal]);
  const onCaughtUp = () => caughtUp.abort();
  yield* eventLog.subscribe({ after: null, maxBatch: MAX_BATCH, signal, onCaughtUp });
  ended.throwIfAborted();
}

/** Whose personal data events hold; the codec asks for their keys. */
function createSubjectReader(): (events: readonly StoredEvent[]) => Promise<string[]> {
  let asked: string[] = [];
  const { decode } = createEventCodec({
    definitions: [...eventDefinitions, ...reservationEventDefinitions],
    vault: {
      seal: () => Promise.reject(new Error('Nothing is sealed here')),
      loadKeys: async (subjects) => {
        asked = [...new Set(subjects)];
      },
      unseal: () => null,
    },
  });
  return async (events) => {
    await decode(events);
    return asked;
  };
}

/** Those of the subjects that had no key: they have none from now on. */
async function markLost(pool: Pool, subjects: readonly string[]): Promise<string[]> {
  const rows = await query<{ subject: string }>(
    pool,
    `INSERT INTO vault.keys (subject, wrapped, destroyed_at)
     SELECT subject, NULL, now() FROM unnest($1::text[]) AS subject
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

async function recordNumbers(
  pool: Pool,
  events: readonly StoredEvent[],
  highest: Map<string, number>,
): Promise<void> {
  const begun = events.flatMap(({ stream, revision, metadata }) => {
    const numbered = revision === 0n ? numberedStream(stream) : null;
    if (!numbered || !ALLOCATED.includes(numbered.kind)) return [];
    const { commandId } = metadata as { commandId: string };
    return { ...numbered, commandId };
  });
  for (const { kind, id } of begun) highest.set(kind, Math.max(highest.get(kind) ?? 0, id));
  await query(
    pool,
    `INSERT INTO ids.allocation (command_id, kind, id)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::int[]) ON CONFLICT DO NOTHING`,
    [
      begun.map(({ commandId }) => commandId),
      begun.map(({ kind }) => kind),
      begun.map(({ id }) => id),
    ],
  );
}

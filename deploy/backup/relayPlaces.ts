import {
  comparePositions,
  type EventLog,
  formatPosition,
  type LogPosition,
  parsePosition,
} from '@insuremanager/services/platform/eventLog/eventLog';
import type { Session } from '@insuremanager/services/platform/postgres/session';
import {
  type LastEvent,
  moveRelay,
  relayPlaces,
} from '@insuremanager/services/platform/relay/relayStore';
import type { OpenBackup } from './checkBackup.js';
import { type CopiedEvent, eventsIn } from './logCopy.js';
import type { Segment } from './manifest.js';
import type { SealedFolder } from './sealedFiles.js';

/**
 * Events stand elsewhere in the log that they were restored into: moves the checkpoints of relays to
 * where the same events stand now, so that nothing is published again. What was published and is not
 * in the backup any more counts as if its predecessor had been the last. Parked events that are not
 * in it are forgotten. Once only, within a transaction of the session.
 */
export async function moveRelays(
  { session, eventLog }: { session: Session; eventLog: EventLog },
  { sealed, manifest }: Pick<OpenBackup, 'sealed' | 'manifest'>,
): Promise<void> {
  if (!manifest.postgres.schemas.some(({ name }) => name === 'relay')) return;
  const { client } = session;
  const segments = manifest.log?.segments ?? [];
  for (const { name, position } of await relayPlaces(session)) {
    const last = await lastUpTo(sealed, segments, position);
    await client.query(
      `UPDATE relay.checkpoints SET position = $2, last_event = $3, problem = NULL WHERE name = $1`,
      last
        ? [name, await placeOf(eventLog, last), JSON.stringify(lastEventOf(last))]
        : [name, null, null],
    );
  }
  const { rows: parked } = await client.query<{ id: number; stream: string; revision: string }>(
    'SELECT id, stream, revision::text FROM relay.parked',
  );
  for (const { id, stream, revision } of parked) {
    const [found] = await eventLog.readStream(stream, { from: BigInt(revision), maxCount: 1 });
    if (!found) await client.query('DELETE FROM relay.parked WHERE id = $1', [id]);
  }
}

/**
 * For a Postgres that is older than the log: where that was copied to another event store since, each
 * relay goes on after the same event. One whose event is not there stays, and asks. Within a
 * transaction of the session.
 */
export async function placeRelays(
  { session, eventLog }: { session: Session; eventLog: EventLog },
  { manifest }: Pick<OpenBackup, 'manifest'>,
): Promise<void> {
  if (!manifest.postgres.schemas.some(({ name }) => name === 'relay')) return;
  const { rows } = await session.client.query<{ name: string; last_event: LastEvent }>(
    'SELECT name, last_event FROM relay.checkpoints WHERE last_event IS NOT NULL',
  );
  for (const { name, last_event } of rows) {
    const from = BigInt(last_event.revision);
    const [found] = await eventLog.readStream(last_event.stream, { from, maxCount: 1 });
    if (found?.id === last_event.id) await moveRelay(session, { name, position: found.position });
  }
}

const lastEventOf = ({ id, stream, revision }: CopiedEvent) => ({ id, stream, revision });

/** The last event of the backup that stood at a place of the old log or before it. */
async function lastUpTo(
  folder: SealedFolder,
  segments: readonly Segment[],
  place: LogPosition,
): Promise<CopiedEvent | undefined> {
  const isUpTo = (position: string) => comparePositions(parsePosition(position), place) <= 0;
  const segment = segments.findLast(({ first }) => isUpTo(first));
  if (!segment) return undefined;
  let last: CopiedEvent | undefined;
  for await (const event of eventsIn(folder, segment)) if (isUpTo(event.position)) last = event;
  return last;
}

async function placeOf(eventLog: EventLog, { id, stream, revision }: CopiedEvent): Promise<string> {
  const [found] = await eventLog.readStream(stream, { from: BigInt(revision), maxCount: 1 });
  if (found?.id !== id) throw new Error(`The log has no event ${id}.`);
  return formatPosition(found.position);
}

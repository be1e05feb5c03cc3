import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  comparePositions,
  type EventLog,
  type EventToLoad,
  placedEvent,
  type StoredEvent,
} from '@insuremanager/services/platform/eventLog/eventLog';
import { openEventLog } from '@insuremanager/services/platform/eventLog/openEventLog';
import { ensureLogSchema } from '@insuremanager/services/platform/eventLog/postgres/logSchema';
import { readLog } from '@insuremanager/services/platform/eventLog/readLog';
import type { Logger } from '@insuremanager/services/platform/logger';
import {
  ensureLogIdentity,
  recordMovedLog,
  requireLogOf,
} from '@insuremanager/services/platform/logIdentity';
import { textOfEvent } from '@insuremanager/services/platform/logTree/leaf';
import { ensureOperationsSchema } from '@insuremanager/services/platform/operations/operationsSchema';
import { listProcesses } from '@insuremanager/services/platform/operations/processes';
import { refuseHalfRestored } from '@insuremanager/services/platform/operations/restores';
import { inSession } from '@insuremanager/services/platform/postgres/session';
import { dropReadSchemas } from '@insuremanager/services/platform/readModels/oldSchemas';
import {
  ensureRelaySchema,
  moveRelay,
  type RelayPlace,
  relayPlaces,
} from '@insuremanager/services/platform/relay/relayStore';
import { loadEvents } from '../loadEvents.js';
import type { Settings } from '../settings.js';
import { type OpenInstallation, withInstallation } from '../start/installation.js';
import type { Answer, Say } from './answer.js';

interface Request {
  readonly settings: Settings;
  /** The address of an EventStoreDB, or `postgres`: the table in the installation's own. */
  readonly target: string;
  readonly logger: Logger;
  readonly remark: Say;
  /** Asks it to end; the same command then goes on. */
  readonly ended: AbortSignal;
}

export const POSTGRES = 'postgres';
const BATCH = 2_000;
const SAID_EVERY = 10_000;

/**
 * Copies the log from Postgres to an EventStoreDB, back, or to another one, and has the installation go on there. Events are written in
 * the order of the log, so that what is there already is where it was broken off; in the end both are
 * read side by side. Only then, in one transaction, Postgres is turned over to the copy: until then
 * the installation belongs to the log that it had, which is only read.
 * @throws an Error with a sentence for the operator; WrongLog
 */
export async function copyLog(request: Request): Promise<Answer> {
  const { settings, remark, ended } = request;
  return withInstallation(settings, { remark, ended }, async (installation) => {
    const { pool, session, eventLog: source } = installation;
    await refuseHalfRestored(pool);
    await ensureLogIdentity(pool);
    await ensureRelaySchema(pool);
    await requireStopped(installation);
    await requireLogOf(pool, source);
    return withTarget(request, installation, async (target) => {
      const found = await copyMissing(request, source, target);
      remark('All events are copied. Both logs are read once more.');
      const relays = await relayPlaces(session);
      const compared = await compareLogs({ source, target, relays, ended });
      await requireStopped(installation);
      await turnOver(installation, compared);
      const { count, digest } = compared;
      const next =
        request.target === POSTGRES ? 'without EVENTSTORE_URL' : 'with this EVENTSTORE_URL';
      const lines = [
        `Copied and compared: ${count} events, ${count - found} of them now. SHA-256 ${digest}`,
        `Start InsureManager ${next} now. It makes its lists from the copy.`,
      ];
      return { document: { events: count, copiedNow: count - found, sha256: digest }, lines };
    });
  });
}

/** @throws an Error with a sentence for the operator while processes could write to the log. */
async function requireStopped({ pool }: OpenInstallation): Promise<void> {
  await ensureOperationsSchema(pool);
  const running = await listProcesses(pool);
  if (running.length === 0) return;
  const named = running.map(({ host, pid }) => `${host}:${pid}`).join(', ');
  throw new Error(
    `InsureManager is running (${named}). Stop it first, so that nobody writes to the log while it ` +
      'is copied. A process that was killed is forgotten after 20 seconds.',
  );
}

async function withTarget<Result>(
  { settings, target, logger }: Request,
  { pool, databaseUrl }: OpenInstallation,
  work: (target: EventLog) => Promise<Result>,
): Promise<Result> {
  const eventStoreUrl = target === POSTGRES ? undefined : target;
  if (eventStoreUrl === settings.eventStoreUrl) throw isThere();
  await ensureLogSchema(pool);
  const eventLog = await openEventLog({ databaseUrl, eventStoreUrl }, { logger });
  try {
    return await work(eventLog);
  } finally {
    await eventLog.close();
  }
}

const isThere = () => new Error('The log is there already.');

/**
 * Copies what the target does not have yet; how many events it had.
 * @throws an Error with a sentence for the operator when it has others.
 */
async function copyMissing(
  { remark, ended }: Request,
  source: EventLog,
  eventLog: EventLog,
): Promise<number> {
  const events = takingFrom(source, ended);
  let there = 0;
  try {
    for await (const batch of readLog(eventLog)) {
      const originals = await events.take(batch.length);
      for (const [nth, event] of batch.entries()) {
        const original = originals[nth];
        if (!isCopy(event, original)) throw otherEvents(event);
      }
      there += batch.length;
    }
    if (there > 0) remark(`Log: ${there} events are there already.`);
    await loadEvents({ eventLog, ended }, batchesOf(events, there, remark));
  } finally {
    await events.close();
  }
  return there;
}

/** Whether an event says what another one does; where they stand in their logs is no matter. */
const isCopy = (copy: StoredEvent | undefined, event: StoredEvent | undefined): boolean =>
  copy !== undefined &&
  event !== undefined &&
  copy.stream === event.stream &&
  copy.revision === event.revision &&
  copy.id === event.id &&
  copy.type === event.type &&
  isDeepStrictEqual(copy.data, event.data) &&
  isDeepStrictEqual(copy.metadata, event.metadata);

const otherEvents = ({ stream, revision }: StoredEvent) =>
  new Error(
    `The log to copy to holds other events, such as revision ${revision} of ${stream}. ` +
      'Nothing was written to it. Name an empty one, or the one that a copy was begun in.',
  );

/**
 * The log up to its present end, as many events at a time as are asked for: to wait for each would
 * cost as much as to read it.
 */
function takingFrom(log: EventLog, ended: AbortSignal) {
  const batches = readLog(log);
  let waiting: StoredEvent[] = [];
  return {
    /** Fewer where the log ends. */
    async take(count: number): Promise<StoredEvent[]> {
      while (waiting.length < count) {
        ended.throwIfAborted();
        const { value } = await batches.next();
        if (!value) break;
        waiting = waiting.concat(value);
      }
      return waiting.splice(0, count);
    },
    close: () => batches.return(),
  };
}
type Taking = ReturnType<typeof takingFrom>;

async function* batchesOf(
  events: Taking,
  there: number,
  remark: Say,
): AsyncGenerator<EventToLoad[]> {
  let done = there;
  let said = there;
  for (;;) {
    const batch = await events.take(BATCH);
    if (batch.length === 0) return;
    yield batch.map(({ id, stream, revision, type, data, metadata }) => ({
      ...{ id, stream, revision, type },
      ...({ data, metadata } as EventToLoad),
    }));
    done += batch.length;
    if (done < said + SAID_EVERY) continue;
    said = done;
    remark(`Log: ${done} events are copied.`);
  }
}

interface Compared {
  readonly count: number;
  /** Of all events in the order of the log; hexadecimal. */
  readonly digest: string;
  /** The last event, as it stands in the copy. */
  readonly last: StoredEvent | undefined;
  /** Where the relays stand in the copy. */
  readonly relays: readonly RelayPlace[];
}

interface Comparison {
  readonly source: EventLog;
  readonly target: EventLog;
  /** Where relays stand in the source. */
  readonly relays: readonly RelayPlace[];
  readonly ended: AbortSignal;
}

/**
 * Reads both logs side by side: the same events in the same order, of each stream and of the log.
 * @throws an Error that names the first event that is another one.
 */
async function compareLogs({ source, target, relays, ended }: Comparison): Promise<Compared> {
  const moved = new Map<string, RelayPlace>();
  const copies = takingFrom(target, ended);
  const digest = createHash('sha256');
  let count = 0;
  let last: StoredEvent | undefined;
  try {
    for await (const batch of readLog(source)) {
      const copied = await copies.take(batch.length);
      for (const [nth, event] of batch.entries()) {
        const copy = copied[nth];
        if (!copy || !isCopy(copy, event)) throw differs(event);
        last = copy;
        for (const { name, position } of relays) {
          const isPassed = comparePositions(event.position, position) <= 0;
          if (isPassed) moved.set(name, { name, position: copy.position });
        }
      }
      digest.update(`${batch.map(textOfEvent).join('\n')}\n`);
      count += batch.length;
    }
    const [more] = await copies.take(1);
    if (more) throw differs(more);
  } finally {
    await copies.close();
  }
  return { count, digest: digest.digest('hex'), last, relays: [...moved.values()] };
}

const differs = ({ stream, revision }: StoredEvent) =>
  new Error(
    `The copy is not as the log is, at revision ${revision} of ${stream}: somebody else has written ` +
      'to one of them. The installation still belongs to the log that it had.',
  );

/** From now on Postgres belongs to the copy. */
async function turnOver({ session }: OpenInstallation, { last, relays }: Compared): Promise<void> {
  if (!last) throw new Error('The log is empty.');
  await inSession(session, async () => {
    // What was published is not published again.
    for (const relay of relays) await moveRelay(session, relay);
    // Their checkpoints and the order of their rows are those of the log that was.
    await dropReadSchemas(session);
    await recordMovedLog(session.client, placedEvent(last));
  });
}

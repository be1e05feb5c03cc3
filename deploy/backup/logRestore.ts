import { canonicalJson } from '@insuremanager/services/platform/commands/canonicalJson';
import {
  type EventLog,
  type EventToLoad,
  WrongRevision,
} from '@insuremanager/services/platform/eventLog/eventLog';
import { type LoadTarget, loadEvents } from '../loadEvents.js';
import type { Say } from '../start/part.js';
import { type CopiedEvent, copied, eventsIn, eventsInAll } from './logCopy.js';
import type { Segment } from './manifest.js';
import type { SealedFolder } from './sealedFiles.js';

interface LogRestoreParts {
  readonly folder: SealedFolder;
  readonly segments: readonly Segment[];
  readonly eventLog: EventLog;
  readonly remark: Say;
  readonly ended: AbortSignal;
}

const MAX_BATCH = 500;
const SAID_EVERY = 1_000;

/**
 * Writes the events of a backup in their order: how they stand to each other in the whole log is what
 * read models are made by. What is there already is recognised by the server, so that it goes on
 * where it was broken off.
 */
export async function restoreLog(parts: LogRestoreParts & LoadTarget): Promise<void> {
  const { folder, segments, eventLog, remark } = parts;
  let done = 0;
  let said = 0;
  const goesOn = (events: number): void => {
    done += events;
    if (done < said + SAID_EVERY) return;
    said = done;
    remark(`Log: ${done} events are on their way.`);
  };
  async function* missing(): AsyncGenerator<EventToLoad[]> {
    for (const [index, segment] of segments.entries()) {
      const isThere = index + 1 < segments.length && (await holds(eventLog, segment));
      if (isThere) {
        goesOn(segment.events);
        continue;
      }
      for await (const batch of batchesOf(eventsIn(folder, segment))) {
        yield batch;
        goesOn(batch.length);
      }
    }
  }
  await loadEvents(parts, missing()).catch((error: unknown) => {
    throw error instanceof WrongRevision ? otherLog(error) : error;
  });
  remark(`Log: ${done} events are restored.`);
}

async function holds(eventLog: EventLog, { lastEvent }: Segment): Promise<boolean> {
  const { id, stream, revision } = lastEvent;
  const [found] = await eventLog.readStream(stream, { from: BigInt(revision), maxCount: 1 });
  return found?.id === id;
}

async function* batchesOf(events: AsyncIterable<CopiedEvent>): AsyncGenerator<EventToLoad[]> {
  let batch: EventToLoad[] = [];
  for await (const { revision, ...event } of events) {
    batch.push({ ...event, revision: BigInt(revision) } as EventToLoad);
    if (batch.length < MAX_BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

const otherLog = (cause: WrongRevision) =>
  new Error(
    `${cause.stream} in the log is not as it is in the backup: somebody else has written to it. ` +
      'Begin again on an empty event store.',
    { cause },
  );

/**
 * Reads the log beside the backup, event by event; how many there are.
 * @throws an Error that names the first event that is another one.
 */
export async function compareLog(parts: LogRestoreParts): Promise<number> {
  const { folder, segments, eventLog, ended } = parts;
  const expected = eventsInAll(folder, segments);
  const done = new AbortController();
  const signal = AbortSignal.any([ended, done.signal]);
  let compared = 0;
  let next = await expected.next();
  try {
    if (next.done) return compared;
    for await (const batch of eventLog.subscribe({ after: null, maxBatch: MAX_BATCH, signal })) {
      for (const event of batch) {
        // What was written since is no part of the backup.
        if (next.done) return compared;
        if (!isSame(copied(event), next.value)) {
          throw new Error(
            `The log is not as the backup is: event ${compared + 1} is revision ${event.revision} ` +
              `of ${event.stream}.`,
          );
        }
        compared += 1;
        next = await expected.next();
      }
      if (next.done) return compared;
    }
    ended.throwIfAborted();
    throw new Error('The event store has ended the reading of the log.');
  } finally {
    done.abort();
    await expected.return(undefined);
  }
}

/** All but where they stand. */
const isSame = (one: CopiedEvent, other: CopiedEvent): boolean =>
  canonicalJson({ ...one, position: null }) === canonicalJson({ ...other, position: null });

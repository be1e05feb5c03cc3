import { canonicalJson } from '@insuremanager/services/platform/commands/canonicalJson';
import { Refusal } from '@insuremanager/services/platform/errors';
import {
  type EventLog,
  type EventToAppend,
  WrongRevision,
} from '@insuremanager/services/platform/eventLog/eventLog';
import { createBackoff, pause } from '@insuremanager/services/platform/pauses';
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

/** Appended at once, so that no server refuses it. Characters of JSON. */
const MAX_APPEND = 500_000;
const MAX_BATCH = 500;
const SAID_EVERY = 1_000;

/**
 * Appends the events of a backup in their order, one after the other: how they stand to each other
 * in the whole log is what read models are made by. What is there already is recognised by the
 * server, so that it goes on where it was broken off.
 */
export async function restoreLog(parts: LogRestoreParts): Promise<void> {
  const { folder, segments, eventLog, remark, ended } = parts;
  let done = 0;
  let said = 0;
  const goesOn = (events: number): void => {
    done += events;
    if (done < said + SAID_EVERY && events > 0) return;
    said = done;
    remark(`Log: ${done} events are restored.`);
  };
  for (const [index, segment] of segments.entries()) {
    const isThere = index + 1 < segments.length && (await holds(eventLog, segment));
    if (isThere) {
      goesOn(segment.events);
      continue;
    }
    for await (const events of runs(eventsIn(folder, segment))) {
      ended.throwIfAborted();
      await append(eventLog, events, ended);
      goesOn(events.length);
    }
  }
  goesOn(0);
}

async function holds(eventLog: EventLog, { lastEvent }: Segment): Promise<boolean> {
  const { id, stream, revision } = lastEvent;
  const [found] = await eventLog.readStream(stream, { from: BigInt(revision), maxCount: 1 });
  return found?.id === id;
}

/** Events that follow each other in one stream, to be appended at once. */
async function* runs(events: AsyncIterable<CopiedEvent>): AsyncGenerator<CopiedEvent[]> {
  let run: CopiedEvent[] = [];
  let size = 0;
  for await (const event of events) {
    const length = JSON.stringify(event).length;
    const [first] = run;
    if (first && (first.stream !== event.stream || size + length > MAX_APPEND)) {
      yield run;
      run = [];
      size = 0;
    }
    run.push(event);
    size += length;
  }
  if (run.length > 0) yield run;
}

/** A server that is away for so long has to be looked at. Milliseconds. */
const PATIENCE_MS = 60_000;

/** Sent again when the server is away for a while: it recognises what it has. */
async function append(
  eventLog: EventLog,
  events: readonly CopiedEvent[],
  ended: AbortSignal,
): Promise<void> {
  const [first] = events;
  if (!first) return;
  const revision = BigInt(first.revision);
  const expected = revision === 0n ? 'no-stream' : revision - 1n;
  const toAppend = events.map(
    ({ id, type, data, metadata }) => ({ id, type, data, metadata }) as EventToAppend,
  );
  const backoff = createBackoff();
  const givenUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await eventLog.append(first.stream, expected, toAppend);
      return;
    } catch (error) {
      const isAway = error instanceof Refusal && error.kind === 'unavailable';
      if (!isAway || ended.aborted || performance.now() > givenUpAt) throw sentenceOf(error, first);
      await pause(backoff.next(), ended);
    }
  }
}

function sentenceOf(error: unknown, { stream }: CopiedEvent): unknown {
  if (!(error instanceof WrongRevision)) return error;
  return new Error(
    `${stream} in the log is not as it is in the backup: somebody else has written to it. ` +
      'Begin again on an empty event store.',
    { cause: error },
  );
}

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
        if (next.done || !isSame(copied(event), next.value)) {
          throw new Error(
            `The log is not as the backup is: event ${compared + 1} is revision ${event.revision} ` +
              `of ${event.stream}.`,
          );
        }
        compared += 1;
        next = await expected.next();
      }
      if (next.done) break;
    }
    if (next.done) return compared;
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

import {
  comparePositions,
  type EventLog,
  formatPosition,
  type LogPosition,
  parsePosition,
  type StoredEvent,
} from '@insuremanager/services/platform/eventLog/eventLog';
import type { Say } from '../start/part.js';
import type { Segment } from './manifest.js';
import { linesOf, readSealed, type SealedFolder, writeSealed } from './sealedFiles.js';

/** An event as a backup holds it. */
export interface CopiedEvent {
  readonly id: string;
  readonly stream: string;
  /** In decimal digits. */
  readonly revision: string;
  /** Where it stood in the log that was copied. */
  readonly position: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
}

export const copied = (event: StoredEvent): CopiedEvent => ({
  id: event.id,
  stream: event.stream,
  revision: event.revision.toString(),
  position: formatPosition(event.position),
  type: event.type,
  data: event.data,
  metadata: event.metadata,
});

/** Held in memory at once, and lost when a copy is broken off. */
const EVENTS_OF_SEGMENT = 10_000;
const MAX_BATCH = 500;
/** A busy log grows while it is copied: the second round copies little and so takes no time. */
const ROUNDS = 2;

interface LogCopyParts {
  readonly folder: SealedFolder;
  readonly eventLog: EventLog;
  /** What was copied before. */
  readonly segments: readonly Segment[];
  readonly onSegment: (segment: Segment) => Promise<void>;
  readonly remark: Say;
  readonly ended: AbortSignal;
}

/**
 * Copies the log from where it was broken off to its head.
 * @throws an Error with a sentence for the operator when it is another log than the one begun with.
 */
export async function copyLog(parts: LogCopyParts): Promise<Segment[]> {
  const { eventLog, onSegment, remark } = parts;
  const segments = [...parts.segments];
  await requireSameLog(eventLog, segments.at(-1));
  for (let round = 0; round < ROUNDS; round += 1) {
    const head = await eventLog.head();
    const last = segments.at(-1);
    for await (const events of segmentsBetween(parts, last && parsePosition(last.last), head)) {
      const segment = await writeSegment(parts.folder, segments.length + 1, events);
      await onSegment(segment);
      segments.push(segment);
      remark(`Log: ${eventsOf(segments)} events are copied.`);
    }
  }
  return segments;
}

export const eventsOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { events }) => sum + events, 0);

async function requireSameLog(eventLog: EventLog, last: Segment | undefined): Promise<void> {
  if (!last) return;
  const { id, stream, revision } = last.lastEvent;
  const [found] = await eventLog.readStream(stream, { from: BigInt(revision), maxCount: 1 });
  // In a copy of the log it stands elsewhere, and nothing could be read from where it stood.
  if (found?.id !== id || formatPosition(found.position) !== last.last) {
    throw new Error('The log is not the one that this backup was begun with. Begin another one.');
  }
}

async function* segmentsBetween(
  { eventLog, ended }: Pick<LogCopyParts, 'eventLog' | 'ended'>,
  after: LogPosition | undefined,
  upTo: LogPosition | null,
): AsyncGenerator<StoredEvent[], void, undefined> {
  if (!upTo || (after && comparePositions(after, upTo) >= 0)) return;
  const done = new AbortController();
  const signal = AbortSignal.any([ended, done.signal]);
  let events: StoredEvent[] = [];
  try {
    const options = { after: after ?? null, maxBatch: MAX_BATCH, signal };
    for await (const batch of eventLog.subscribe(options)) {
      const wanted = batch.filter(({ position }) => comparePositions(position, upTo) <= 0);
      events.push(...wanted);
      const last = batch.at(-1);
      const isAtEnd = last !== undefined && comparePositions(last.position, upTo) >= 0;
      if (events.length >= EVENTS_OF_SEGMENT || isAtEnd) {
        yield events;
        events = [];
      }
      if (isAtEnd) return;
    }
    ended.throwIfAborted();
    throw new Error('The event store has ended the reading of the log.');
  } finally {
    done.abort();
  }
}

async function writeSegment(
  folder: SealedFolder,
  number: number,
  events: readonly StoredEvent[],
): Promise<Segment> {
  const name = `log-${String(number).padStart(6, '0')}`;
  const stored = await writeSealed(folder, name, textOf(events));
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) throw new Error('A segment holds at least one event');
  const { id, stream, revision } = last;
  return {
    name,
    events: events.length,
    first: formatPosition(first.position),
    last: formatPosition(last.position),
    lastEvent: { id, stream, revision: revision.toString() },
    ...stored,
  };
}

async function* textOf(events: readonly StoredEvent[]): AsyncGenerator<Buffer> {
  for (const event of events) yield Buffer.from(`${JSON.stringify(copied(event))}\n`);
}

/** The events of one segment, in order. */
export async function* eventsIn(
  folder: SealedFolder,
  { name }: Segment,
): AsyncGenerator<CopiedEvent, void, undefined> {
  for await (const line of linesOf(readSealed(folder, name))) yield JSON.parse(line) as CopiedEvent;
}

/** All events of a backup, in the order of the log. */
export async function* eventsInAll(
  folder: SealedFolder,
  segments: readonly Segment[],
): AsyncGenerator<CopiedEvent, void, undefined> {
  for (const segment of segments) yield* eventsIn(folder, segment);
}

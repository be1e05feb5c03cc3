/** The number of an event within its stream, from 0. */
export type Revision = bigint;

/**
 * `no-stream`: the stream must not exist yet. `any`: no check, for audit trails that nobody decides
 * on.
 */
export type ExpectedRevision = Revision | 'no-stream' | 'any';

/** Where an event stands in the whole log. Ordered; opaque but for that. */
export interface LogPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** An event as the log holds it, personal parts still sealed. */
export interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: Revision;
  readonly position: LogPosition;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
  /** When the server wrote it. The command's own time is in the metadata. */
  readonly storedAt: Date;
}

/** Which event stands where: of several copies of a log, the one that has it there is known by it. */
export interface PlacedEvent {
  readonly stream: string;
  /** In decimal digits. */
  readonly revision: string;
  readonly id: string;
  /** `commit/prepare`. */
  readonly position: string;
}

export interface EventToAppend {
  /** A UUID. The same id in the same stream at the same expected revision is written once. */
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: object;
}

/** An event, and where it belongs in its stream. */
export interface EventToLoad extends EventToAppend {
  readonly stream: string;
  readonly revision: Revision;
}

export interface Appended {
  /** Revision of the last event written. */
  readonly revision: Revision;
  readonly position: LogPosition;
}

export interface SubscribeOptions {
  /** The last position already handled; null for the very beginning. */
  readonly after: LogPosition | null;
  /** A batch holds what is there, at least one event and at most this many. */
  readonly maxBatch: number;
  readonly signal: AbortSignal;
  /** Called each time the subscription has delivered all that was there. */
  readonly onCaughtUp?: () => void;
}

/**
 * The only truth: a table in Postgres, or an EventStoreDB, each behind an adapter of its own.
 * Unreachable servers raise a Refusal of kind `unavailable`.
 */
export interface EventLog {
  /** As operators know it, at the beginning of a sentence. */
  readonly name: string;
  /** @throws WrongRevision when the stream is not where the caller believes it is. */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend[],
  ): Promise<Appended>;
  /**
   * Writes many events in the order in which they are given, each at its place in its stream, as from
   * another log. What stands there already is passed over, so that what was broken off is loaded again.
   * @throws WrongRevision when another event stands where one belongs, or one before it is missing.
   */
  load(events: readonly EventToLoad[]): Promise<void>;
  /** All events of a stream in order, from `from` on; empty when there is no such stream. */
  readStream(
    stream: string,
    options?: { from?: Revision; maxCount?: number },
  ): Promise<StoredEvent[]>;
  /** The newest event of a stream, or null. */
  readLast(stream: string): Promise<StoredEvent | null>;
  /**
   * Every event of ours (no system events) after a position, in log order, live.
   * Ends without an error when the signal is aborted; throws when the connection is lost: the
   * caller resubscribes.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<StoredEvent[]>;
  /** Position of the newest event of the log, or null when it is empty. */
  head(): Promise<LogPosition | null>;
  close(): Promise<void>;
}

/** The stream has moved on (or does not exist, or exists already). */
export class WrongRevision extends Error {
  readonly stream: string;

  constructor(stream: string) {
    super(`Stream ${stream} is at another revision than expected`);
    this.name = 'WrongRevision';
    this.stream = stream;
  }
}

/** The log is not the one that the database belongs to. The message, for operators, says what to do. */
export class WrongLog extends Error {
  override readonly name = 'WrongLog';
}

/** What is asked of a log to know it. */
export type LogInQuestion = Pick<EventLog, 'name' | 'append' | 'readStream' | 'head'>;

export const formatPosition = (position: LogPosition): string =>
  `${position.commit}/${position.prepare}`;

export const placedEvent = ({ stream, revision, id, position }: StoredEvent): PlacedEvent => ({
  ...{ stream, id, revision: revision.toString() },
  position: formatPosition(position),
});

/** Whether a log has this event, and at this position. */
export async function holds(
  log: Pick<EventLog, 'readStream'>,
  { stream, revision, id, position }: PlacedEvent,
): Promise<boolean> {
  const [found] = await log.readStream(stream, { from: BigInt(revision), maxCount: 1 });
  return found?.id === id && formatPosition(found.position) === position;
}

/** @throws when the text is not `commit/prepare` in decimal digits. */
export function parsePosition(text: string): LogPosition {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  if (!match) throw new Error(`Not a log position: ${text}`);
  return { commit: BigInt(match[1] ?? 0), prepare: BigInt(match[2] ?? 0) };
}

/** Negative when a stands before b, 0 when they are the same place. */
export function comparePositions(a: LogPosition, b: LogPosition): number {
  if (a.commit !== b.commit) return a.commit < b.commit ? -1 : 1;
  if (a.prepare !== b.prepare) return a.prepare < b.prepare ? -1 : 1;
  return 0;
}

/** The one that stands further on; nothing stands before everything. */
export const later = (a: LogPosition | null, b: LogPosition | null): LogPosition | null =>
  a && b && comparePositions(a, b) < 0 ? b : (a ?? b);

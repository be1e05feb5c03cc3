import type { DomainEvent, Subject } from '@insuremanager/contracts/events/eventDefinition';
import type { EventCodec, EventMetadata, RecordedEvent } from '../codec/recordedEvent.js';
import { conflict } from '../errors.js';
import type { EventToAppend, LogPosition, Revision } from '../eventLog/eventLog.js';
import { isPlatformEvent } from '../reservations/reservations.js';
import type { CommandResult, Decider } from './command.js';
import type { UnchangedCommand } from './unchangedCommands.js';

/** What deciding takes of a stream. Never changed: what was appended makes another one. */
export interface FoldedStream<State> {
  readonly state: State;
  /** Null when there is no such stream. What is appended next is expected after it. */
  readonly revision: Revision | null;
  /**
   * The revision of the last event that people see, as their views show it; null when there is none.
   * What the platform writes into a stream for itself makes no view stale.
   */
  readonly version: Revision | null;
  /** Commands that wrote what people see. */
  readonly commandIds: ReadonlySet<string>;
  /** Whose personal data the state may hold. */
  readonly subjects: ReadonlySet<Subject>;
  /** What it takes in memory, roughly. */
  readonly bytes: number;
}

/** A stream as one read found it. */
export interface LoadedStream<State, Event extends DomainEvent> {
  readonly folded: FoldedStream<State>;
  /** What deciders and people see. */
  readonly events: readonly RecordedEvent<Event>[];
}

/** A character of a text takes up to two bytes; beside the texts there are the objects, and ids. */
const [BYTES_PER_CHARACTER, BYTES_PER_EVENT] = [2, 300];

/** Without what the platform wrote for itself. */
export const visibleEvents = <Event extends DomainEvent>(
  all: readonly RecordedEvent[],
): RecordedEvent<Event>[] =>
  all.filter((event) => !isPlatformEvent(event)) as RecordedEvent<Event>[];

/** A stream, from its beginning on. */
export function loadedStream<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  all: readonly RecordedEvent[],
  codec: Pick<EventCodec, 'subjectOf'>,
): LoadedStream<State, Event> {
  const nothing: FoldedStream<State> = {
    ...{ state: decider.initial, revision: null, version: null },
    ...{ commandIds: new Set(), subjects: new Set(), bytes: 0 },
  };
  const events = visibleEvents<Event>(all);
  const revision = all.at(-1)?.revision ?? null;
  return { folded: { ...withEvents(decider, nothing, events, codec), revision }, events };
}

/**
 * The events as a later read will find them, without reading: they are written together after
 * `revision`, so they share one position, which the log says once they are. A read model shows all
 * of them or none.
 */
export const recordedEvents = <Event extends DomainEvent>(
  stream: string,
  events: readonly Event[],
  written: readonly EventToAppend[],
  revision: bigint | null,
): { readonly events: RecordedEvent<Event>[]; readonly characters: number } => {
  const first = (revision ?? -1n) + 1n;
  let characters = 0;
  const recorded = events.map((event, index) => {
    const { id, metadata } = written[index] as EventToAppend & { metadata: EventMetadata };
    const text = JSON.stringify(event.data);
    characters += text.length;
    return {
      ...event,
      // What JSON drops (fields that are undefined) is dropped here too.
      data: JSON.parse(text),
      id,
      stream,
      revision: first + BigInt(index),
      position: NOT_WRITTEN_YET,
      metadata,
      at: new Date(metadata.occurredAt),
    };
  });
  return { events: recorded, characters };
};

const NOT_WRITTEN_YET: LogPosition = { commit: 0n, prepare: 0n };

/** The stream after more has been written to it. */
export function withEvents<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  before: FoldedStream<State>,
  events: readonly RecordedEvent<Event>[],
  codec: Pick<EventCodec, 'subjectOf'>,
  characters = events.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0),
): FoldedStream<State> {
  const revision = events.at(-1)?.revision;
  const subjects = events.map(codec.subjectOf).filter((subject) => subject !== null);
  return {
    state: folded(decider, events, before.state),
    revision: revision ?? before.revision,
    version: revision ?? before.version,
    commandIds: new Set([
      ...before.commandIds,
      ...events.map(({ metadata }) => metadata.commandId),
    ]),
    subjects: new Set([...before.subjects, ...subjects]),
    bytes: before.bytes + BYTES_PER_CHARACTER * characters + BYTES_PER_EVENT * events.length,
  };
}

export const folded = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  events: readonly RecordedEvent<Event>[],
  from: State = decider.initial,
): State => events.reduce(decider.evolve, from);

/**
 * What a command answered when it was first carried out; null when the stream shows no trace of it.
 * @throws Refusal `idempotency-key-reused` when the trace is of another request.
 */
export function earlierResult<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  { folded: { commandIds }, events }: LoadedStream<State, Event>,
  commandId: string,
  commandDigest: string,
): CommandResult<State, Event> | null {
  if (!commandIds.has(commandId)) return null;
  const own = events.filter(({ metadata }) => metadata.commandId === commandId);
  const last = own.at(-1) as RecordedEvent<Event>;
  if (own.some(({ metadata }) => metadata.commandDigest !== commandDigest)) throw reusedKey();
  return {
    state: folded(decider, events.slice(0, events.indexOf(last) + 1)),
    version: Number(last.revision),
    events: own,
    position: last.position,
    repeated: true,
  };
}

/**
 * What a command answered that changed nothing when it was first carried out.
 * @throws Refusal `idempotency-key-reused` when it was another request.
 */
export function unchangedResult<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  { events }: LoadedStream<State, Event>,
  { version, commandDigest }: UnchangedCommand,
  digest: string,
): CommandResult<State, Event> {
  if (commandDigest !== digest) throw reusedKey();
  const then = events.filter(({ revision }) => revision <= BigInt(version));
  return { state: folded(decider, then), version, events: [], position: null, repeated: true };
}

/** The key of a command came again with another request. */
export const reusedKey = () =>
  conflict(
    'idempotency-key-reused',
    'This idempotency key was already used for another request. Send a new request with a new key.',
  );

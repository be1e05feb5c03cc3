import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import type { RecordedEvent } from '../codec/recordedEvent.js';
import { conflict } from '../errors.js';
import type { Revision } from '../eventLog/eventLog.js';
import { isPlatformEvent } from '../reservations/reservations.js';
import type { CommandResult, Decider } from './command.js';
import type { UnchangedCommand } from './unchangedCommands.js';

/** A stream as one read found it. */
export interface LoadedStream<Event extends DomainEvent> {
  /** Everything, also what the platform wrote for itself. */
  readonly all: readonly RecordedEvent[];
  /** What deciders and people see. */
  readonly events: readonly RecordedEvent<Event>[];
  /** Null when there is no such stream. What is appended next is expected after it. */
  readonly revision: Revision | null;
  /**
   * The revision of the last event that people see, as their views show it; null when there is none.
   * What the platform writes into a stream for itself makes no view stale.
   */
  readonly version: Revision | null;
}

export const loadedStream = <Event extends DomainEvent>(
  all: readonly RecordedEvent[],
): LoadedStream<Event> => {
  const events = all.filter((event) => !isPlatformEvent(event)) as RecordedEvent<Event>[];
  return {
    all,
    events,
    revision: all.at(-1)?.revision ?? null,
    version: events.at(-1)?.revision ?? null,
  };
};

export const folded = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  events: readonly RecordedEvent<Event>[],
): State => events.reduce(decider.evolve, decider.initial);

/**
 * What a command answered when it was first carried out; null when the stream shows no trace of it.
 * @throws Refusal `idempotency-key-reused` when the trace is of another request.
 */
export function earlierResult<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  { events }: LoadedStream<Event>,
  commandId: string,
  commandDigest: string,
): CommandResult<State, Event> | null {
  const own = events.filter(({ metadata }) => metadata.commandId === commandId);
  const last = own.at(-1);
  if (!last) return null;
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
  { events }: LoadedStream<Event>,
  { version, commandDigest }: UnchangedCommand,
  digest: string,
): CommandResult<State, Event> {
  if (commandDigest !== digest) throw reusedKey();
  const then = events.filter(({ revision }) => revision <= BigInt(version));
  return { state: folded(decider, then), version, events: [], position: null, repeated: true };
}

const reusedKey = () =>
  conflict(
    'idempotency-key-reused',
    'This idempotency key was already used for another request. Send a new request with a new key.',
  );

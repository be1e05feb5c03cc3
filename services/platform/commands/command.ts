import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import type { Actor, RecordedEvent } from '../codec/recordedEvent.js';
import type { LogPosition } from '../eventLog/eventLog.js';

/** Pure: what may happen follows from what did. `decide` throws a Refusal to say no. */
export interface Decider<State, Command, Event extends DomainEvent> {
  readonly initial: State;
  evolve(state: State, event: RecordedEvent<Event>): State;
  /** No events: nothing changes, which is no error. */
  decide(command: Command, state: State): Event[];
}

/** Travels with every command from the edge to the event's metadata. */
export interface CommandContext {
  /** A UUID made by the client (`Idempotency-Key`) or by the edge. A retry with the same id, for the same record, writes nothing. */
  readonly commandId: string;
  readonly actor: Actor;
  readonly correlationId: string;
  /** The version the user saw (the stream's revision). Given: a mismatch is refused as stale, never retried. */
  readonly expectedVersion?: number;
}

export interface CommandResult<State, Event extends DomainEvent> {
  /** The stream's state after the command (after its first run, when this is a retry). */
  readonly state: State;
  /** The stream's revision that goes with `state`. */
  readonly version: number;
  /** What this command appended; empty when it changed nothing. */
  readonly events: readonly RecordedEvent<Event>[];
  /** Where a read model must be to show it; null when nothing was appended. */
  readonly position: LogPosition | null;
  /** True when the command had been carried out before and this call wrote nothing. */
  readonly repeated: boolean;
}

import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import type { OfImport } from '@insuremanager/contracts/history';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import type { Actor, RecordedEvent } from '../codec/recordedEvent.js';
import type { LogPosition } from '../eventLog/eventLog.js';
import type { UniqueValue } from '../reservations/reservations.js';

/** Pure: what may happen follows from what did. `decide` throws a Refusal to say no. */
export interface Decider<State, Command, Event extends DomainEvent> {
  readonly initial: State;
  evolve(state: State, event: RecordedEvent<Event>): State;
  /** No events: nothing changes, which is no error. */
  decide(command: Command, state: State): Event[];
  /**
   * The version of what the command is about, where that is a part of the stream; null when there is
   * no such part. Absent: the command is about the whole stream.
   */
  versionOf?(command: Command, state: State): number | null;
  /**
   * The values that this record owns in the whole system. The runner reserves what a command adds
   * before it appends, and releases what it drops after it.
   */
  uniqueValues?(state: State): readonly UniqueValue[];
  /** Whether what is personal in a stream is the record's own: the key is fetched while it is read. */
  readonly isSubject?: boolean;
}

/** Travels with every command from the edge to the event's metadata. */
export interface CommandContext {
  /** A UUID made by the client (`Idempotency-Key`) or by the edge. A retry with the same id, for the same record, writes nothing. */
  readonly commandId: string;
  readonly actor: Actor;
  readonly correlationId: string;
  /** A UUID that all commands of one bulk change carry. */
  readonly batchId?: string;
  /** The import by which it is given. */
  readonly ofImport?: OfImport;
  /** The version that the user saw. Given: a mismatch is refused as stale, never retried. */
  readonly expectedVersion?: number;
}

/** Whoever a step is written for: who began the work, or the system that finishes it. */
export type Initiator = Pick<CommandContext, 'actor' | 'correlationId'>;

/** What every command answers. */
export interface Written {
  /** Where the read models must be to show it; null when nothing was written. */
  readonly position: LogPosition | null;
  /** True when this commandId had been carried out before, and this call wrote nothing. */
  readonly repeated: boolean;
}

/** What a command that makes or changes a record answers. */
export interface SavedRecord<View> extends Written {
  /** The record after the command, from its stream: never stale. */
  readonly record: View;
  /** What looks wrong about it; of a repeated command, too. */
  readonly warnings: readonly Warning[];
}

export interface CommandResult<State, Event extends DomainEvent> extends Written {
  /** The stream's state after the command (after its first run, when this is a retry). */
  readonly state: State;
  /** The stream's revision that goes with `state`. */
  readonly version: number;
  /** What this command appended; empty when it changed nothing. */
  readonly events: readonly RecordedEvent<Event>[];
}

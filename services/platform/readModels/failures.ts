import pg from 'pg';
import { UndecodableEvent } from '../codec/recordedEvent.js';
import { Refusal } from '../errors.js';
import type { StoredEvent } from '../eventLog/eventLog.js';
import { isUnreachable } from '../postgres/postgres.js';

/** A projector that contradicts its own tables. Its message holds names of ours, no values. */
export class ProjectionDefect extends Error {
  override readonly name = 'ProjectionDefect';
}

/**
 * The checkpoint is not where this projector left it: another one is at work, or it was swapped.
 */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}

/**
 * The checkpoint stands where the log has not come to: it is another log, or an older backup. The
 * message, which operators read, says what to do.
 */
export class LogEndsEarlier extends Error {
  override readonly name = 'LogEndsEarlier';
}

/** The one event that cannot be projected. Everything before it has been. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
  readonly event: StoredEvent;

  constructor(event: StoredEvent, cause: unknown) {
    super(`Cannot project ${event.type} (${event.stream}@${event.revision})`, { cause });
    this.event = event;
  }
}

/**
 * SQLSTATE classes by which Postgres speaks of itself, not of what it was given: connection,
 * rollback, resources, wrong state (a lock, a read-only standby), operator, system, internal.
 */
const CLASSES_OF_OUTAGE = new Set(['08', '25', '40', '53', '55', '57', '58', 'XX']);
/** The schema was dropped or swapped under us: to be looked at anew, no fault of the event. */
const STATES_OF_ABSENCE = new Set(['3F000', '42P01']);
/** True when a server cannot be used just now: the same events may well pass later. */
export function isOutage(error: unknown): boolean {
  if (error instanceof Refusal) return error.kind === 'unavailable';
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? '';
    return CLASSES_OF_OUTAGE.has(state.slice(0, 2)) || STATES_OF_ABSENCE.has(state);
  }
  return isUnreachable(error) || (error instanceof Error && 'syscall' in error);
}

/**
 * What speaks against the event or the projector, and not against a server or our place in line.
 */
export const isDefect = (error: unknown): boolean =>
  !isOutage(error) && !(error instanceof CheckpointMoved) && !(error instanceof PoisonEvent);

const UNIQUE_VIOLATION = '23505';

/** The table that refused a row because its key was there; undefined for any other failure. */
export const tableOfTakenKey = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION ? error.table : undefined;

/**
 * What went wrong, for operators. Messages of Postgres, of parsers and of projectors may quote
 * what they choked on, which may be personal: of those, only what is ours is shown.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof pg.DatabaseError) {
    const where = [error.table, error.column, error.constraint].filter(Boolean).join('.');
    return `Postgres refused it (${error.code})${where && ` at ${where}`}`;
  }
  if (
    error instanceof Refusal ||
    error instanceof LogEndsEarlier ||
    error instanceof UndecodableEvent ||
    error instanceof ProjectionDefect
  ) {
    return error.message;
  }
  if (isOutage(error)) return `Postgres cannot be reached (${codeOf(error)})`;
  if (!(error instanceof Error)) return 'Something other than an error was thrown';
  const place = /\(?([^\s(]+:\d+:\d+)\)?$/m.exec(error.stack ?? '')?.[1];
  return place ? `${error.name} at ${place.replace(/^.*\/(?=[^/]+$)/, '')}` : error.name;
}

const codeOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name);
};

import pg from 'pg';
import { LoggableError, Refusal } from '../errors.js';
import { isUnreachable } from './postgres.js';

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
  if (error instanceof Refusal || error instanceof LoggableError) return error.message;
  if (isOutage(error)) return `Postgres cannot be reached (${codeOf(error)})`;
  if (!(error instanceof Error)) return 'Something other than an error was thrown';
  const place = /\(?([^\s(]+:\d+:\d+)\)?$/m.exec(error.stack ?? '')?.[1];
  return place ? `${error.name} at ${place.replace(/^.*\/(?=[^/]+$)/, '')}` : error.name;
}

const codeOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name);
};

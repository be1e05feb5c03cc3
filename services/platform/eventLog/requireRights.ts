import { randomUUID } from 'node:crypto';
import { Refusal } from '../errors.js';
import { type EventLog, WrongRevision } from './eventLog.js';

/** A stream that nobody writes to: what is appended to it is always refused. */
const PROBE = 'accessCheck-1';
const NEVER_REACHED = 1_000_000n;

/**
 * Asks the server for what every installation does: to read the whole log and to append. Nothing
 * is written. A server that is away is no reason not to start.
 * @throws AccessDenied in a sentence for the operator
 */
export async function requireRights(eventLog: Pick<EventLog, 'head' | 'append'>): Promise<void> {
  const probe = { id: randomUUID(), type: 'AccessChecked', data: {}, metadata: {} };
  try {
    await eventLog.head();
    await eventLog.append(PROBE, NEVER_REACHED, [probe]);
  } catch (error) {
    if (error instanceof WrongRevision) return;
    if (error instanceof Refusal && error.kind === 'unavailable') return;
    throw error;
  }
}

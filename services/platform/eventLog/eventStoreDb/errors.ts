import { ErrorType, isCommandError, WrongExpectedVersionError } from '@eventstore/db-client';
import { Refusal, unavailable } from '../../errors.js';
import { WrongRevision } from '../eventLog.js';

const GRPC_UNAVAILABLE = 14;
/**
 * Invalid argument, permission denied, unimplemented, unauthenticated: trying again does not help.
 */
const OUR_FAULT = [3, 7, 12, 16];

const OUTAGES: readonly string[] = [
  ErrorType.UNAVAILABLE,
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.CANCELLED,
  ErrorType.NOT_LEADER,
];

/** The client's errors in our words; what is no outage and no race stays as it is, a defect. */
export function translated(error: unknown, stream: string): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof WrongExpectedVersionError) return new WrongRevision(stream);
  return isOutage(error) ? unavailable('The event store', error) : error;
}

export const errorType = (error: unknown): ErrorType | undefined =>
  error instanceof Error && isCommandError(error) ? error.type : undefined;

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (code === GRPC_UNAVAILABLE) return true;
  const type = errorType(error);
  if (type === ErrorType.UNKNOWN) return !OUR_FAULT.includes(Number(code));
  if (type !== undefined) return OUTAGES.includes(type);
  // Plain errors of the client and of the channel below it, while a connection is being replaced.
  return /^Failed to discover|shut down|write after end|Channel closed/i.test(error.message);
}

import {
  AccessDeniedError,
  type EndPoint,
  ErrorType,
  isCommandError,
  NotLeaderError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { Refusal, unavailable } from '../../errors.js';
import { WrongRevision } from '../eventLog.js';
import { AccessDenied } from './accessDenied.js';

const GRPC_UNAVAILABLE = 14;
/** Invalid argument, permission denied, unimplemented, unauthenticated: again is no help. */
const OUR_FAULT = [3, 7, 12, 16];

/** Of the client's types of errors. */
const OUTAGES = /^(unavailable|timeout|deadline-exceeded|cancelled|not-leader)$/;

/** Events of a stream are missing: what follows from the others would be wrong. */
export class StreamIncomplete extends Error {
  override readonly name = 'StreamIncomplete';

  constructor(stream: string) {
    super(
      `The event store no longer has all events of stream ${stream}. Streams must have no limits ($maxCount, $maxAge, $tb) in their metadata; restore the log from a backup.`,
    );
  }
}

/**
 * The client's errors in our words; what is no outage and no race stays as it is, a defect.
 * @param user whose name is in the address of the server
 */
export function translated(error: unknown, stream: string, user?: string): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof WrongExpectedVersionError) return new WrongRevision(stream);
  if (error instanceof AccessDenied || error instanceof AccessDeniedError)
    return new AccessDenied(stream, user, error);
  return isOutage(error) ? unavailable('The event store', error) : error;
}

/** Where the leader is, when a node says that it is another one. */
export const leaderOf = (error: unknown): EndPoint | undefined =>
  error instanceof NotLeaderError ? error.leader : undefined;

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (code === GRPC_UNAVAILABLE) return true;
  if (isCommandError(error))
    return error.type === ErrorType.UNKNOWN
      ? !OUR_FAULT.includes(Number(code))
      : OUTAGES.test(error.type);
  // Plain errors of the client and of the channel below it, while a connection is being replaced.
  return /^Failed to discover|shut down|write after end|Channel closed/i.test(error.message);
}

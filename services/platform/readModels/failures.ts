import { LoggableError } from '../errors.js';
import type { StoredEvent } from '../eventLog/eventLog.js';
import { isOutage } from '../postgres/failures.js';

/** A projector that contradicts its own tables. */
export class ProjectionDefect extends LoggableError {
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
export class LogEndsEarlier extends LoggableError {
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
 * What speaks against the event or the projector, and not against a server or our place in line.
 */
export const isDefect = (error: unknown): boolean =>
  !isOutage(error) && !(error instanceof CheckpointMoved) && !(error instanceof PoisonEvent);

import type { DomainEvent, Subject } from '@insuremanager/contracts/events/eventDefinition';
import type { OfImport } from '@insuremanager/contracts/history';
import { conflict, LoggableError } from '../errors.js';
import type { EventToAppend, LogPosition, Revision, StoredEvent } from '../eventLog/eventLog.js';

/** Who acted. `userId` 0 is the system itself. No personal data: a username is a chosen handle. */
export interface Actor {
  readonly userId: number;
  readonly username: string;
  readonly role: string;
}

export const systemActor: Actor = {
  userId: 0,
  username: 'system',
  role: 'system',
};

export interface EventMetadata {
  readonly schemaVersion: number;
  readonly commandId: string;
  /** Keyed fingerprint of the whole request, so that a reused commandId with other input is noticed. */
  readonly commandDigest: string;
  readonly actor: Actor;
  readonly correlationId: string;
  /** The command's time, an ISO instant. */
  readonly occurredAt: string;
  /** Names the bulk change that the command was part of, a UUID; absent where it was a single one. */
  readonly batchId?: string | undefined;
  /** Absent where no import wrote it. */
  readonly ofImport?: OfImport | undefined;
  /** The span of the command, as W3C's header names it; absent where nothing was traced. */
  readonly traceparent?: string | undefined;
}

/** An event of ours, decoded: upcast to its current version, personal part unsealed (null if erased). */
export type RecordedEvent<Event extends DomainEvent = DomainEvent> = Event & {
  readonly id: string;
  readonly stream: string;
  readonly revision: Revision;
  readonly position: LogPosition;
  readonly metadata: EventMetadata;
  /** When it happened, by the command's clock. */
  readonly at: Date;
};

export interface EventCodec {
  /** Validates strictly and seals. @throws on data that its schema refuses: a defect of ours. */
  encode(
    event: DomainEvent,
    id: string,
    metadata: Omit<EventMetadata, 'schemaVersion'>,
  ): Promise<EventToAppend>;
  /** Tolerant of extra fields; @throws UndecodableEvent for an unknown type or a broken event. */
  decode(stored: readonly StoredEvent[]): Promise<RecordedEvent[]>;
  /** Whether this release defines events of that type. */
  knows(type: string): boolean;
  /** Whose personal data a decoded event holds; null where it holds none, or none any more. */
  subjectOf(event: DomainEvent): Subject | null;
}

export class UndecodableEvent extends LoggableError {
  readonly event: StoredEvent;

  constructor(event: StoredEvent, reason: string, cause?: unknown) {
    super(`Event ${event.type} (${event.stream}@${event.revision}) cannot be read: ${reason}`, {
      cause,
    });
    this.name = 'UndecodableEvent';
    this.event = event;
  }
}

/**
 * The events of a record for whoever decides on it or shows it: half a history is none.
 * @throws Refusal `record-unreadable` when one of them cannot be read
 */
export async function decodeRecord(
  codec: Pick<EventCodec, 'decode'>,
  stored: readonly StoredEvent[],
): Promise<RecordedEvent[]> {
  try {
    return await codec.decode(stored);
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error;
    throw conflict(
      'record-unreadable',
      `${error.message}. This record cannot be changed, nor its history be shown, until your ` +
        'administrator has repaired it. For them: npm run ops -- verify lists such events, and ' +
        'docs/read-models.md says what to do about each.',
    );
  }
}

import type { PastMoment } from '@insuremanager/contracts/history';
import type {
  DeletedRecord,
  FoundRecord,
  PastRecord,
  RawEvent,
  Replay,
  ReplayRef,
} from '@insuremanager/contracts/replay/replayViews';
import type { CommandContext } from '../platform/commands/command.js';

/** An event with its data as this release reads it: whoever answers it masks that. */
export interface DecodedEvent extends Omit<RawEvent, 'today'> {
  /** Null: it cannot be read. */
  readonly data: object | null;
}

export interface RawEventRequest extends ReplayRef {
  /** Of the stream of who looked at a customer, in place of the record's own. */
  readonly isAccess: boolean;
  /** The first revision that is wanted. */
  readonly from: number;
  /** At most `MOST_RAW_EVENTS`. */
  readonly count: number;
}

/** The capability "replay": any record, deleted or not, event by event. Methods may raise a Refusal. */
export interface Replays {
  /**
   * All that ever happened to a record. Who asks is recorded before it is answered.
   * @throws not-found
   */
  replay(of: ReplayRef, context: CommandContext): Promise<Replay>;
  /** How a record stood at a moment, beside now. @throws not-found when there never was one. */
  asOf(of: ReplayRef, moment: PastMoment): Promise<PastRecord>;
  /**
   * Events of a record as the log holds them, and as they are read today. Who asks is recorded
   * before they are answered.
   * @throws not-found; `too-many` by one user within an hour
   */
  rawEvents(
    request: RawEventRequest,
    context: CommandContext,
  ): Promise<{ items: DecodedEvent[]; nextFrom: number | null }>;
  /** Records of a number, such as `12` or `policy 800`, and deleted ones whose names hold a text. */
  find(text: string): Promise<FoundRecord[]>;
  /** The records that were deleted last, the newest first. */
  deleted(limit: number): Promise<DeletedRecord[]>;
}

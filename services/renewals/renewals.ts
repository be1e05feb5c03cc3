import type {
  FollowUpInput,
  LossInput,
  RenewalBoardFilter,
  RenewalBoardLimits,
} from '@insuremanager/contracts/renewals/renewalInputs';
import type { RenewalMove } from '@insuremanager/contracts/renewals/renewalKinds';
import type {
  RenewalBoard,
  RenewalCard,
  RenewalToDo,
} from '@insuremanager/contracts/renewals/renewalViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { CommandContext, SavedRecord } from '../platform/commands/command.js';
import type { Book } from '../platform/readModels/readTables.js';

type SavedRenewal = SavedRecord<RenewalCard>;

export interface RenewalBoardRequest {
  readonly filter: RenewalBoardFilter;
  readonly limits: RenewalBoardLimits;
}

/**
 * The capability "renewals": what agents do about terms that are due. Every method may raise a
 * Refusal. Every command throws not-found for a term that does not exist, and conflict
 * `renewal-closed` for one that is cancelled.
 */
export interface Renewals {
  /**
   * To Due or Contacted. A lost one is reopened by it.
   * @throws conflict `already-renewed`: a renewed term does not move.
   */
  move(termId: number, to: RenewalMove, context: CommandContext): Promise<SavedRenewal>;
  /** Lost once more only changes the reason. @throws conflict `already-renewed`. */
  lose(termId: number, input: LossInput, context: CommandContext): Promise<SavedRenewal>;
  /** Does nothing where it is not lost. */
  reopen(termId: number, context: CommandContext): Promise<SavedRenewal>;
  /** @param ownerId an existing user, which the caller has made sure of; null: nobody. */
  assign(termId: number, ownerId: number | null, context: CommandContext): Promise<SavedRenewal>;
  /**
   * An absent day or note stays as it is; null clears it.
   * @throws invalid on `followUpOn` when it is past.
   */
  setFollowUp(termId: number, input: FollowUpInput, context: CommandContext): Promise<SavedRenewal>;

  /** All of it is of one moment: totals count every card of a column, not only those shown. */
  board(request: RenewalBoardRequest): Promise<RenewalBoard>;
  /** Null for a term that is unknown, deleted or cancelled. */
  find(termId: number): Promise<RenewalCard | null>;
  /** Active terms in Due that end on a day or at most so many days later, those that end first. */
  uncontacted(day: Day, withinDays: number, limit: number): Promise<RenewalToDo[]>;
  /** Those of them of which nobody has said when they come back to them. */
  unpromised(day: Day, withinDays: number, limit: number): Promise<RenewalToDo[]>;
  /**
   * Neither renewed nor lost, with a follow-up date on a day or in the year before it, the newest
   * first; those of an owner, and those that nobody owns; of all when it is null.
   */
  followUpsDue(day: Day, ownerId: number | null, limit: number): Promise<RenewalToDo[]>;

  /** The same for whom only the customers of a book, and what is theirs, exist. */
  within(book: Book): RenewalsOfBook;
}

export type RenewalsOfBook = Omit<Renewals, 'within'>;

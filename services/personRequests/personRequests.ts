import type { BoundedCount, Page } from '@insuremanager/contracts/lists';
import type {
  ClosingInput,
  NewPersonRequest,
  PersonRequestDetails,
  PersonRequestFilter,
  PersonRequestListRequest,
  PersonRequestView,
} from '@insuremanager/contracts/privacy/requestViews';
import type { CommandContext, SavedRecord } from '../platform/commands/command.js';

type SavedRequest = SavedRecord<PersonRequestView>;

/**
 * The capability "requests of persons": what customers ask for by the Data Protection Act, until when
 * it is to be answered, and what became of it. Every method may raise a Refusal.
 */
export interface PersonRequests {
  /** Open ones first, those that are due first leading. */
  list(request: PersonRequestListRequest): Promise<Page<PersonRequestView>>;
  count(filter: PersonRequestFilter, most?: number): Promise<BoundedCount>;
  /** With what was typed. @throws not-found */
  details(id: number): Promise<PersonRequestDetails>;
  /** Open ones whose last day for an answer has passed or is near, the oldest first. */
  due(withinDays: number, limit: number): Promise<PersonRequestView[]>;

  /**
   * Due after as many days as the agency allows itself.
   * @throws invalid `customer-unknown`, `customer-erased`, and on `receivedOn` for a day to come
   */
  receive(input: NewPersonRequest, context: CommandContext): Promise<SavedRequest>;
  /** @throws not-found; conflict `request-closed` */
  close(id: number, input: ClosingInput, context: CommandContext): Promise<SavedRequest>;
  /** It was closed by mistake. @throws not-found */
  reopen(id: number, context: CommandContext): Promise<SavedRequest>;
}

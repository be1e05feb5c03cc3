import type { ConsentInput, CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import type { CustomerConsents, NoticeUse } from '@insuremanager/contracts/customers/consentViews';
import type { KycInput } from '@insuremanager/contracts/customers/customerFields';
import type {
  CustomerDuplicate,
  CustomerSummary,
  CustomerView,
  customerRecord,
} from '@insuremanager/contracts/customers/customerViews';
import type {
  CustomerComparison,
  CustomerHoldings,
  DistinctPairs,
  DistinctQuery,
  DuplicatePairs,
  DuplicatesQuery,
  MergedCustomer,
  MergeInput,
} from '@insuremanager/contracts/customers/duplicates';
import type { KycStatus } from '@insuremanager/contracts/customers/kycStatuses';
import type {
  HoldLiftInput,
  LegalHoldInput,
  LegalHoldView,
} from '@insuremanager/contracts/customers/legalHolds';
import type { NomineeInput, NomineeView } from '@insuremanager/contracts/customers/nominees';
import type { RevealedNumber, RevealInput } from '@insuremanager/contracts/customers/revealing';
import type { PastMoment, RecordBesideNow } from '@insuremanager/contracts/history';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { CustomerMatch, Matches } from '@insuremanager/contracts/search/searchViews';
import type { CommandContext, SavedRecord, Written } from '../platform/commands/command.js';
import { invalid } from '../platform/errors.js';
import type { LogPosition } from '../platform/eventLog/eventLog.js';
import type { Book } from '../platform/readModels/readTables.js';
import type { RecordService } from '../platform/records/recordService.js';
import type { EraseCustomer } from './customer.js';

/** What became of giving customers to a user. */
export interface Reassignment {
  /** Those that are the user's now. */
  readonly customerIds: readonly number[];
  /** Where the read models must be to show it; null when nothing was written. */
  readonly position: LogPosition | null;
}

type OwnHoldings = Pick<CustomerHoldings, 'consents' | 'nominees'>;

/** What the streams of two customers say; what else belongs to them, others count. */
export type ComparedCustomers = Omit<CustomerComparison, 'firstHoldings' | 'secondHoldings'> & {
  readonly firstHoldings: OwnHoldings;
  readonly secondHoldings: OwnHoldings;
};

/** What became of a merge, or of its undoing. */
export type Merged = Written;

/** A user who has customers. */
export interface CustomerOwner {
  readonly id: number;
  readonly username: string;
}

/** The personal values by which a duplicate is noticed, in any spelling. */
export interface DuplicateProbe {
  phone?: string | null;
  email?: string | null;
  panNumber?: string | null;
  aadhaarNumber?: string | null;
}

export interface CustomerStatus {
  readonly kycStatus: KycStatus;
  /** The document that it rests on. */
  readonly kycDocumentId: number | null;
  /** The person is gone and only the history is left: nothing new may be entered for them. */
  readonly isErased: boolean;
}

/** What other capabilities know of a customer who is to be deleted. */
export interface CustomerDependencies {
  readonly policies: {
    /** Of all that was written before the call. */
    activeNumbersOf(customerId: number): Promise<string[]>;
  };
  readonly claims: {
    /** The same of claims that are not closed. */
    openNumbersOf(customerId: number): Promise<string[]>;
  };
  readonly documents: {
    /** Whether this is an existing KYC document of theirs. */
    isKycOf(documentId: number, customerId: number): Promise<boolean>;
  };
}

/**
 * Held over whatever is looked up in a customer's stream and written to another one, or the other
 * way round: so nobody is deleted while they get a policy, and no document while a KYC status comes
 * to rest on it.
 */
export const customerLock = (customerId: number): string => `customer-${customerId}`;

type SavedCustomer = SavedRecord<CustomerView>;

/**
 * The capability "customers", as the gateway, the import and the demo call it.
 * Every method may raise a Refusal.
 */
export interface Customers extends RecordService<typeof customerRecord> {
  /** @param ownerId the user whose customer it is; by default the one who adds them. */
  create(
    input: CustomerInput,
    context: CommandContext,
    ownerId?: number | null,
  ): Promise<SavedCustomer>;
  /**
   * Sets the KYC status and records the document that it rests on.
   * @throws invalid on `documentId` when that is no KYC document of theirs.
   */
  setKycStatus(id: number, input: KycInput, context: CommandContext): Promise<SavedCustomer>;
  /**
   * Records what the customer agreed to or withdrew, and what proves it.
   * @throws not-found, also of one who is erased; invalid `no-consent`, `day-to-come`,
   *   `notice-unknown`
   */
  recordConsent(id: number, input: ConsentInput, context: CommandContext): Promise<SavedCustomer>;
  /** Every choice and its history, from the stream itself; also of an erased one. @throws not-found */
  consents(id: number): Promise<CustomerConsents>;
  /** The notices on which standing consents rest, by version. */
  noticeUse(): Promise<NoticeUse[]>;
  /** @param ownerId an active user, which the caller has made sure of; null: nobody. */
  reassign(id: number, ownerId: number | null, context: CommandContext): Promise<SavedCustomer>;
  /**
   * The same for many, each by a command of its own: a retry goes on where it broke off. Those that
   * do not exist any more are left out.
   */
  reassignAll(
    ids: readonly number[],
    ownerId: number | null,
    context: CommandContext,
  ): Promise<Reassignment>;
  /** @throws conflict `customer-has-active-policies`, `customer-has-open-claims`, naming them. */
  delete(id: number, context: CommandContext): Promise<Written>;

  /**
   * Takes a person out of every list for ever, also one who was deleted; the services of erasures
   * does the rest. Does nothing where that has been done.
   * @throws not-found; conflict `customer-has-active-policies`, `customer-has-open-claims`,
   *   `legal-hold`, `retention-runs`
   */
  erase(
    id: number,
    request: Omit<EraseCustomer, 'type' | 'customerId'>,
    context: CommandContext,
  ): Promise<Written>;
  /**
   * Keeps the records from being destroyed, also those of a customer who was deleted.
   * @throws not-found; conflict `customer-erased`, `legal-hold-exists` for the same matter,
   *   `too-many-legal-holds`
   */
  placeHold(id: number, input: LegalHoldInput, context: CommandContext): Promise<Written>;
  /** @throws not-found; conflict `legal-hold-lifted`, `customer-erased` */
  liftHold(
    id: number,
    holdId: number,
    input: HoldLiftInput,
    context: CommandContext,
  ): Promise<Written>;
  /** All there ever were, the oldest first, also of a deleted customer. @throws not-found */
  legalHolds(id: number): Promise<LegalHoldView[]>;

  /** @throws not-found; invalid; conflict `customer-erased`, `too-many-nominees` */
  recordNominee(id: number, input: NomineeInput, context: CommandContext): Promise<Written>;
  /** @throws not-found */
  revokeNominee(id: number, nomineeId: number, context: CommandContext): Promise<Written>;
  /** Those that were not revoked, the oldest first, also of a deleted customer. @throws not-found */
  nominees(id: number): Promise<NomineeView[]>;

  /**
   * Makes two customers who are one person one: the number of the duplicate leads to the one who
   * remains from now on, and all that is theirs is that one's.
   * @throws not-found; invalid `same-customer`; conflict `stale-version`, `legal-hold`,
   *   `customer-merged`, `customer-deleted`, `customer-erased`
   */
  merge(intoId: number, input: MergeInput, context: CommandContext): Promise<Merged>;
  /**
   * Parts them again. What stands under the number of the duplicate, also what was entered there
   * since, is theirs; details that nobody has changed since go back.
   * @throws not-found; conflict `not-merged`, `merged-further`, `legal-hold`, `customer-erased`
   */
  undoMerge(intoId: number, duplicateId: number, context: CommandContext): Promise<Merged>;
  /** Finishes what was broken off; how many. */
  finishMerges(signal?: AbortSignal): Promise<number>;
  /** Where a number leads, by the streams: to itself unless that customer was merged. */
  remainingOf(id: number): Promise<number>;
  /** All whose numbers lead to a customer, as the lists say. */
  mergedInto(id: number): Promise<number[]>;
  /** Those of them who were merged into this very one, the oldest first. */
  mergedCustomers(id: number): Promise<MergedCustomer[]>;
  /** Marks two as distinct. @throws not-found; conflict as `merge` where one is gone */
  markDistinct(oneId: number, anotherId: number, context: CommandContext): Promise<Written>;
  /** Takes that back. @throws as `markDistinct` */
  unmarkDistinct(oneId: number, anotherId: number, context: CommandContext): Promise<Written>;
  /** Those who are marked as distinct, the last first. */
  distinctPairs(asked: DistinctQuery): Promise<DistinctPairs>;
  /**
   * Two side by side, as their streams say.
   * @throws as a merge does where one of them cannot be merged any more
   */
  compare(firstId: number, secondId: number): Promise<ComparedCustomers>;
  /** Who seem to be one person, those of whom most speaks for it first. */
  duplicatePairs(asked: DuplicatesQuery): Promise<DuplicatePairs>;

  /** What customers are called, also those who were deleted; nothing of those who were erased. */
  namesOf(ids: readonly number[]): Promise<Map<number, string>>;

  /** Everything of the person is gone. */
  completeErasure(id: number, context: CommandContext): Promise<LogPosition | null>;
  /** Erased, with something left of them, as the lists say; the oldest first. */
  unfinishedErasures(limit: number): Promise<number[]>;
  /** Whether nothing is left of a person; null while the lists do not show that they are erased. */
  isErasureComplete(id: number): Promise<boolean | null>;
  /** What they were ever called, reached and identified by; nothing once their key is destroyed. */
  identifiersOf(id: number): Promise<string[]>;
  /** The Kolkata day of the last change of a customer, also of a deleted one. @throws not-found */
  lastChangeOf(id: number): Promise<Day>;

  /** Those of the customers that exist, by id, in one query. */
  summaries(ids: readonly number[]): Promise<Map<number, CustomerSummary>>;
  /** The newest first. */
  recent(limit: number): Promise<CustomerView[]>;
  /** All customers, as the totals kept with the list say. */
  total(): Promise<number>;
  /**
   * The best matches of any part of a name, phone, email or PAN, and the numbers of the best
   * `OWNERS_SOUGHT`, in the same order.
   */
  match(query: string): Promise<Matches<CustomerMatch> & { ids: number[] }>;
  /** Cities in use that begin with the text, in order, at most 20. */
  cities(prefix: string): Promise<string[]>;
  /**
   * Others with the same phone, email, PAN or Aadhaar; at most 5. Who asks by PAN or Aadhaar is
   * recorded before the answer.
   * @throws Refusal `too-many` for more than 200 of those in an hour
   */
  duplicates(
    probe: DuplicateProbe,
    exceptId: number | null,
    context: CommandContext,
  ): Promise<CustomerDuplicate[]>;

  /** A customer as the stream itself tells: never stale; null when unknown or deleted. */
  current(id: number): Promise<CustomerView | null>;
  /** Of some users, by id, also of those who may not sign in any more. */
  owners(userIds: readonly number[]): Promise<Map<number, CustomerOwner>>;
  /** How a customer stands now, from the stream itself; null when unknown or deleted. */
  findStatus(id: number): Promise<CustomerStatus | null>;

  /**
   * A whole Aadhaar number or PAN. Recorded, with the reason, before it is answered; the customer's
   * version stays.
   * @throws not-found; conflict `no-identity-number`; `too-many` by one user within an hour
   */
  revealIdentityNumber(
    id: number,
    input: RevealInput,
    context: CommandContext,
  ): Promise<RevealedNumber>;

  /** A customer at a moment, beside what they are now. */
  besideNow(id: number, moment: PastMoment): Promise<RecordBesideNow<CustomerView>>;

  /** Whether a customer is, or was when deleted, in a book, as the stream itself says. */
  isWithin(book: Book, id: number): Promise<boolean>;
  /** The same for whom only the customers of a book exist. */
  within(book: Book): CustomersOfBook;
}

/** Without what only erasures ask. */
export type CustomersOfBook = Omit<
  Customers,
  | 'besideNow'
  | 'isWithin'
  | 'within'
  | 'erase'
  | 'completeErasure'
  | 'unfinishedErasures'
  | 'isErasureComplete'
  | 'identifiersOf'
  | 'lastChangeOf'
  | 'namesOf'
  | 'finishMerges'
  | 'mergedInto'
>;

export const unknownCustomer = (customerId: number) => {
  const message = `There is no customer with the number ${customerId}. Choose another one.`;
  return invalid([{ field: 'customerId', code: 'customer-unknown', message }]);
};

/**
 * The customer for whom something new is entered exists and is not erased.
 * @throws invalid `customer-unknown` or `customer-erased`.
 */
export async function requireCustomer(
  customers: Pick<Customers, 'findStatus'>,
  customerId: number,
): Promise<CustomerStatus> {
  const status = await customers.findStatus(customerId);
  if (!status) throw unknownCustomer(customerId);
  if (status.isErased) {
    const message = 'This customer has been erased. Choose another one.';
    throw invalid([{ field: 'customerId', code: 'customer-erased', message }]);
  }
  return status;
}

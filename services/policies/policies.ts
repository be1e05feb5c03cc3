import type { HistoryEntry, PastMoment, RecordBesideNow } from '@insuremanager/contracts/history';
import type {
  InsuredMember,
  InsuredMembersInput,
} from '@insuremanager/contracts/policies/insuredMembers';
import type {
  PaymentInput,
  PolicyInstalment,
  TakenBackInput,
} from '@insuremanager/contracts/policies/paymentFields';
import type {
  CancellationInput,
  EndorsementInput,
  PolicyInput,
  PolicyPatch,
  ReinstatementInput,
  RenewalInput,
} from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type {
  PolicyCards,
  PolicyHoldings,
  PolicyView,
  policyRecord,
  TermHistory,
} from '@insuremanager/contracts/policies/policyViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type {
  Matches,
  OwnedHealthPolicyMatch,
  OwnedVehiclePolicyMatch,
} from '@insuremanager/contracts/search/searchViews';
import type { CommandContext, SavedRecord, Written } from '../platform/commands/command.js';
import type { Book, Narrowing } from '../platform/readModels/readTables.js';
import type { ListService } from '../platform/records/recordService.js';
import type { TermRef } from './policy.js';

/** What a command on a policy answers: the term; after a renewal the new one. */
export interface SavedTerm extends SavedRecord<PolicyView> {
  /** After a renewal: the term that ended. */
  readonly renewed?: PolicyView;
}

export interface PolicyReference {
  readonly kind: PolicyKind;
  readonly customerId: number;
}

export interface IssuedPolicy {
  readonly id: number;
  readonly kind: PolicyKind;
  /** Null once the policyholder has been erased. */
  readonly policyNumber: string | null;
}

/**
 * The capability "policies", as the gateway, the import, the scheduler and the demo call it.
 * Every method may raise a Refusal.
 */
export interface Policies extends ListService<typeof policyRecord> {
  /**
   * @param quotationId the quotation that it comes from: at most one policy ever comes of each.
   * @throws invalid `customer-unknown`, conflict `policy-number-taken` naming who has it,
   *   `policy-exists` when the quotation has become one already.
   */
  issue(
    kind: PolicyKind,
    input: PolicyInput,
    context: CommandContext,
    quotationId?: number,
  ): Promise<SavedTerm>;
  update(ref: TermRef, patch: PolicyPatch, context: CommandContext): Promise<SavedTerm>;
  endorse(ref: TermRef, input: EndorsementInput, context: CommandContext): Promise<SavedTerm>;
  /** The result is the new term's. @throws conflict `already-renewed`. */
  renew(ref: TermRef, input: RenewalInput, context: CommandContext): Promise<SavedTerm>;
  cancel(ref: TermRef, input: CancellationInput, context: CommandContext): Promise<SavedTerm>;
  reinstate(ref: TermRef, input: ReinstatementInput, context: CommandContext): Promise<SavedTerm>;
  /**
   * All whom a health policy covers. Customers of other books stay, and those who are gone go.
   * @throws conflict `not-health`; invalid `customer-unknown`, `insured-twice`, `not-self`.
   */
  setInsuredMembers(
    ref: TermRef,
    input: InsuredMembersInput,
    context: CommandContext,
  ): Promise<SavedTerm>;
  /** As it was said, from its stream; none where nobody has said so. @throws not-found */
  insuredMembers(ref: TermRef): Promise<InsuredMember[]>;
  /**
   * Health policies that name one of these numbers of customers as insured, those that end first
   * first; active ones, unless it says otherwise.
   */
  covering(
    customerIds: readonly number[],
    options?: { readonly isActive?: boolean },
  ): Promise<PolicyView[]>;
  /**
   * Marks the next instalment of the premium as paid, or all up to one.
   * @throws conflict `instalment-paid`, `no-instalments`, `policy-cancelled`.
   */
  payInstalments(ref: TermRef, input: PaymentInput, context: CommandContext): Promise<SavedTerm>;
  /** Of the latest one that is paid. @throws conflict `instalment-not-paid`, `later-instalment-paid`. */
  takeBackInstalment(
    ref: TermRef,
    input: TakenBackInput,
    context: CommandContext,
  ): Promise<SavedTerm>;
  /** The premiums of a term, paid or not, from its stream; none where they are yearly. @throws not-found */
  instalments(ref: TermRef): Promise<PolicyInstalment[]>;
  /**
   * Deleting a term that renewed another gives that one back its place.
   * @param options evenIfRenewed: for erasures only, as the next term may be another customer's.
   * @throws conflict `already-renewed`.
   */
  delete(
    ref: TermRef,
    context: CommandContext,
    options?: { readonly evenIfRenewed?: boolean },
  ): Promise<Written>;

  /** Expires every active policy whose end date has passed, once for each end date; their number. */
  expireDue(today: Day, signal?: AbortSignal): Promise<number>;

  /** Null when unknown, deleted, or of another kind than the one asked for. */
  find(id: number, kind?: PolicyKind): Promise<PolicyView | null>;
  /** Those of the terms that exist, by id, in one query. */
  findAll(ids: readonly number[]): Promise<Map<number, PolicyView>>;
  /** Terms whose next premium is due from a day to another, those that are due first. */
  premiumsDue(from: Day, to: Day, limit: number, only?: Narrowing): Promise<PolicyView[]>;
  cards(kind: PolicyKind): Promise<PolicyCards>;
  /** Insurers in use that begin with the text, the most used first, at most 20. */
  insurers(prefix: string): Promise<string[]>;
  /** All existing terms of the policy that a term belongs, or belonged, to; the first one first. */
  termsOf(id: number): Promise<PolicyView[]>;
  holdings(customerId: number): Promise<PolicyHoldings>;
  /**
   * The policy that a quotation became, deleted or not; null when there never was one.
   * @param listed the policy that a list names; asked where it is not known otherwise.
   */
  issuedFor(
    quotationId: number,
    listed?: () => Promise<number | null>,
  ): Promise<IssuedPolicy | null>;
  /** Numbers of a customer's active policies, of all that was written before the call. */
  activeNumbersOf(customerId: number): Promise<string[]>;
  /** @param owners customers whose policies match, too, the best ones first. */
  matchHealth(query: string, owners?: readonly number[]): Promise<Matches<OwnedHealthPolicyMatch>>;
  matchVehicle(
    query: string,
    owners?: readonly number[],
  ): Promise<Matches<OwnedVehiclePolicyMatch>>;

  /** A term as its stream says: never stale; null when unknown or deleted. */
  current(id: number): Promise<PolicyView | null>;
  /** The same, also of a deleted one; null when unknown. */
  lastKnown(id: number): Promise<PolicyView | null>;
  /** Whose policy this is, and of which kind, from the stream itself; null when unknown or deleted. */
  findReference(id: number): Promise<PolicyReference | null>;

  /** Every event of a term in words, oldest first; also of a deleted one. @throws not-found */
  history(ref: TermRef): Promise<HistoryEntry[]>;
  /** All terms of its policy, oldest first, deleted ones too, each with its history. @throws not-found */
  termHistories(ref: TermRef): Promise<TermHistory[]>;
  /** The term at a moment: what its events until then come to. Null when there was none then. */
  asOf(ref: TermRef, moment: PastMoment): Promise<PolicyView | null>;
  /** The same beside what the term is now. */
  besideNow(ref: TermRef, moment: PastMoment): Promise<RecordBesideNow<PolicyView>>;

  /** The same for whom only the customers of a book, and what is theirs, exist. */
  within(book: Book): PoliciesOfBook;
}

/** Without what only the calendar and other capabilities ask. */
export type PoliciesOfBook = Omit<
  Policies,
  'within' | 'expireDue' | 'issuedFor' | 'activeNumbersOf' | 'besideNow'
>;

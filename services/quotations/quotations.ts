import type { Readable } from 'node:stream';
import type { PastMoment, RecordBesideNow } from '@insuremanager/contracts/history';
import type { PolicyInput } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type {
  QuotationEmailInput,
  QuotationInput,
  QuotationPatch,
} from '@insuremanager/contracts/quotations/quotationFields';
import type {
  LinkedQuotation,
  QuotationLink,
  QuotationLinkInput,
} from '@insuremanager/contracts/quotations/quotationLinks';
import type {
  QuotationCards,
  QuotationView,
  quotationRecord,
} from '@insuremanager/contracts/quotations/quotationViews';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import type { Matches, OwnedQuotationMatch } from '@insuremanager/contracts/search/searchViews';
import type { CommandContext, SavedRecord, Written } from '../platform/commands/command.js';
import type { Book, Narrowing } from '../platform/readModels/readTables.js';
import type { RecordService } from '../platform/records/recordService.js';

/** The result of a conversion: both records, and the later of the two positions. */
export interface Conversion extends Written {
  readonly quotation: QuotationView;
  readonly policy: PolicyView;
  readonly warnings: readonly Warning[];
}

/** A PDF on its way to somebody. */
export interface OpenedPdf {
  /** Such as `QT-2026-27-15.pdf`. */
  readonly fileName: string;
  readonly content: Readable;
}

type SavedQuotation = SavedRecord<QuotationView>;

/** The capability "quotations". Every method may raise a Refusal. */
export interface Quotations extends RecordService<typeof quotationRecord> {
  /** @throws invalid `customer-unknown`, `customer-erased`. */
  create(input: QuotationInput, context: CommandContext): Promise<SavedQuotation>;
  /**
   * @throws conflict `quotation-converted`: what became a policy does not change any more;
   *   `customer-deleted`, `customer-erased`: nothing more can be offered to them.
   */
  update(id: number, patch: QuotationPatch, context: CommandContext): Promise<SavedQuotation>;
  /**
   * Issues the policy that an accepted quotation becomes; once only, however often and by whomever
   * it is requested. It warns (`quotation-differs`) where the policy is not what was quoted.
   * @throws conflict `quotation-not-accepted`, `already-converted` naming the policy; invalid
   *   `quotation-mismatch` when kind or customer differ; and what issuing a policy throws.
   */
  convert(id: number, input: PolicyInput, context: CommandContext): Promise<Conversion>;
  /**
   * The kind of policy that it becomes, or has become, also when it was deleted since.
   * @throws not-found; stale-version when it is another version than expected.
   */
  quotedKind(id: number, expected: Pick<CommandContext, 'expectedVersion'>): Promise<PolicyKind>;
  /**
   * Sends the PDF by email and records what became of it. Nothing is sent later by itself; a retry
   * with the same commandId sends the same message again unless it was sent or refused. It warns
   * (`past-validity`, `not-open`) when the quotation is not open any more.
   * @throws invalid on `to` when the mail server refuses it; unavailable `email-not-sent` when it
   *   did not take it; conflict `email-superseded` when a retry is out of date, `customer-deleted`,
   *   `customer-erased`; unavailable.
   */
  email(id: number, input: QuotationEmailInput, context: CommandContext): Promise<SavedQuotation>;

  /**
   * The PDF of what the quotation says now; made when there is none of it yet.
   * @throws not-found; conflict `customer-deleted`, `customer-erased`.
   */
  pdf(id: number): Promise<OpenedPdf>;
  /** One PDF of 2 to 4 quotations of one customer. @throws invalid on `ids`. */
  comparisonPdf(ids: readonly number[]): Promise<OpenedPdf>;

  /**
   * The link by which its customer accepts it as it is now.
   * @throws not-found; conflict `quotation-accepted`, `quotation-withdrawn`, `quotation-expired`
   */
  link(id: number): Promise<QuotationLink>;
  /**
   * What a link shows to whom it was made out to.
   * @throws not-found where it is no link of ours; invalid `not-theirs`; `too-many`; conflict as
   *   `link`, and `quotation-changed`
   */
  offered(input: QuotationLinkInput): Promise<LinkedQuotation>;
  /** Accepts it in the name of its customer; nothing happens to one that is. @throws as `offered` */
  acceptByLink(
    input: QuotationLinkInput,
    correlationId: string,
  ): Promise<Written & { readonly quotation: LinkedQuotation }>;

  /** The best matches of a number in any spelling, or of any part of an insurer or a plate. */
  match(query: string): Promise<Matches<OwnedQuotationMatch>>;
  /** Pending ones whose last day is today or at most so many days later, those that end first. */
  endingSoon(withinDays: number, limit: number, only?: Narrowing): Promise<QuotationView[]>;
  cards(): Promise<QuotationCards>;

  /** A quotation at a moment, beside what it is now. */
  besideNow(id: number, moment: PastMoment): Promise<RecordBesideNow<QuotationView>>;
  /** Finishes conversions and emails that were broken off between two steps; their number. */
  recover(signal?: AbortSignal): Promise<number>;
  /** Removes stored PDFs that are out of date and that no email carried; their number. */
  sweep(signal?: AbortSignal): Promise<number>;

  /** The same for whom only the customers of a book, and what is theirs, exist. */
  within(book: Book): QuotationsOfBook;
}

/** Without what only the scheduler and other capabilities ask. */
export type QuotationsOfBook = Omit<Quotations, 'within' | 'recover' | 'sweep' | 'besideNow'>;

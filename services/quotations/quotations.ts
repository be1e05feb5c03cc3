import type { Readable } from 'node:stream';
import type { HistoryEntry } from '@insuremanager/contracts/history';
import type { BoundedCount, Page } from '@insuremanager/contracts/lists';
import type { PolicyInput } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type {
  QuotationEmailInput,
  QuotationInput,
  QuotationPatch,
} from '@insuremanager/contracts/quotations/quotationFields';
import type {
  QuotationCards,
  QuotationFilter,
  QuotationListRequest,
  QuotationView,
} from '@insuremanager/contracts/quotations/quotationViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import type { Matches, QuotationMatch } from '@insuremanager/contracts/search/searchViews';
import type { CommandContext } from '../platform/commands/command.js';
import type { LogPosition } from '../platform/eventLog/eventLog.js';
import type { PolicyReceipt } from '../policies/index.js';

/** What a command on a quotation answers. */
export interface QuotationReceipt {
  /** The quotation after the command, from the stream itself. */
  readonly quotation: QuotationView;
  readonly warnings: readonly Warning[];
  /** Where the read models must be to show it; null when nothing was written. */
  readonly position: LogPosition | null;
  /** True when this commandId had been carried out before. */
  readonly repeated: boolean;
}

/** What a conversion answers: both, and the later of the two positions. */
export interface Conversion {
  readonly quotation: QuotationView;
  readonly policy: PolicyReceipt['policy'];
  readonly warnings: readonly Warning[];
  readonly position: LogPosition | null;
  readonly repeated: boolean;
}

/** A PDF on its way to somebody. */
export interface OpenedPdf {
  /** Such as `QT-2026-27-15.pdf`. */
  readonly fileName: string;
  readonly content: Readable;
}

/** The capability "quotations". Every method may raise a Refusal. */
export interface Quotations {
  /** @throws invalid `customer-unknown`, `customer-erased`. */
  create(input: QuotationInput, context: CommandContext): Promise<QuotationReceipt>;
  /**
   * @throws conflict `quotation-converted`: what became a policy does not change any more;
   *   `customer-deleted`, `customer-erased`: nobody is left to whom something else could be offered.
   */
  update(id: number, patch: QuotationPatch, context: CommandContext): Promise<QuotationReceipt>;
  delete(
    id: number,
    context: CommandContext,
  ): Promise<Omit<QuotationReceipt, 'quotation' | 'warnings'>>;
  /**
   * Issues the policy that an accepted quotation becomes; once only, however often and by whomever
   * it is asked for. It warns (`differs-from-quotation`) where the policy is not what was quoted.
   * @throws conflict `quotation-not-accepted`, `already-converted` naming the policy; invalid
   *   `not-as-quoted` when kind or customer differ; and what issuing a policy throws.
   */
  convert(id: number, input: PolicyInput, context: CommandContext): Promise<Conversion>;
  /**
   * The kind of policy that it becomes, or has become, also when it was deleted since.
   * @throws not-found; stale-version when it becomes none of what was seen.
   */
  quotedKind(id: number, seen: Pick<CommandContext, 'expectedVersion'>): Promise<PolicyKind>;
  /**
   * Sends the PDF by email and records what became of it. Nothing is sent later by itself; a retry
   * with the same commandId sends the same message again unless it was sent or refused. It warns
   * (`past-validity`, `not-open`) when the quotation stands no longer.
   * @throws invalid on `to` when the mail server refuses it; unavailable `email-not-sent` when it did
   *   not take it; conflict `email-overtaken` when a retry is out of date, `customer-deleted`,
   *   `customer-erased`; unavailable.
   */
  email(id: number, input: QuotationEmailInput, context: CommandContext): Promise<QuotationReceipt>;

  /**
   * The PDF of what the quotation says now; made when there is none of it yet.
   * @throws not-found; conflict `customer-deleted`, `customer-erased`.
   */
  pdf(id: number): Promise<OpenedPdf>;
  /** One PDF of 2 to 4 quotations of one customer. @throws invalid on `ids`. */
  comparisonPdf(ids: readonly number[]): Promise<OpenedPdf>;

  list(request: QuotationListRequest): Promise<Page<QuotationView>>;
  /** Stops counting at 10,000. */
  count(filter: QuotationFilter): Promise<BoundedCount>;
  /** Null when unknown or deleted. */
  find(id: number): Promise<QuotationView | null>;
  /** Those of the quotations that are kept, in the order asked for. */
  some(ids: readonly number[]): Promise<QuotationView[]>;
  /** The best matches of a number in any spelling, or of any part of an insurer or a plate. */
  match(query: string): Promise<Matches<QuotationMatch>>;
  cards(): Promise<QuotationCards>;
  /** Every event in words, oldest first; also of a deleted quotation. @throws not-found */
  history(id: number): Promise<HistoryEntry[]>;
  /** The quotation at the end of a Kolkata day; null when there was none then. */
  asOf(id: number, day: Day): Promise<QuotationView | null>;

  /** Finishes conversions and emails that were broken off between two steps; their number. */
  mend(signal?: AbortSignal): Promise<number>;
  /** Removes stored PDFs that no quotation shows and no email carried; their number. */
  sweep(signal?: AbortSignal): Promise<number>;
}

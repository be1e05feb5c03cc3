import type { DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import type { PolicyKind, PolicyStatus } from '@insuremanager/contracts/policies/policyKinds';
import type { QuotationStatus } from '@insuremanager/contracts/quotations/quotationKinds';

/** A customer as the answers to its agent have told it. */
export interface AcknowledgedCustomer {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly city: string;
  readonly kycStatus: string;
  readonly isDeleted: boolean;
}

/** A term of a policy as the answers to its agent have told it. */
export interface AcknowledgedPolicy {
  readonly id: number;
  readonly kind: PolicyKind;
  readonly customerId: number;
  /** Null when the last answer was about another term of its policy. */
  readonly version: number | null;
  readonly policyNumber: string;
  readonly premiumAmount: string;
  readonly startDate: string;
  readonly status: PolicyStatus;
  /** As it stood before it was renewed. */
  readonly statusBefore: PolicyStatus | null;
  readonly chainId: number;
  readonly predecessorId: number | null;
  readonly successorId: number | null;
  readonly quotationId: number | null;
  readonly isDeleted: boolean;
}

/** A quotation as the answers to its agent have told it. */
export interface AcknowledgedQuotation {
  readonly id: number;
  readonly customerId: number;
  readonly version: number;
  readonly quotationNumber: string;
  readonly insuranceType: PolicyKind;
  readonly premiumAmount: string;
  readonly status: QuotationStatus;
  readonly notes: string | null;
  readonly policyId: number | null;
  readonly emailedAt: string | null;
  readonly isDeleted: boolean;
}

/** A document as the answers to its agent have told it. */
export interface AcknowledgedDocument {
  readonly id: number;
  readonly customerId: number;
  readonly documentType: DocumentType;
  readonly fileName: string;
  readonly fileSize: number;
  readonly version: number;
  /** Of the file that its agent sent, in hexadecimal digits. */
  readonly sha256: string;
  readonly isDeleted: boolean;
}

/** What a command must have left in the log. */
export interface AcknowledgedCommand {
  readonly key: string;
  /** That of the quotation, when it became a policy. */
  readonly stream: string;
  readonly events: number;
  /** Of its first event, where there is only one that it can be. */
  readonly type: string | null;
}

/** What several agents have been answered. */
export interface Book {
  readonly commands: AcknowledgedCommand[];
  readonly customers: Map<number, AcknowledgedCustomer>;
  readonly policies: Map<number, AcknowledgedPolicy>;
  readonly quotations: Map<number, AcknowledgedQuotation>;
  readonly documents: Map<number, AcknowledgedDocument>;
  /** Commands whose agents went away without an answer: in the log once or not at all. */
  readonly givenUp: AcknowledgedCommand[];
  /** Policies that such commands were about, on both sides of the renewal. */
  readonly uncertain: Set<number>;
  /** Quotations whose agents went away from their conversion. */
  readonly perhapsConverted: Set<number>;
  /** Races of two agents that one of them has won. */
  races: number;
}

export const newBook = (): Book => ({
  commands: [],
  customers: new Map(),
  policies: new Map(),
  quotations: new Map(),
  documents: new Map(),
  givenUp: [],
  uncertain: new Set(),
  perhapsConverted: new Set(),
  races: 0,
});

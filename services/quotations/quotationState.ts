import type {
  QuotationEvent,
  QuotationOffer,
  QuotationParticulars,
} from '@insuremanager/contracts/quotations/quotationEvents';
import type { QuotationStatus } from '@insuremanager/contracts/quotations/quotationKinds';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';

/** A quotation, as its stream tells. */
export interface QuotationRecord {
  readonly id: number;
  readonly customerId: number;
  readonly quotationNumber: string;
  readonly status: QuotationStatus;
  readonly offer: QuotationOffer;
  /** Null once the customer has been erased. */
  readonly particulars: QuotationParticulars | null;
  /** The policy that it became. */
  readonly policyId: number | null;
  readonly emails: readonly QuotationEmail[];
  /** When one was last sent. */
  readonly emailedAt: Date | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** The revision of the event that last changed what the PDF shows. */
  readonly shownVersion: number;
}

/** An email that carries it, the oldest first. */
export interface QuotationEmail {
  readonly id: string;
  /** Whose key opens the PDF, and who is greeted. */
  readonly customerId: number;
  readonly fileKey: string;
  /** Null once the customer has been erased. */
  readonly letter: { readonly to: string; readonly message: string | null } | null;
  readonly requestedAt: Date;
  /** What the PDF shows is what the quotation said at this revision. */
  readonly shownVersion: number;
  readonly outcome: EmailOutcome | 'open';
}

/** What last became of an email; after `unreachable`, whoever asked for it may try again. */
export type EmailOutcome = 'sent' | 'refused' | 'unreachable' | 'overtaken';

export type Quotation =
  | { readonly phase: 'unknown' }
  | { readonly phase: 'kept'; readonly record: QuotationRecord }
  | { readonly phase: 'deleted'; readonly record: QuotationRecord };

export const initialQuotation: Quotation = { phase: 'unknown' };

/** What happened, told as what is. What was under way when it was deleted may still come to its end. */
export const evolveQuotation = (
  quotation: Quotation,
  event: RecordedEvent<QuotationEvent>,
): Quotation => {
  if (event.type === 'QuotationCreated') return created(event);
  if (quotation.phase === 'unknown') return quotation;
  const { record } = quotation;
  const becomes = (change: Partial<QuotationRecord>): Quotation => ({
    ...quotation,
    record: { ...record, ...change, changedAt: event.at },
  });
  const shows = (change: Partial<QuotationRecord>): Quotation =>
    becomes({ ...change, shownVersion: Number(event.revision) });
  switch (event.type) {
    case 'QuotationChanged': {
      const { offer, personal } = event.data;
      const { particulars } = record;
      return shows({
        offer: { ...record.offer, ...offer },
        particulars: particulars && personal ? { ...particulars, ...personal } : null,
      });
    }
    case 'QuotationCustomerChanged':
      return shows({ customerId: event.data.customerId, particulars: event.data.personal });
    case 'QuotationStatusSet':
      return shows({ status: event.data.to });
    case 'QuotationEmailRequested': {
      const { emailId: id, customerId, fileKey, personal: letter } = event.data;
      const { shownVersion } = record;
      const order = { id, customerId, fileKey, letter, requestedAt: event.at, shownVersion };
      return becomes({ emails: [...record.emails, { ...order, outcome: 'open' }] });
    }
    case 'QuotationEmailed': {
      const emails = withOutcome(record, event.data.emailId, 'sent');
      return becomes({ emails, emailedAt: event.at });
    }
    case 'QuotationEmailFailed':
      return becomes({ emails: withOutcome(record, event.data.emailId, event.data.reason) });
    case 'QuotationConverted':
      return becomes({ policyId: event.data.policyId });
    case 'QuotationDeleted':
      return { phase: 'deleted', record: { ...record, changedAt: event.at } };
    default:
      return unreachable(event);
  }
};

const withOutcome = (
  { emails }: QuotationRecord,
  emailId: string,
  outcome: EmailOutcome,
): QuotationEmail[] =>
  emails.map((email) => (email.id === emailId ? { ...email, outcome } : email));

const created = ({
  data,
  at,
  revision,
}: RecordedEvent<Extract<QuotationEvent, { type: 'QuotationCreated' }>>): Quotation => ({
  phase: 'kept',
  record: {
    id: data.quotationId,
    customerId: data.customerId,
    quotationNumber: data.quotationNumber,
    status: data.status,
    offer: data.offer,
    particulars: data.personal,
    policyId: null,
    emails: [],
    emailedAt: null,
    createdAt: at,
    changedAt: at,
    shownVersion: Number(revision),
  },
});

/** Events of emails: they change nothing that a form or the PDF shows. */
export const isOfEmail = ({ type }: QuotationEvent): boolean =>
  type === 'QuotationEmailRequested' ||
  type === 'QuotationEmailed' ||
  type === 'QuotationEmailFailed';

const unreachable = (value: never): never => {
  throw new Error(`No case for ${JSON.stringify(value)}`);
};

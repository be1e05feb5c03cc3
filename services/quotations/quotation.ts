import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import {
  QUOTATION_OFFER_FIELDS,
  QUOTATION_PARTICULARS,
  QuotationAcceptedByLink,
  QuotationChanged,
  QuotationConverted,
  QuotationCreated,
  QuotationCustomerChanged,
  QuotationDeleted,
  QuotationEmailed,
  QuotationEmailFailed,
  QuotationEmailRequested,
  type QuotationEvent,
  type QuotationField,
  type QuotationOffer,
  type QuotationParticulars,
  QuotationStatusSet,
} from '@insuremanager/contracts/quotations/quotationEvents';
import {
  ofItsType,
  type QuotationInput,
  type QuotationPatch,
} from '@insuremanager/contracts/quotations/quotationFields';
import type { QuotationStatus } from '@insuremanager/contracts/quotations/quotationKinds';
import { gstClassOf, validUntil } from '@insuremanager/contracts/quotations/quotationTerm';
import { type GstRate, gstRateOn } from '@insuremanager/contracts/rules/gst';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { Decider } from '../platform/commands/command.js';
import { conflict, notFound } from '../platform/errors.js';
import type { RecordState } from '../platform/records/recordService.js';
import { unreachable } from '../platform/unreachable.js';

/** A quotation, folded from its stream. */
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
  /** Of that email: it reached a folder, as there was no mail server. */
  readonly isEmailKept: boolean | null;
  /** What its customer accepted by a link, and what the PDF shows since. */
  readonly acceptedByLink: { readonly edition: number; readonly pdfVersion: number } | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** The revision of the event that last changed what the PDF shows. */
  readonly pdfVersion: number;
}

/** An email that carries the quotation, the oldest first. */
export interface QuotationEmail {
  readonly id: string;
  /** Whose key opens the PDF, and who is greeted. */
  readonly customerId: number;
  readonly fileKey: string;
  /** Null once the customer has been erased. */
  readonly letter: { readonly to: string; readonly message: string | null } | null;
  readonly requestedAt: Date;
  /** Of the quotation when the email was requested. */
  readonly pdfVersion: number;
  readonly outcome: EmailOutcome | 'open';
}

/** What last became of an email; after `unreachable`, whoever requested it may try again. */
export type EmailOutcome = 'sent' | 'refused' | 'unreachable' | 'overtaken';

export type Quotation = RecordState<QuotationRecord>;

export type QuotationCommand =
  | ({ type: 'CreateQuotation'; id: number; number: string; input: QuotationInput } & TaxedOn)
  | ({
      type: 'UpdateQuotation';
      id: number;
      patch: QuotationPatch;
      /** The customer to whom it is made out, when that one was deleted. */
      deletedCustomerId: number | null;
    } & TaxedOn)
  /** The customer, under the name that they typed, as of the version that they saw. */
  | { type: 'AcceptByLink'; id: number; edition: number; name: string; today: Day }
  | { type: 'RequestEmail'; id: number; email: RequestedEmail }
  | { type: 'RecordEmail'; id: number; emailId: string; outcome: EmailOutcome; isKept?: boolean }
  | { type: 'LinkPolicy'; id: number; policy: LinkedPolicy }
  | { type: 'DeleteQuotation'; id: number };

/** What the tax of an offer follows from. */
interface TaxedOn {
  readonly today: Day;
  /** What the agency has added to the statutory rates. */
  readonly gstRates: readonly GstRate[];
}

type CommandOf<Type extends QuotationCommand['type']> = Extract<QuotationCommand, { type: Type }>;

/** An email that is about to be sent. */
export interface RequestedEmail {
  readonly id: string;
  readonly to: string;
  readonly message: string | null;
  /** The PDF, and the version of the quotation that it shows. */
  readonly fileKey: string;
  readonly pdfVersion: number;
}

/** The policy that a quotation has become. */
export interface LinkedPolicy {
  readonly id: number;
  readonly kind: PolicyKind;
  /** Whose it is; null when it was deleted since. */
  readonly customerId: number | null;
}

/** A deleted quotation goes on: what was under way then may still come to its end. */
const evolve = (quotation: Quotation, event: RecordedEvent<QuotationEvent>): Quotation => {
  const { at, revision } = event;
  if (event.type === 'QuotationCreated') {
    const { quotationId: id, customerId, quotationNumber, status, offer, personal } = event.data;
    const named = { id, customerId, quotationNumber, status, offer, particulars: personal };
    const dated = { createdAt: at, changedAt: at, pdfVersion: Number(revision) };
    return { phase: 'existing', record: { ...NEW_RECORD, ...named, ...dated } };
  }
  if (quotation.phase === 'unknown') return quotation;
  const { record } = quotation;
  const changed = (change: Partial<QuotationRecord>): Quotation => ({
    ...quotation,
    record: { ...record, ...change, changedAt: at },
  });
  const pdfChanged = (change: Partial<QuotationRecord>): Quotation =>
    changed({ ...change, pdfVersion: Number(revision) });
  switch (event.type) {
    case 'QuotationChanged': {
      const { offer, personal } = event.data;
      const { particulars } = record;
      return pdfChanged({
        offer: { ...record.offer, ...offer },
        particulars: particulars && personal ? { ...particulars, ...personal } : null,
      });
    }
    case 'QuotationCustomerChanged':
      return pdfChanged({ customerId: event.data.customerId, particulars: event.data.personal });
    case 'QuotationStatusSet':
      return pdfChanged({ status: event.data.to });
    case 'QuotationAcceptedByLink':
      return pdfChanged({
        status: 'accepted',
        acceptedByLink: { edition: record.pdfVersion, pdfVersion: Number(revision) },
      });
    case 'QuotationEmailRequested': {
      const { emailId: id, customerId, fileKey, personal: letter } = event.data;
      const { emails, pdfVersion } = record;
      const email = { id, customerId, fileKey, letter, requestedAt: at, pdfVersion };
      return changed({ emails: [...emails, { ...email, outcome: 'open' }] });
    }
    case 'QuotationEmailed':
      return changed({
        emails: withOutcome(record, event.data.emailId, 'sent'),
        emailedAt: at,
        isEmailKept: event.data.isKept,
      });
    case 'QuotationEmailFailed':
      return changed({ emails: withOutcome(record, event.data.emailId, event.data.reason) });
    case 'QuotationConverted':
      return changed({ policyId: event.data.policyId });
    case 'QuotationDeleted':
      return { phase: 'deleted', record: { ...record, changedAt: at } };
    default:
      return unreachable(event);
  }
};

const NEW_RECORD = {
  ...{ policyId: null, emails: [], emailedAt: null, isEmailKept: null, acceptedByLink: null },
} as const;

const withOutcome = (
  { emails }: QuotationRecord,
  emailId: string,
  outcome: EmailOutcome,
): QuotationEmail[] =>
  emails.map((email) => (email.id === emailId ? { ...email, outcome } : email));

const decide = (command: QuotationCommand, quotation: Quotation): QuotationEvent[] => {
  switch (command.type) {
    case 'CreateQuotation':
      return create(command, quotation);
    case 'UpdateQuotation':
      return update(command, requireExisting(quotation, command.id));
    case 'AcceptByLink':
      return acceptByLink(command, requireExisting(quotation, command.id));
    case 'RequestEmail':
      return requestEmail(command.email, requireExisting(quotation, command.id));
    case 'RecordEmail':
      return recordEmail(command, quotation);
    case 'LinkPolicy':
      return linkPolicy(command, quotation);
    case 'DeleteQuotation':
      return [QuotationDeleted({ quotationId: requireExisting(quotation, command.id).id })];
    default:
      return unreachable(command);
  }
};

export const quotationDecider: Decider<Quotation, QuotationCommand, QuotationEvent> = {
  initial: { phase: 'unknown' },
  evolve,
  decide,
};

const create = (
  { id, number, input, ...taxedOn }: CommandOf<'CreateQuotation'>,
  quotation: Quotation,
): QuotationEvent[] => {
  if (quotation.phase !== 'unknown') {
    throw conflict('quotation-exists', 'This quotation has been created already.');
  }
  const { customerId, status, ...quoted } = input;
  const terms = taxed(quoted, taxedOn);
  return [
    QuotationCreated({
      quotationId: id,
      customerId,
      quotationNumber: number,
      status,
      offer: pick(terms, QUOTATION_OFFER_FIELDS),
      personal: pick(terms, QUOTATION_PARTICULARS),
    }),
  ];
};

/** The offer, its customer and its status. Nothing more is offered to a deleted customer. */
const update = (
  { patch, deletedCustomerId, ...taxedOn }: CommandOf<'UpdateQuotation'>,
  record: QuotationRecord,
): QuotationEvent[] => {
  const { id: quotationId, policyId } = record;
  if (policyId !== null) {
    const message = 'This quotation became a policy and can no longer be changed.';
    throw conflict('quotation-converted', message);
  }
  const { customerId = record.customerId, status, ...wanted } = patch;
  const before = requireTerms(record);
  const after = changedTerms(before, wanted, taxedOn);
  const offerFields = QUOTATION_OFFER_FIELDS.filter((field) => before[field] !== after[field]);
  const personalFields = QUOTATION_PARTICULARS.filter((field) => before[field] !== after[field]);
  const fields = [...offerFields, ...personalFields];
  const events = customerChanged(customerId, record);
  if (fields.length > 0) {
    if (customerId === deletedCustomerId) throw customerDeleted();
    const offer = pick(after, offerFields);
    const personal = pick(after, personalFields);
    events.push(QuotationChanged({ quotationId, customerId, fields, offer, personal }));
  }
  if (status) events.push(...statusSet(status, record));
  return events;
};

const customerChanged = (customerId: number, record: QuotationRecord): QuotationEvent[] => {
  const { id: quotationId, customerId: formerCustomerId, particulars: personal } = record;
  if (customerId === formerCustomerId) return [];
  return [QuotationCustomerChanged({ quotationId, customerId, formerCustomerId, personal })];
};

const statusSet = (
  to: QuotationStatus,
  { id: quotationId, status: from }: QuotationRecord,
): QuotationEvent[] => (to === from ? [] : [QuotationStatusSet({ quotationId, from, to })]);

interface AcceptedAs {
  /** The `pdfVersion` that was offered. */
  readonly edition: number;
  readonly today: Day;
}

/** @throws Refusal that says plainly why an offer does not stand any more */
export const requireAcceptable = (
  { status, particulars, pdfVersion, createdAt, offer }: QuotationRecord,
  { edition, today }: AcceptedAs,
): void => {
  if (status === 'accepted') {
    throw conflict('quotation-accepted', 'This quotation has been accepted already.');
  }
  if (status === 'rejected' || particulars === null) {
    const message = 'This quotation has been withdrawn. Please ask us for another.';
    throw conflict('quotation-withdrawn', message);
  }
  if (status === 'expired' || validUntil(createdAt, offer.validityDays) < today) {
    const message = 'This quotation is not valid any more. Please ask us for another.';
    throw conflict('quotation-expired', message);
  }
  if (edition !== pdfVersion) {
    const message =
      'This quotation was changed after we sent the link. Please ask us for a new one.';
    throw conflict(QUOTATION_CHANGED, message);
  }
};

/** Whether its customer has accepted just that by a link, and nothing was changed since. */
export const isAcceptedAs = (
  { status, acceptedByLink, pdfVersion }: QuotationRecord,
  edition: number,
): boolean =>
  status === 'accepted' &&
  acceptedByLink?.edition === edition &&
  acceptedByLink.pdfVersion === pdfVersion;

/** Once: what is accepted already stays as it is. */
const acceptByLink = (
  { name, ...accepted }: CommandOf<'AcceptByLink'>,
  record: QuotationRecord,
): QuotationEvent[] => {
  const { id: quotationId, customerId, status: from } = record;
  if (isAcceptedAs(record, accepted.edition)) return [];
  requireAcceptable(record, accepted);
  return [QuotationAcceptedByLink({ quotationId, customerId, from, personal: { name } })];
};

const requestEmail = (
  { id: emailId, to, message, fileKey, pdfVersion }: RequestedEmail,
  record: QuotationRecord,
): QuotationEvent[] => {
  const { id: quotationId, customerId } = record;
  // A PDF of an earlier version is not sent: a new one is made first.
  if (pdfVersion !== record.pdfVersion) {
    const message = 'The quotation was changed at the same moment. Please try again.';
    throw conflict(QUOTATION_CHANGED, message);
  }
  const personal = { to, message };
  return [QuotationEmailRequested({ quotationId, customerId, emailId, fileKey, personal })];
};

/** The code of a refusal after which a command is to be prepared anew. */
export const QUOTATION_CHANGED = 'quotation-changed';

/**
 * Never refused: the email was sent or not. That it was sent stands, whoever found out; another
 * outcome is recorded only where there is none yet, or after a try that could not be sent.
 */
const recordEmail = (
  { emailId, outcome, isKept = false }: CommandOf<'RecordEmail'>,
  quotation: Quotation,
): QuotationEvent[] => {
  if (quotation.phase === 'unknown') return [];
  const { id: quotationId, emails } = quotation.record;
  const last = emails.find(({ id }) => id === emailId)?.outcome;
  if (last === undefined || last === 'sent' || last === outcome) return [];
  if (outcome === 'sent') return [QuotationEmailed({ quotationId, emailId, isKept })];
  const mayFail = last === 'open' || last === 'unreachable';
  return mayFail ? [QuotationEmailFailed({ quotationId, emailId, reason: outcome })] : [];
};

/**
 * The policy exists, whatever was done to the quotation while it was being issued: the quotation
 * records it, also when it was deleted. It is made out to the policyholder again, and accepted, as
 * it was when it was converted.
 */
const linkPolicy = (
  { id, policy }: CommandOf<'LinkPolicy'>,
  quotation: Quotation,
): QuotationEvent[] => {
  if (quotation.phase === 'unknown') throw notFound('quotation', id);
  const { phase, record } = quotation;
  if (record.policyId !== null) return [];
  const ids = { quotationId: id, policyId: policy.id };
  const converted = QuotationConverted({ ...ids, policyKind: policy.kind });
  if (phase === 'deleted') return [converted];
  const { customerId } = policy;
  // Nothing is left of an erased customer's particulars that could be encrypted for somebody else.
  const isMoved = customerId !== null && record.particulars !== null;
  return [
    ...(isMoved ? customerChanged(customerId, record) : []),
    ...statusSet('accepted', record),
    converted,
  ];
};

const requireExisting = (quotation: Quotation, id: number): QuotationRecord => {
  if (quotation.phase !== 'existing') throw notFound('quotation', id);
  return quotation.record;
};

/** Everything that a quotation says of what is offered. */
type QuotedTerms = QuotationOffer & QuotationParticulars;

/** @throws Refusal when the customer has been erased: what was offered is unknown then. */
const requireTerms = ({ offer, particulars }: QuotationRecord): QuotedTerms => {
  if (particulars) return { ...offer, ...particulars };
  throw customerErased('nothing can be changed');
};

/** With the tax in force that day. */
const taxed = (terms: Omit<QuotedTerms, 'gstRate'>, { today, gstRates }: TaxedOn): QuotedTerms => ({
  ...terms,
  gstRate: gstRateOn(gstClassOf(terms), today, gstRates),
});

/** A change of these is a new quote, with the tax of its day. */
const TAXED = ['premiumAmount', 'insuranceType', 'policyType'] as const;

/**
 * Another type of insurance drops the fields of the one before; fields of the other are ignored.
 */
const changedTerms = (
  before: QuotedTerms,
  wanted: Partial<QuotedTerms>,
  taxedOn: TaxedOn,
): QuotedTerms => {
  const merged = { ...before, ...wanted };
  const after = ofItsType(merged.insuranceType, merged);
  return TAXED.some((field) => before[field] !== after[field]) ? taxed(after, taxedOn) : after;
};

const pick = <Field extends QuotationField>(
  terms: QuotedTerms,
  fields: readonly Field[],
): Pick<QuotedTerms, Field> =>
  Object.fromEntries(fields.map((field) => [field, terms[field]])) as Pick<QuotedTerms, Field>;

/** Deleted: nothing is sent to them, and nothing is offered to them any more. */
export const customerDeleted = () =>
  conflict('customer-deleted', 'The customer of this quotation has been deleted.');

/** Erased: who they were is lost, and what of the quotation was personal. */
export const customerErased = (consequence: string) =>
  conflict('customer-erased', `The customer has been erased; ${consequence}.`);

/** Events of emails: they change nothing that a form or the PDF shows. */
export const isOfEmail = ({ type }: QuotationEvent): boolean =>
  type === 'QuotationEmailRequested' ||
  type === 'QuotationEmailed' ||
  type === 'QuotationEmailFailed';

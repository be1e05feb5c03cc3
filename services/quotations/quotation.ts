import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import {
  QuotationChanged,
  QuotationConverted,
  QuotationCreated,
  QuotationCustomerChanged,
  QuotationDeleted,
  QuotationEmailed,
  QuotationEmailFailed,
  QuotationEmailRequested,
  type QuotationEvent,
  QuotationStatusSet,
} from '@insuremanager/contracts/quotations/quotationEvents';
import type {
  QuotationInput,
  QuotationPatch,
} from '@insuremanager/contracts/quotations/quotationFields';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Decider } from '../platform/commands/command.js';
import { conflict, notFound } from '../platform/errors.js';
import { deletedCustomer } from './lostCustomer.js';
import {
  changedFields,
  changedOffer,
  newOffer,
  offerOf,
  only,
  partsOf,
} from './quotationOffers.js';
import {
  type EmailOutcome,
  evolveQuotation,
  initialQuotation,
  type Quotation,
  type QuotationRecord,
} from './quotationState.js';

export type QuotationCommand =
  | {
      type: 'CreateQuotation';
      id: number;
      number: string;
      input: QuotationInput;
      today: Day;
    }
  | {
      type: 'UpdateQuotation';
      id: number;
      patch: QuotationPatch;
      today: Day;
      /** Of the customer to whom it is made out, when that one was deleted. */
      deletedCustomerId: number | null;
    }
  | { type: 'RequestEmail'; id: number; email: RequestedEmail }
  | { type: 'RecordEmail'; id: number; emailId: string; outcome: EmailOutcome }
  | { type: 'LinkPolicy'; id: number; policy: BornPolicy }
  | { type: 'DeleteQuotation'; id: number };

/** An email that is about to be sent. */
export interface RequestedEmail {
  readonly id: string;
  readonly to: string;
  readonly message: string | null;
  /** The PDF, and the version of the quotation and the customer for which it was made. */
  readonly fileKey: string;
  readonly shownVersion: number;
}

/** The policy that a quotation has become. */
export interface BornPolicy {
  readonly id: number;
  readonly kind: PolicyKind;
  /** Whose it is; null when it was deleted since. */
  readonly customerId: number | null;
}

const decide = (command: QuotationCommand, quotation: Quotation): QuotationEvent[] => {
  switch (command.type) {
    case 'CreateQuotation':
      return create(command, quotation);
    case 'UpdateQuotation':
      return update(command, kept(quotation, command.id));
    case 'RequestEmail':
      return requestEmail(command.email, kept(quotation, command.id));
    case 'RecordEmail':
      return recordEmail(command, quotation);
    case 'LinkPolicy':
      return linkPolicy(command, quotation);
    case 'DeleteQuotation':
      return [QuotationDeleted({ quotationId: kept(quotation, command.id).id })];
    default:
      return unreachable(command);
  }
};

export const quotationDecider: Decider<Quotation, QuotationCommand, QuotationEvent> = {
  initial: initialQuotation,
  evolve: evolveQuotation,
  decide,
};

const create = (
  { id, number, input, today }: Extract<QuotationCommand, { type: 'CreateQuotation' }>,
  quotation: Quotation,
): QuotationEvent[] => {
  if (quotation.phase !== 'unknown') {
    throw conflict('quotation-exists', 'This quotation has been created already.');
  }
  const { customerId, status } = input;
  const { offer, particulars: personal } = partsOf(newOffer(input, today));
  return [
    QuotationCreated({
      quotationId: id,
      customerId,
      quotationNumber: number,
      status,
      offer,
      personal,
    }),
  ];
};

/** The form: the offer, for whom it is made out, and the status. Nobody who is gone is offered more. */
const update = (
  { patch, today, deletedCustomerId }: Extract<QuotationCommand, { type: 'UpdateQuotation' }>,
  record: QuotationRecord,
): QuotationEvent[] => {
  const { id: quotationId, policyId } = record;
  if (policyId !== null) {
    const message = `This quotation became policy ${policyId} and does not change any more.`;
    throw conflict('quotation-converted', message);
  }
  const { customerId = record.customerId, status, ...wanted } = patch;
  const before = offerOf(record);
  const after = changedOffer(before, wanted, today);
  const fields = changedFields(before, after);
  const events = madeOutTo(customerId, record);
  if (fields.length > 0) {
    if (customerId === deletedCustomerId) throw deletedCustomer();
    const { offer, particulars: personal } = only(fields, after);
    events.push(QuotationChanged({ quotationId, customerId, fields, offer, personal }));
  }
  if (status) events.push(...withStatus(status, record));
  return events;
};

const madeOutTo = (customerId: number, record: QuotationRecord): QuotationEvent[] => {
  const { id: quotationId, customerId: formerCustomerId, particulars: personal } = record;
  if (customerId === formerCustomerId) return [];
  return [QuotationCustomerChanged({ quotationId, customerId, formerCustomerId, personal })];
};

const withStatus = (
  to: QuotationRecord['status'],
  { id: quotationId, status: from }: QuotationRecord,
): QuotationEvent[] => (to === from ? [] : [QuotationStatusSet({ quotationId, from, to })]);

const requestEmail = (
  { id: emailId, to, message, fileKey, shownVersion }: RequestedEmail,
  record: QuotationRecord,
): QuotationEvent[] => {
  const { id: quotationId, customerId } = record;
  // A PDF of what it says no longer is not sent: it is made anew first.
  if (shownVersion !== record.shownVersion) {
    const message = 'The quotation was changed at the same moment. Please try again.';
    throw conflict(QUOTATION_MOVED, message);
  }
  const personal = { to, message };
  return [QuotationEmailRequested({ quotationId, customerId, emailId, fileKey, personal })];
};

/** The code of a refusal after which a command is to be prepared anew. */
export const QUOTATION_MOVED = 'quotation-moved';

/**
 * What became of an email is asked of nobody. That it was sent stands, whoever found out; another
 * outcome is of one that has none yet, or that could not be sent at an earlier try.
 */
const recordEmail = (
  { emailId, outcome }: Extract<QuotationCommand, { type: 'RecordEmail' }>,
  quotation: Quotation,
): QuotationEvent[] => {
  if (quotation.phase === 'unknown') return [];
  const { id: quotationId, emails } = quotation.record;
  const known = emails.find(({ id }) => id === emailId)?.outcome;
  if (known === undefined || known === 'sent' || known === outcome) return [];
  if (outcome === 'sent') return [QuotationEmailed({ quotationId, emailId })];
  const mayFail = known === 'open' || known === 'unreachable';
  return mayFail ? [QuotationEmailFailed({ quotationId, emailId, reason: outcome })] : [];
};

/**
 * The policy is there, whatever was done to the quotation while it was being issued: it says so, also
 * when it was deleted. It is the policy's customer's, and accepted, as it was when it was converted.
 */
const linkPolicy = (
  { id, policy }: Extract<QuotationCommand, { type: 'LinkPolicy' }>,
  quotation: Quotation,
): QuotationEvent[] => {
  if (quotation.phase === 'unknown') throw notFound('quotation', id);
  const { phase, record } = quotation;
  if (record.policyId !== null) return [];
  const converted = QuotationConverted({
    quotationId: id,
    policyId: policy.id,
    policyKind: policy.kind,
  });
  if (phase === 'deleted') return [converted];
  const { customerId } = policy;
  // Of somebody who was erased meanwhile nothing is left that could be sealed anew.
  const isMoved = customerId !== null && record.particulars !== null;
  return [
    ...(isMoved ? madeOutTo(customerId, record) : []),
    ...withStatus('accepted', record),
    converted,
  ];
};

const kept = (quotation: Quotation, id: number): QuotationRecord => {
  if (quotation.phase !== 'kept') throw notFound('quotation', id);
  return quotation.record;
};

const unreachable = (value: never): never => {
  throw new Error(`No case for ${JSON.stringify(value)}`);
};

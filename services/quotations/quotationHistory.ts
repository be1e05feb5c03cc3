import type { FieldChange, HistoryEntry } from '@insuremanager/contracts/history';
import {
  QUOTATION_OFFER_FIELDS,
  QUOTATION_PARTICULARS,
  type QuotationEvent,
  type QuotationField,
} from '@insuremanager/contracts/quotations/quotationEvents';
import { QUOTATION_LABELS } from '@insuremanager/contracts/quotations/quotationFields';
import type { QuotationStatus } from '@insuremanager/contracts/quotations/quotationKinds';
import { shownMoney } from '@insuremanager/contracts/rules/money';
import { shownPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { ERASED, type Telling, toldHistory } from '../platform/history.js';
import { listed } from '../platform/listed.js';
import { quotationDecider } from './quotation.js';
import type { EmailOutcome, Quotation, QuotationRecord } from './quotationState.js';

/** Every event of a quotation in words, oldest first, each with what it changed from and to. */
export const quotationHistory = (
  events: readonly RecordedEvent<QuotationEvent>[],
): HistoryEntry[] =>
  toldHistory(events, quotationDecider, (event, before, after) =>
    tellingOf(event, recordOf(before), recordOf(after)),
  );

const recordOf = (quotation: Quotation): QuotationRecord | null =>
  quotation.phase === 'unknown' ? null : quotation.record;

const STATUS_SET: Record<QuotationStatus, string> = {
  pending: 'Set back to pending',
  accepted: 'Accepted',
  rejected: 'Rejected',
  expired: 'Marked as expired',
};

const EMAIL_FAILED: Record<Exclude<EmailOutcome, 'sent'>, string> = {
  refused: 'was refused by the mail server',
  unreachable: 'could not be sent',
  overtaken: 'was out of date, and not tried again',
};

function tellingOf(
  event: QuotationEvent,
  before: QuotationRecord | null,
  after: QuotationRecord | null,
): Telling {
  switch (event.type) {
    case 'QuotationCreated': {
      const { quotationNumber, status } = event.data;
      const changes = fieldChanges(ALL_FIELDS, null, after).filter((one) => one.after !== null);
      const summary = `Quotation ${quotationNumber} created`;
      return { summary, changes: [...changes, changed('status', null, status)] };
    }
    case 'QuotationChanged': {
      const changes = fieldChanges(event.data.fields, before, after);
      return { summary: `${listed(changes.map(({ label }) => label))} changed`, changes };
    }
    case 'QuotationCustomerChanged': {
      const { formerCustomerId, customerId } = event.data;
      return {
        summary: `Made out to customer ${customerId} instead of customer ${formerCustomerId}`,
        changes: [changed('customerId', `${formerCustomerId}`, `${customerId}`)],
      };
    }
    case 'QuotationStatusSet': {
      const { from, to } = event.data;
      return { summary: STATUS_SET[to], changes: [changed('status', from, to)] };
    }
    case 'QuotationEmailRequested':
      return { summary: `Email to ${event.data.personal?.to ?? ERASED} asked for`, changes: [] };
    case 'QuotationEmailed':
      return { summary: `Emailed to ${addressOf(event.data.emailId, after)}`, changes: [] };
    case 'QuotationEmailFailed': {
      const { emailId, reason } = event.data;
      const summary = `Email to ${addressOf(emailId, after)} ${EMAIL_FAILED[reason]}`;
      return { summary, changes: [] };
    }
    case 'QuotationConverted':
      return { summary: `Became policy ${event.data.policyId}`, changes: [] };
    case 'QuotationDeleted':
      return { summary: 'Quotation deleted', changes: [] };
  }
}

/** Only the request names the address, sealed with the customer's key. */
const addressOf = (emailId: string, record: QuotationRecord | null): string =>
  record?.emails.find(({ id }) => id === emailId)?.letter?.to ?? ERASED;

const isField = (field: string): field is QuotationField =>
  [...QUOTATION_OFFER_FIELDS, ...QUOTATION_PARTICULARS].some((one) => one === field);

const ALL_FIELDS = Object.keys(QUOTATION_LABELS).filter(isField);

const fieldChanges = (
  fields: readonly QuotationField[],
  before: QuotationRecord | null,
  after: QuotationRecord | null,
): FieldChange[] =>
  ALL_FIELDS.filter((field) => fields.includes(field)).map((field) =>
    changed(field, before && shownValue(before, field), after && shownValue(after, field)),
  );

const changed = (
  field: keyof typeof QUOTATION_LABELS,
  before: string | null,
  after: string | null,
): FieldChange => ({ field, label: QUOTATION_LABELS[field], before, after });

/** A value as people read it. */
function shownValue({ offer, particulars }: QuotationRecord, field: QuotationField): string | null {
  if (field === 'vehicleNumber' || field === 'notes') {
    if (!particulars) return ERASED;
    const value = particulars[field];
    return value !== null && field === 'vehicleNumber' ? shownPlate(value) : value;
  }
  const value = offer[field];
  if (value === null) return null;
  switch (field) {
    case 'sumAssured':
    case 'premiumAmount':
    case 'serviceCharges':
      return shownMoney(Number(value));
    case 'gstRate':
      return `${value} %`;
    default:
      return String(value);
  }
}

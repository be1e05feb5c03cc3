import { ERASED, type FieldChange, type HistoryEntry } from '@insuremanager/contracts/history';
import {
  QUOTATION_OFFER_FIELDS,
  QUOTATION_PARTICULARS,
  type QuotationEvent,
  type QuotationField,
} from '@insuremanager/contracts/quotations/quotationEvents';
import {
  QUOTATION_LABELS,
  quotationFields,
} from '@insuremanager/contracts/quotations/quotationFields';
import type { QuotationStatus } from '@insuremanager/contracts/quotations/quotationKinds';
import { EMAIL_KEPT } from '@insuremanager/contracts/rules/emailKept';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { describeHistory, type EventDescription, fieldChange } from '../platform/history.js';
import { listed } from '../platform/listed.js';
import type { EmailOutcome, Quotation, QuotationRecord } from './quotation.js';
import { quotationDecider } from './quotation.js';

/** Every event of a quotation in words, oldest first, each with what it changed from and to. */
export const quotationHistory = (
  events: readonly RecordedEvent<QuotationEvent>[],
): HistoryEntry[] =>
  describeHistory(events, quotationDecider, (event, before, after) =>
    describeEvent(event, recordOf(before), recordOf(after)),
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

function describeEvent(
  event: QuotationEvent,
  before: QuotationRecord | null,
  after: QuotationRecord | null,
): EventDescription {
  switch (event.type) {
    case 'QuotationCreated': {
      const { quotationNumber, status } = event.data;
      const changes = fieldChanges(ALL_FIELDS, null, after).filter((one) => one.after !== null);
      const summary = `Quotation ${quotationNumber} created`;
      return {
        summary,
        changes: [...changes, fieldChange(quotationFields, 'status', null, status)],
      };
    }
    case 'QuotationChanged': {
      const changes = fieldChanges(event.data.fields, before, after);
      return { summary: `${listed(changes.map(({ label }) => label))} changed`, changes };
    }
    case 'QuotationCustomerChanged': {
      const { formerCustomerId, customerId } = event.data;
      return {
        summary: `Customer changed from ${formerCustomerId} to ${customerId}`,
        changes: [fieldChange(quotationFields, 'customerId', formerCustomerId, customerId)],
      };
    }
    case 'QuotationStatusSet': {
      const { from, to } = event.data;
      return {
        summary: STATUS_SET[to],
        changes: [fieldChange(quotationFields, 'status', from, to)],
      };
    }
    case 'QuotationAcceptedByLink':
      return {
        summary: `Accepted by the customer by link, as ${event.data.personal?.name ?? ERASED}`,
        changes: [fieldChange(quotationFields, 'status', event.data.from, 'accepted')],
      };
    case 'QuotationEmailRequested':
      return { summary: `Email to ${event.data.personal?.to ?? ERASED} requested`, changes: [] };
    case 'QuotationEmailed':
      return {
        summary: event.data.isKept
          ? `Email to ${addressOf(event.data.emailId, after)}: ${EMAIL_KEPT.toLowerCase()}`
          : `Emailed to ${addressOf(event.data.emailId, after)}`,
        changes: [],
      };
    case 'QuotationEmailFailed': {
      const { emailId, reason } = event.data;
      const summary = `Email to ${addressOf(emailId, after)} ${EMAIL_FAILED[reason]}`;
      return { summary, changes: [] };
    }
    case 'QuotationConverted':
      return { summary: 'Became a policy', changes: [] };
    case 'QuotationDeleted':
      return { summary: 'Quotation deleted', changes: [] };
  }
}

/** Only the request names the address, sealed with the customer's key. */
const addressOf = (emailId: string, record: QuotationRecord | null): string =>
  record?.emails.find(({ id }) => id === emailId)?.letter?.to ?? ERASED;

const isField = (field: string): field is QuotationField =>
  [...QUOTATION_OFFER_FIELDS, ...QUOTATION_PARTICULARS].some((one) => one === field);

const { validityDays, status, notes, ...ofPremium } = quotationFields;

/** In the order in which a quotation is read: the rate goes with the premium. */
const historyFields = {
  ...ofPremium,
  gstRate: { label: QUOTATION_LABELS.gstRate, format: (percent: number) => `${percent} %` },
  ...{ validityDays, status, notes },
};

const ALL_FIELDS = Object.keys(historyFields).filter(isField);

const fieldChanges = (
  fields: readonly QuotationField[],
  before: QuotationRecord | null,
  after: QuotationRecord | null,
): FieldChange[] =>
  ALL_FIELDS.filter((field) => fields.includes(field)).map((field) =>
    fieldChange(
      historyFields,
      field,
      before && valueIn(before, field),
      after && valueIn(after, field),
    ),
  );

const valueIn = ({ offer, particulars }: QuotationRecord, field: QuotationField): unknown => {
  const isSealed = QUOTATION_PARTICULARS.some((one) => one === field);
  return isSealed && !particulars ? ERASED : { ...offer, ...particulars }[field];
};

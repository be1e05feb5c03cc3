import type {
  CustomerDetails,
  CustomerEvent,
} from '@insuremanager/contracts/customers/customerEvents';
import { CUSTOMER_DETAIL_FIELDS } from '@insuremanager/contracts/customers/customerEvents';
import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import { ERASED, type FieldChange, type HistoryEntry } from '@insuremanager/contracts/history';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { describeHistory, fieldChange } from '../platform/history.js';
import { listed } from '../platform/listed.js';
import { type Customer, type CustomerRecord, customerDecider } from './customer.js';

/** Every event of a customer in words, oldest first, each with what it changed from and to. */
export const customerHistory = (events: readonly RecordedEvent<CustomerEvent>[]): HistoryEntry[] =>
  describeHistory(events, customerDecider, (event, before, after) => {
    const changes = changesOf(event, recordOf(before), recordOf(after));
    return { summary: summaryOf(event, changes), changes };
  });

const recordOf = (customer: Customer): CustomerRecord | null =>
  customer.phase === 'unknown' ? null : customer.record;

const summaryOf = (event: CustomerEvent, changes: FieldChange[]): string => {
  switch (event.type) {
    case 'CustomerRegistered':
      return 'Customer added';
    case 'CustomerDetailsChanged':
      return `${listed(changes.map((change) => change.label))} changed`;
    case 'CustomerKycStatusChanged':
      return event.data.documentId === null
        ? `KYC status set to ${event.data.kycStatus}`
        : `KYC status set to ${event.data.kycStatus} on document ${event.data.documentId}`;
    case 'CustomerDeleted':
      return 'Customer deleted';
    case 'CustomerErased':
      return `Person erased: ${event.data.personal?.reason ?? ERASED}`;
    case 'CustomerErasureCompleted':
      return 'Everything known of the person destroyed';
  }
};

const changesOf = (
  event: CustomerEvent,
  before: CustomerRecord | null,
  after: CustomerRecord | null,
): FieldChange[] => {
  switch (event.type) {
    case 'CustomerRegistered':
      return [
        ...CUSTOMER_DETAIL_FIELDS.map((field) => detailChange(field, null, event.data.personal)),
        fieldChange(customerFields, 'kycStatus', null, event.data.kycStatus),
      ].filter(({ after }) => after !== null);
    case 'CustomerDetailsChanged':
      return event.data.fields.map((field) =>
        detailChange(field, before?.details ?? null, after?.details ?? null),
      );
    case 'CustomerKycStatusChanged':
      return [fieldChange(customerFields, 'kycStatus', before?.kycStatus, event.data.kycStatus)];
    case 'CustomerDeleted':
    case 'CustomerErased':
    case 'CustomerErasureCompleted':
      return [];
  }
};

const detailChange = (
  field: keyof CustomerDetails,
  before: CustomerDetails | null,
  after: CustomerDetails | null,
): FieldChange =>
  after === null
    ? fieldChange(customerFields, field, ERASED, ERASED)
    : fieldChange(customerFields, field, before?.[field], after[field]);

import {
  CONSENTS,
  consentFieldOf,
  consentFields,
  consentProofFields,
} from '@insuremanager/contracts/customers/consentFields';
import type {
  CustomerDetails,
  CustomerEvent,
  NomineeDetails,
} from '@insuremanager/contracts/customers/customerEvents';
import { CUSTOMER_DETAIL_FIELDS } from '@insuremanager/contracts/customers/customerEvents';
import { customerFields, LANGUAGE_LABELS } from '@insuremanager/contracts/customers/customerFields';
import { nomineeFields } from '@insuremanager/contracts/customers/nominees';
import { ERASED, type FieldChange, type HistoryEntry } from '@insuremanager/contracts/history';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { describeHistory, type EventDescription, fieldChange } from '../platform/history.js';
import { listed } from '../platform/listed.js';
import { type Customer, type CustomerRecord, customerDecider } from './customer.js';

/**
 * Every event of a customer in words, oldest first, each with what it changed from and to.
 * @param usernames of the owners that the events name.
 */
export const customerHistory = (
  events: readonly RecordedEvent<CustomerEvent>[],
  usernames: ReadonlyMap<number, string>,
): HistoryEntry[] =>
  describeHistory(events, customerDecider, (event, before, after) => {
    if (event.type === 'CustomerReassigned') {
      return reassigned(before, event.data.ownerId, usernames);
    }
    const changes = changesOf(event, recordOf(before), recordOf(after));
    return { summary: summaryOf(event, changes), changes };
  });

const recordOf = (customer: Customer): CustomerRecord | null =>
  customer.phase === 'unknown' ? null : customer.record;

/** The users to whom customers were given. */
export const ownersIn = (events: readonly RecordedEvent<CustomerEvent>[]): number[] =>
  events.flatMap(({ type, data }) =>
    (type === 'CustomerRegistered' || type === 'CustomerReassigned') && data.ownerId !== null
      ? [data.ownerId]
      : [],
  );

const reassigned = (
  before: Customer,
  ownerId: number | null,
  usernames: ReadonlyMap<number, string>,
): EventDescription => {
  const nameOf = (id: number | null | undefined): string | null =>
    id ? (usernames.get(id) ?? 'a former user') : null;
  const after = nameOf(ownerId);
  return {
    summary: after === null ? 'Owner removed' : `Assigned to ${after}`,
    changes: [
      { field: 'ownerId', label: 'Owner', before: nameOf(recordOf(before)?.ownerId), after },
    ],
  };
};

type Described = Exclude<CustomerEvent, { type: 'CustomerReassigned' }>;

const summaryOf = (event: Described, changes: FieldChange[]): string => {
  switch (event.type) {
    case 'CustomerRegistered':
      return 'Customer added';
    case 'CustomerDetailsChanged':
      return `${listed(changes.map((change) => change.label))} changed`;
    case 'CustomerKycStatusChanged':
      return event.data.documentId === null
        ? `KYC status set to ${event.data.kycStatus}`
        : `KYC status set to ${event.data.kycStatus} on a document`;
    case 'CustomerConsentRecorded':
      return consentsInWords(event.data.choices);
    case 'CustomerDeleted':
      return 'Customer deleted';
    case 'CustomerErased':
      return `Customer erased: ${event.data.personal?.reason ?? ERASED}`;
    case 'CustomerErasureCompleted':
      return 'All personal data destroyed';
    // The matter is for the privacy desk alone.
    case 'LegalHoldPlaced':
      return 'Legal hold placed';
    case 'LegalHoldLifted':
      return 'Legal hold lifted';
    case 'NomineeRecorded':
      return `Nominee recorded, named on ${formatDay(event.data.recordedOn)}`;
    case 'NomineeRevoked':
      return 'Nomination revoked';
    case 'CustomerMerged':
      return `Merged into customer ${event.data.intoId}`;
    case 'CustomerMergeUndone':
      return `Merge into customer ${event.data.fromId} undone`;
    case 'DuplicateMerged':
      return `Customer ${event.data.duplicateId} was merged into this one`;
    case 'DuplicateSeparated':
      return `Merge of customer ${event.data.duplicateId} undone`;
    case 'CustomersMarkedDistinct':
    case 'CustomersMarkedDistinctUndone':
      return distinctInWords(event, event.data.otherId);
  }
};

const changesOf = (
  event: Described,
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
      return event.data.fields.map((field) => ofErased(event.data, field, before, after));
    case 'CustomerKycStatusChanged':
      return [fieldChange(customerFields, 'kycStatus', before?.kycStatus, event.data.kycStatus)];
    case 'NomineeRecorded':
      return nomineeChanges(null, event.data.personal ?? ERASED_NOMINEE);
    case 'NomineeRevoked': {
      const { nomineeId } = event.data;
      const nominee = before?.nominees.named.find(({ id }) => id === nomineeId);
      return nomineeChanges(nominee ?? ERASED_NOMINEE, null);
    }
    case 'CustomerConsentRecorded':
      return consentChanges(event.data, before);
    case 'CustomerDeleted':
    case 'CustomerErased':
    case 'CustomerErasureCompleted':
    case 'LegalHoldPlaced':
    case 'LegalHoldLifted':
    case 'CustomerMerged':
    case 'CustomerMergeUndone':
    case 'DuplicateMerged':
    case 'DuplicateSeparated':
    case 'CustomersMarkedDistinct':
    case 'CustomersMarkedDistinctUndone':
      return [];
  }
};

type MarkedDistinct = Extract<
  CustomerEvent,
  { type: 'CustomersMarkedDistinct' | 'CustomersMarkedDistinctUndone' }
>;

const distinctInWords = ({ type }: Pick<MarkedDistinct, 'type'>, otherId: number): string =>
  type === 'CustomersMarkedDistinct'
    ? `Not the same person as customer ${otherId}`
    : `May be the same person as customer ${otherId} after all`;

/** What was said of two customers, for the history of the one in whose stream it is not. */
export const distinctHistory = (
  events: readonly RecordedEvent<CustomerEvent>[],
  id: number,
): HistoryEntry[] =>
  describeHistory(events, customerDecider, ({ type, data }) => {
    if (type !== 'CustomersMarkedDistinct' && type !== 'CustomersMarkedDistinctUndone') return null;
    if (data.otherId !== id) return null;
    return { summary: distinctInWords({ type }, data.customerId), changes: [] };
  });

type ConsentData = Extract<CustomerEvent, { type: 'CustomerConsentRecorded' }>['data'];

/** "Consent given for reminders by email; withdrawn for quotations by email". */
function consentsInWords(choices: ConsentData['choices']): string {
  const parts = CONSENTS.flatMap((word) => {
    const labels = choices
      .filter(({ choice }) => choice === word)
      .map(({ purpose, channel }) => consentFields[consentFieldOf(purpose, channel)].label);
    return labels.length === 0 ? [] : [`${word} for ${listed(labels.map(inSentence))}`];
  });
  return `Consent ${parts.join('; ')}`;
}

const inSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

/** What was chosen before and is now, and what proves it. */
function consentChanges(
  { choices, how, givenOn, notice }: ConsentData,
  before: CustomerRecord | null,
): FieldChange[] {
  const proof = (field: keyof typeof consentProofFields, value: unknown) =>
    fieldChange(consentProofFields, field, null, value);
  const shown = {
    field: 'noticeVersion',
    label: consentProofFields.noticeLanguage.label,
    before: null,
    after: notice && `Version ${notice.version}, ${LANGUAGE_LABELS[notice.language]}`,
  };
  return [
    ...choices.map(({ purpose, channel, choice }) => {
      const field = consentFieldOf(purpose, channel);
      return fieldChange(consentFields, field, before?.consents[field]?.choice, choice);
    }),
    proof('consentHow', how),
    proof('consentGivenOn', givenOn),
    ...(notice ? [shown] : []),
  ];
}

/** Where nothing changes, what stood there was taken from a customer who has been erased since. */
function ofErased(
  { takenFrom, personal }: DetailsData,
  field: keyof CustomerDetails,
  before: CustomerRecord | null,
  after: CustomerRecord | null,
): FieldChange {
  const change = detailChange(field, before?.details ?? null, after?.details ?? null);
  if (takenFrom !== undefined && personal === null) return { ...change, after: ERASED };
  return change.before === change.after ? { ...change, before: ERASED } : change;
}

type DetailsData = Extract<CustomerEvent, { type: 'CustomerDetailsChanged' }>['data'];

const detailChange = (
  field: keyof CustomerDetails,
  before: CustomerDetails | null,
  after: CustomerDetails | null,
): FieldChange =>
  after === null
    ? fieldChange(customerFields, field, ERASED, ERASED)
    : fieldChange(customerFields, field, before?.[field], after[field]);

const NOMINEE_FIELDS = ['name', 'relation', 'phone', 'email'] as const;
/** Of a person who was erased, nothing but that there was one. */
const ERASED_NOMINEE: NomineeDetails = { name: ERASED, relation: ERASED, phone: null, email: null };

const nomineeChanges = (
  before: NomineeDetails | null,
  after: NomineeDetails | null,
): FieldChange[] =>
  NOMINEE_FIELDS.map((field) => fieldChange(nomineeFields, field, before?.[field], after?.[field]))
    .filter((one) => one.before !== null || one.after !== null)
    .map((one) => ({ ...one, label: `Nominee’s ${one.label.toLowerCase()}` }));

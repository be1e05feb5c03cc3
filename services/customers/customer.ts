import {
  type ConsentInput,
  type CustomerInput,
  consentFieldOf,
} from '@insuremanager/contracts/customers/consentFields';
import {
  CUSTOMER_DETAIL_FIELDS,
  CustomerDeleted,
  type CustomerDetails,
  CustomerDetailsChanged,
  CustomerErased,
  CustomerErasureCompleted,
  type CustomerEvent,
  CustomerKycStatusChanged,
  CustomerMergeUndone,
  CustomerReassigned,
  CustomerRegistered,
  CustomersMarkedDistinct,
  CustomersMarkedDistinctUndone,
  NO_CUSTOMER_DETAILS,
} from '@insuremanager/contracts/customers/customerEvents';
import type { CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import { DEFAULT_KYC_STATUS, type KycStatus } from '@insuremanager/contracts/customers/kycStatuses';
import { isMaskedAadhaar, maskedAadhaar } from '@insuremanager/contracts/rules/aadhaar';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { omit, omitUndefined, pick } from '@insuremanager/contracts/rules/objects';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { Decider } from '../platform/commands/command.js';
import { conflict, invalid, notFound } from '../platform/errors.js';
import type { RecordState } from '../platform/records/recordService.js';
import { unreachable } from '../platform/unreachable.js';
import { type ConsentCircumstances, consentsIn, noChoice } from './consent.js';
import {
  consentsOf,
  customerMerged,
  erasedDuplicates,
  giveBack,
  type MergeableRecord,
  type MergeCustomer,
  merge,
  notMerged,
  type TakeDuplicate,
  takeDuplicate,
  withDuplicate,
  withoutDuplicate,
} from './duplicate.js';
import {
  erasedHolds,
  type LiftLegalHold,
  liftHold,
  type PlaceLegalHold,
  placeHold,
  refuseUnderHold,
} from './legalHold.js';
import {
  NO_NOMINEES,
  type RecordNominee,
  type RevokeNominee,
  recordNominee,
  revokeNominee,
} from './nominee.js';

export interface CustomerRecord extends MergeableRecord {
  /** The user in whose book they are; null: nobody. */
  readonly ownerId: number | null;
  readonly registeredAt: Date;
  /** Of whom somebody said that they are another person: those of a higher number. */
  readonly distinctFrom: readonly number[];
  /** A hold is no change: it is about the records, and no business with the customer. */
  readonly changedAt: Date;
}

/** What stands where a person was before the erasure. */
export const ERASED_DETAILS: CustomerDetails = {
  ...NO_CUSTOMER_DETAILS,
  name: 'Erased customer',
  phone: '',
};

export type Customer =
  | RecordState<CustomerRecord>
  /** Their number leads to another customer. As they were when that began. */
  | { readonly phase: 'merged'; readonly record: CustomerRecord; readonly intoId: number }
  /** Being erased until it is complete; nothing of the person is in the record. */
  | { readonly phase: 'erased'; readonly record: CustomerRecord; readonly isComplete: boolean };

export interface SetKycStatus {
  type: 'SetKycStatus';
  customerId: number;
  kycStatus: KycStatus;
  /** The document that it is to rest on, and whether that is a KYC document of theirs. */
  documentId: number | null;
  isKycDocument: boolean;
}

export interface EraseCustomer {
  type: 'EraseCustomer';
  customerId: number;
  reason: string;
  erasedBy: number;
  /** The last Kolkata day on which the records are to be retained. */
  retainedUntil: Day;
  today: Day;
  overridesRetention: boolean;
}

export type CustomerCommand =
  | ({
      type: 'RegisterCustomer';
      customerId: number;
      input: CustomerInput;
      ownerId: number | null;
    } & ConsentCircumstances)
  | { type: 'UpdateCustomer'; customerId: number; patch: CustomerPatch }
  | SetKycStatus
  | ({ type: 'RecordConsent'; customerId: number; input: ConsentInput } & ConsentCircumstances)
  | { type: 'ReassignCustomer'; customerId: number; ownerId: number | null }
  | { type: 'DeleteCustomer'; customerId: number }
  | EraseCustomer
  | { type: 'CompleteErasure'; customerId: number }
  | PlaceLegalHold
  | LiftLegalHold
  | RecordNominee
  | RevokeNominee
  | MergeCustomer
  | { type: 'UndoMerge'; customerId: number; fromId: number }
  | TakeDuplicate
  | { type: 'GiveBack'; customerId: number; duplicateId: number }
  | { type: 'MarkDistinct' | 'UnmarkDistinct'; customerId: number; otherId: number };

const initial: Customer = { phase: 'unknown' };

const patched = (
  customer: Customer,
  change: (record: CustomerRecord) => Partial<CustomerRecord>,
): Customer =>
  customer.phase === 'unknown'
    ? customer
    : { ...customer, record: { ...customer.record, ...change(customer.record) } };

const changed = (customer: Customer, at: Date, change: Partial<CustomerRecord>): Customer =>
  patched(customer, () => ({ ...change, changedAt: at }));

const evolve = (customer: Customer, event: RecordedEvent<CustomerEvent>): Customer => {
  switch (event.type) {
    case 'CustomerRegistered': {
      const { customerId, kycStatus, ownerId, personal } = event.data;
      const { at } = event;
      return {
        phase: 'existing',
        record: {
          id: customerId,
          details: personal,
          kycStatus,
          kycDocumentId: null,
          consents: {},
          ownerId,
          holds: [],
          nominees: NO_NOMINEES,
          duplicates: [],
          putAside: {},
          formerKeys: null,
          distinctFrom: [],
          registeredAt: at,
          changedAt: at,
        },
      };
    }
    case 'CustomerDetailsChanged': {
      const before = customer.phase === 'unknown' ? null : customer.record.details;
      const { personal, fields, takenFrom } = event.data;
      if (takenFrom !== undefined && before) {
        // Of one who has been erased since nothing is known: what they brought was given back.
        const details = { ...before, ...personal };
        return changed(customer, event.at, { details, putAside: pick(before, fields) });
      }
      const details = before && personal ? { ...before, ...personal } : null;
      return changed(customer, event.at, { details });
    }
    case 'CustomerKycStatusChanged': {
      const { kycStatus, documentId: kycDocumentId } = event.data;
      return changed(customer, event.at, { kycStatus, kycDocumentId });
    }
    case 'CustomerConsentRecorded': {
      if (customer.phase === 'unknown') return customer;
      const { choices, how, givenOn, notice } = event.data;
      const recorded = choices.map(({ purpose, channel, choice }) => [
        consentFieldOf(purpose, channel),
        { choice, how, givenOn, notice },
      ]);
      const consents = { ...customer.record.consents, ...Object.fromEntries(recorded) };
      return changed(customer, event.at, { consents });
    }
    case 'CustomerReassigned':
      return changed(customer, event.at, { ownerId: event.data.ownerId });
    case 'CustomerDeleted':
      return customer.phase === 'existing'
        ? { phase: 'deleted', record: { ...customer.record, changedAt: event.at } }
        : customer;
    case 'CustomerErased':
      return customer.phase === 'unknown'
        ? customer
        : {
            phase: 'erased',
            record: {
              ...customer.record,
              details: null,
              holds: erasedHolds(customer.record.holds),
              nominees: NO_NOMINEES,
              duplicates: erasedDuplicates(customer.record.duplicates),
              putAside: {},
              formerKeys: null,
              changedAt: event.at,
            },
            isComplete: false,
          };
    case 'CustomerErasureCompleted':
      return customer.phase === 'erased' ? { ...customer, isComplete: true } : customer;
    case 'LegalHoldPlaced': {
      const { holdId: id, personal } = event.data;
      const placed = { placedAt: event.at, placedBy: event.metadata.actor.username };
      const hold = { id, matter: personal?.matter ?? null, ...placed, lifted: null };
      return patched(customer, ({ holds }) => ({ holds: [...holds, hold] }));
    }
    case 'LegalHoldLifted': {
      const { holdId, personal } = event.data;
      const { at, metadata } = event;
      const lifted = { at, by: metadata.actor.username, reason: personal?.liftReason ?? null };
      return patched(customer, ({ holds }) => ({
        holds: holds.map((hold) => (hold.id === holdId ? { ...hold, lifted } : hold)),
      }));
    }
    case 'NomineeRecorded': {
      const { nomineeId: id, recordedOn, personal } = event.data;
      const nominee = personal && { id, recordedOn, ...personal };
      return patched(customer, ({ nominees: { named, everNamed } }) => ({
        nominees: { named: nominee ? [...named, nominee] : named, everNamed: everNamed + 1 },
        changedAt: event.at,
      }));
    }
    case 'NomineeRevoked': {
      const { nomineeId } = event.data;
      return patched(customer, ({ nominees }) => ({
        nominees: { ...nominees, named: nominees.named.filter(({ id }) => id !== nomineeId) },
        changedAt: event.at,
      }));
    }
    case 'CustomerMerged':
      return customer.phase === 'existing'
        ? { phase: 'merged', record: customer.record, intoId: event.data.intoId }
        : customer;
    case 'CustomerMergeUndone':
      return customer.phase === 'merged'
        ? { phase: 'existing', record: { ...customer.record, changedAt: event.at } }
        : customer;
    case 'DuplicateMerged': {
      const { personal } = event.data;
      return patched(customer, (record) => ({
        duplicates: withDuplicate(record, event.data),
        putAside: {},
        formerKeys: personal?.formerKeys ?? null,
        changedAt: event.at,
      }));
    }
    case 'DuplicateSeparated': {
      const { duplicateId, consentsGone, personal } = event.data;
      const gone = consentsGone.map(({ purpose, channel }) => consentFieldOf(purpose, channel));
      return patched(customer, ({ duplicates, consents }) => ({
        duplicates: withoutDuplicate(duplicates, duplicateId),
        consents: omit(consents, gone),
        formerKeys: personal?.formerKeys ?? null,
        changedAt: event.at,
      }));
    }
    case 'CustomersMarkedDistinct': {
      const { otherId } = event.data;
      return patched(customer, ({ distinctFrom }) => ({
        distinctFrom: [...distinctFrom, otherId],
      }));
    }
    case 'CustomersMarkedDistinctUndone': {
      const { otherId } = event.data;
      return patched(customer, ({ distinctFrom }) => ({
        distinctFrom: distinctFrom.filter((id) => id !== otherId),
      }));
    }
    default:
      return unreachable(event);
  }
};

const decide = (command: CustomerCommand, customer: Customer): CustomerEvent[] => {
  switch (command.type) {
    case 'RegisterCustomer':
      return register(command, customer);
    case 'UpdateCustomer':
      return update(command.patch, requireExisting(customer, command.customerId));
    case 'SetKycStatus':
      return setKycStatus(command, requireExisting(customer, command.customerId));
    case 'RecordConsent':
      return recordConsent(command, requireExisting(customer, command.customerId));
    case 'ReassignCustomer':
      return reassign(command.ownerId, requireExisting(customer, command.customerId));
    case 'DeleteCustomer':
      return [CustomerDeleted({ customerId: requireExisting(customer, command.customerId).id })];
    case 'EraseCustomer':
      return erase(command, customer);
    case 'CompleteErasure':
      return customer.phase === 'erased' && !customer.isComplete
        ? [CustomerErasureCompleted({ customerId: command.customerId })]
        : [];
    case 'PlaceLegalHold':
      return placeHold(command, requireKept(customer, command.customerId).holds);
    case 'LiftLegalHold':
      return liftHold(command, requireKept(customer, command.customerId).holds);
    case 'RecordNominee': {
      const record = requireExisting(customer, command.customerId);
      known(record);
      return recordNominee(command, record.nominees);
    }
    case 'RevokeNominee':
      return revokeNominee(command, requireExisting(customer, command.customerId).nominees);
    case 'MergeCustomer': {
      const record = requireExisting(customer, command.customerId);
      known(record);
      return merge(command, record);
    }
    case 'UndoMerge':
      return undoMerge(command, customer);
    case 'TakeDuplicate':
      return takeDuplicate(command, requireKept(customer, command.customerId));
    case 'GiveBack':
      return giveBack(command.duplicateId, requireKept(customer, command.customerId));
    case 'MarkDistinct':
    case 'UnmarkDistinct': {
      const { customerId, otherId } = command;
      const isApart = requireExisting(customer, customerId).distinctFrom.includes(otherId);
      if (isApart === (command.type === 'MarkDistinct')) return [];
      return [
        (isApart ? CustomersMarkedDistinctUndone : CustomersMarkedDistinct)({
          customerId,
          otherId,
        }),
      ];
    }
    default:
      return unreachable(command);
  }
};

export const customerDecider: Decider<Customer, CustomerCommand, CustomerEvent> = {
  isSubject: true,
  initial,
  evolve,
  decide,
};

type CommandOf<Type> = Extract<CustomerCommand, { type: Type }>;

/** Theirs again, with all that stands under their number; what is left of an erased one is not. */
const undoMerge = (
  { customerId, fromId }: CommandOf<'UndoMerge'>,
  customer: Customer,
): CustomerEvent[] => {
  if (customer.phase === 'unknown') throw notFound('customer', customerId);
  if (customer.phase !== 'merged' || customer.intoId !== fromId) throw notMerged();
  const { record } = customer;
  const { ownerId, kycStatus, kycDocumentId: documentId, formerKeys, registeredAt } = record;
  return [
    CustomerMergeUndone({
      ...{ customerId, fromId, ownerId, kyc: { kycStatus, documentId } },
      consents: consentsOf(record),
      registeredAt: registeredAt.toISOString(),
      personal: { ...known(record), formerKeys },
    }),
  ];
};

/** Also the consents that the customer told, so that none is lost between two commands. */
const register = (
  { customerId, input, ownerId, ...circumstances }: CommandOf<'RegisterCustomer'>,
  customer: Customer,
): CustomerEvent[] => {
  if (customer.phase !== 'unknown') {
    throw conflict('customer-exists', 'This customer has been registered already.');
  }
  const typed = omitUndefined(pick(input, CUSTOMER_DETAIL_FIELDS));
  const personal = { ...NO_CUSTOMER_DETAILS, ...typed } as CustomerDetails;
  if (personal.aadhaarNumber && isMaskedAadhaar(personal.aadhaarNumber)) throw aadhaarIsMasked();
  const kycStatus = input.kycStatus ?? DEFAULT_KYC_STATUS;
  return [
    CustomerRegistered({ customerId, kycStatus, ownerId, personal }),
    ...consentsIn(customerId, input, circumstances),
  ];
};

/** Also a choice that stands already: it may be told anew, after another notice. */
const recordConsent = (
  { customerId, input, ...circumstances }: CommandOf<'RecordConsent'>,
  record: CustomerRecord,
): CustomerEvent[] => {
  known(record);
  const events = consentsIn(customerId, input, circumstances);
  if (events.length === 0) throw noChoice();
  return events;
};

/** Also of a person who was erased: what is left of them belongs to a book. */
const reassign = (ownerId: number | null, record: CustomerRecord): CustomerEvent[] =>
  ownerId === record.ownerId ? [] : [CustomerReassigned({ customerId: record.id, ownerId })];

const update = (patch: CustomerPatch, record: CustomerRecord): CustomerEvent[] => {
  const { id: customerId } = record;
  const details = known(record);
  const { kycStatus, ...typed } = patch;
  const wanted = omitUndefined(typed);
  const aadhaarNumber = unmasked(wanted.aadhaarNumber, details);
  const next = { ...details, ...wanted, ...(aadhaarNumber !== undefined && { aadhaarNumber }) };
  const fields = CUSTOMER_DETAIL_FIELDS.filter((field) => next[field] !== details[field]);
  const personal = Object.fromEntries(fields.map((field) => [field, next[field]]));
  const events: CustomerEvent[] = [];
  if (fields.length > 0) events.push(CustomerDetailsChanged({ customerId, fields, personal }));
  if (kycStatus && kycStatus !== record.kycStatus) {
    events.push(CustomerKycStatusChanged({ customerId, kycStatus, documentId: null }));
  }
  return events;
};

/** Also when only the document is another one: a status is confirmed by what was seen last. */
const setKycStatus = (
  { kycStatus, documentId, isKycDocument }: SetKycStatus,
  record: CustomerRecord,
): CustomerEvent[] => {
  known(record);
  if (documentId !== null && !isKycDocument) throw noKycDocument();
  const { id: customerId } = record;
  const isNews = documentId !== null && documentId !== record.kycDocumentId;
  if (kycStatus === record.kycStatus && !isNews) return [];
  return [CustomerKycStatusChanged({ customerId, kycStatus, documentId })];
};

/**
 * Also one who was deleted before. Once erased, there is nothing left to erase. A hold counts more
 * than the override of the retention.
 */
const erase = (command: EraseCustomer, customer: Customer): CustomerEvent[] => {
  const { customerId, erasedBy, reason, retainedUntil, today, overridesRetention } = command;
  if (customer.phase === 'unknown') throw notFound('customer', customerId);
  if (customer.phase === 'erased') return [];
  if (customer.phase === 'merged') throw customerMerged(customer.intoId);
  refuseUnderHold(customer.record.holds);
  const isRetained = today <= retainedUntil;
  if (isRetained && !overridesRetention) throw retentionRuns(retainedUntil);
  const overriddenRetention = isRetained ? retainedUntil : null;
  return [CustomerErased({ customerId, erasedBy, overriddenRetention, personal: { reason } })];
};

const retentionRuns = (until: Day) =>
  conflict(
    'retention-runs',
    `The records of this customer must be kept until ${formatDay(until)}. Confirm that they are to be erased before.`,
  );

/** @throws conflict: of a person who was erased, nothing can be changed. */
const known = ({ details }: CustomerRecord): CustomerDetails => {
  if (details) return details;
  throw customerErased();
};

const customerErased = () =>
  conflict('customer-erased', 'This customer has been erased and cannot be changed.');

/** Also one who was deleted: the records are kept still. */
const requireKept = (customer: Customer, id: number): CustomerRecord => {
  if (customer.phase === 'unknown') throw notFound('customer', id);
  if (customer.phase === 'merged') throw customerMerged(customer.intoId);
  if (customer.phase === 'erased') throw customerErased();
  return customer.record;
};

const requireExisting = (customer: Customer, id: number): CustomerRecord => {
  if (customer.phase === 'merged') throw customerMerged(customer.intoId);
  if (customer.phase !== 'existing') throw notFound('customer', id);
  return customer.record;
};

/** A form sends the mask back that it was shown: it means "as it was". */
const unmasked = (
  wanted: string | null | undefined,
  current: CustomerDetails,
): string | null | undefined => {
  if (!wanted || !isMaskedAadhaar(wanted)) return wanted;
  const mask = current.aadhaarNumber && maskedAadhaar(current.aadhaarNumber).replaceAll(' ', '');
  if (wanted.toUpperCase() !== mask) throw aadhaarIsMasked();
  return current.aadhaarNumber;
};

const noKycDocument = () => {
  const message = 'This is not a KYC document of this customer. Choose another one.';
  return invalid([{ field: 'documentId', code: 'no-kyc-document', message }]);
};

const aadhaarIsMasked = () =>
  invalid([
    {
      field: 'aadhaarNumber',
      code: 'aadhaar-masked',
      message: 'Enter all 12 digits of the Aadhaar number',
    },
  ]);

import { isDeepStrictEqual } from 'node:util';
import {
  CONSENT_FIELDS,
  type Consent,
  type ConsentField,
  type ConsentWay,
  consentFieldOf,
  consentFields,
} from '@insuremanager/contracts/customers/consentFields';
import {
  CUSTOMER_DETAIL_FIELDS,
  CustomerConsentRecorded,
  type CustomerDetails,
  CustomerDetailsChanged,
  type CustomerEvent,
  CustomerKycStatusChanged,
  CustomerMerged,
  DuplicateMerged,
  DuplicateSeparated,
  NomineeRecorded,
  NomineeRevoked,
} from '@insuremanager/contracts/customers/customerEvents';
import type { Language } from '@insuremanager/contracts/customers/customerFields';
import type { CustomerDetailField } from '@insuremanager/contracts/customers/duplicates';
import type { KycStatus } from '@insuremanager/contracts/customers/kycStatuses';
import { MOST_NOMINEES } from '@insuremanager/contracts/customers/nominees';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { pick } from '@insuremanager/contracts/rules/objects';
import { digitsOf, searchKey } from '@insuremanager/contracts/rules/text';
import { conflict } from '../platform/errors.js';
import { type LegalHold, refuseUnderHold } from './legalHold.js';
import type { Nominees } from './nominee.js';

/** A choice that stands until another one is recorded, and what proves it. */
export interface RecordedConsent {
  readonly choice: Consent;
  readonly how: ConsentWay;
  readonly givenOn: Day;
  readonly notice: { readonly version: number; readonly language: Language } | null;
}

/** What of a customer a merge is about. */
export interface MergeableRecord {
  readonly id: number;
  /** Null once the person has been erased. */
  readonly details: CustomerDetails | null;
  readonly kycStatus: KycStatus;
  /** The document that the KYC status rests on. */
  readonly kycDocumentId: number | null;
  /** They identify nobody: they stay when the person is erased. */
  readonly consents: Readonly<Partial<Record<ConsentField, RecordedConsent>>>;
  /** Also those that were lifted. */
  readonly holds: readonly LegalHold[];
  readonly nominees: Nominees;
  /** Who was merged into them, and what goes back when that is undone. */
  readonly duplicates: readonly Duplicate[];
  /** Details from before a merge that is being recorded. */
  readonly putAside: Partial<CustomerDetails>;
  /** By what those are found who lead here; null: nobody does. */
  readonly formerKeys: string | null;
}

type Merged = Extract<CustomerEvent, { type: 'DuplicateMerged' }>['data'];
type Kyc = NonNullable<Merged['kyc']>;

/** What one customer may take over of another one. */
type Values = CustomerDetails & { readonly kyc: Kyc } & {
  readonly [Field in ConsentField]: RecordedConsent | null;
};

/**
 * A customer who was merged into another one, as that one remembers: what was put aside, and what
 * stood there instead. What is another value by now, somebody has changed since: it stays.
 */
export interface Duplicate {
  readonly id: number;
  readonly before: Partial<Values>;
  readonly after: Partial<Values>;
  readonly nomineeIds: readonly number[];
  /** By what they, and who had been merged into them, are found: lines of `formerKeys`. */
  readonly keys: readonly string[];
}

export interface MergeCustomer {
  type: 'MergeCustomer';
  /** Who goes. */
  customerId: number;
  into: MergeableRecord;
  fields: readonly CustomerDetailField[];
  takesKyc: boolean;
}

export interface TakeDuplicate {
  type: 'TakeDuplicate';
  customerId: number;
  duplicate: MergeableRecord;
  fields: readonly CustomerDetailField[];
  takesKyc: boolean;
}

/** What is evidence stays as it is: neither of them may be under a hold. */
export const merge = (
  { customerId, into, fields, takesKyc }: MergeCustomer,
  { holds }: MergeableRecord,
): CustomerEvent[] => {
  refuseUnderHold(holds);
  refuseUnderHold(into.holds);
  return [CustomerMerged({ customerId, intoId: into.id, fields: [...fields], takesKyc })];
};

/**
 * Takes over what was chosen of a duplicate, of each consent the one that was told later (told on
 * the same day, a withdrawal), and the nominees for whom there is room. Once.
 */
export const takeDuplicate = (
  { customerId, duplicate, fields, takesKyc }: TakeDuplicate,
  record: MergeableRecord,
): CustomerEvent[] => {
  if (record.duplicates.some(({ id }) => id === duplicate.id)) return [];
  const { details, kycStatus, kycDocumentId: documentId } = record;
  const other = duplicate.details;
  if (!details || !other) return [];
  const taken = fields.filter((field) => other[field] !== details[field]);
  const isOtherKyc = duplicate.kycStatus !== kycStatus || duplicate.kycDocumentId !== documentId;
  const kyc = takesKyc && isOtherKyc ? { kycStatus, documentId } : null;
  const later = CONSENT_FIELDS.filter((field) =>
    isLater(duplicate.consents[field], record.consents[field]),
  );
  const { named, everNamed } = record.nominees;
  const nominees = duplicate.nominees.named.slice(0, Math.max(0, MOST_NOMINEES - named.length));
  return [
    ...changedDetails({ customerId, fields: taken, takenFrom: duplicate.id }, pick(other, taken)),
    ...(kyc
      ? [
          CustomerKycStatusChanged({
            ...{ customerId, kycStatus: duplicate.kycStatus },
            documentId: duplicate.kycDocumentId,
          }),
        ]
      : []),
    ...later.flatMap((field) => recorded(customerId, field, duplicate.consents[field])),
    ...nominees.map(({ recordedOn, name, relation, phone, email }, nth) =>
      NomineeRecorded({
        ...{ customerId, nomineeId: everNamed + nth + 1, recordedOn, takenFrom: duplicate.id },
        personal: { name, relation, phone, email },
      }),
    ),
    DuplicateMerged({
      ...{ customerId, duplicateId: duplicate.id, fields: taken, kyc },
      consents: consentsOf({ consents: pick(record.consents, later) }),
      newConsents: later.filter((field) => !record.consents[field]).map(partsOf),
      nomineeIds: nominees.map((_one, nth) => everNamed + nth + 1),
      personal: {
        formerKeys: joined(record.formerKeys, keysOf(duplicate.id, other), duplicate.formerKeys),
      },
    }),
  ];
};

/** Changes back what nobody has changed since. */
export const giveBack = (duplicateId: number, record: MergeableRecord): CustomerEvent[] => {
  const duplicate = record.duplicates.find(({ id }) => id === duplicateId);
  if (!duplicate) return [];
  const { id: customerId, nominees } = record;
  const { before, after, nomineeIds, keys } = duplicate;
  const back = namesIn(before).filter(
    (name) =>
      // Somebody who was merged later may have brought the same value: theirs stays.
      nextWith(record.duplicates, duplicate, name) === undefined &&
      isSame(after[name], valueIn(record, name)) &&
      !isSame(after[name], before[name]),
  );
  const fields = CUSTOMER_DETAIL_FIELDS.filter((field) => back.includes(field));
  const consents = CONSENT_FIELDS.filter((field) => back.includes(field));
  return [
    ...changedDetails({ customerId, fields }, pick(before, fields)),
    ...(back.includes('kyc') && before.kyc
      ? [CustomerKycStatusChanged({ customerId, ...before.kyc })]
      : []),
    ...consents.flatMap((field) => recorded(customerId, field, before[field])),
    ...nominees.named
      .filter(({ id }) => nomineeIds.includes(id))
      .map(({ id: nomineeId }) => NomineeRevoked({ customerId, nomineeId })),
    DuplicateSeparated({
      ...{ customerId, duplicateId },
      consentsGone: consents.filter((field) => !before[field]).map(partsOf),
      personal: {
        formerKeys: joined(...linesOf(record.formerKeys).filter((line) => !keys.includes(line))),
      },
    }),
  ];
};

/** After it took over what it did: with a duplicate more. */
export const withDuplicate = (record: MergeableRecord, data: Merged): Duplicate[] => {
  const choices = Object.fromEntries([
    ...data.newConsents.map(({ purpose, channel }) => [consentFieldOf(purpose, channel), null]),
    ...data.consents.map(({ purpose, channel, ...choice }) => [
      consentFieldOf(purpose, channel),
      choice,
    ]),
  ]);
  const before: Partial<Values> = {
    ...pick(record.putAside, data.fields),
    ...(data.kyc && { kyc: data.kyc }),
    ...choices,
  };
  const after = Object.fromEntries(namesIn(before).map((name) => [name, valueIn(record, name)]));
  const { duplicateId: id, nomineeIds } = data;
  const known = linesOf(record.formerKeys);
  const keys = linesOf(data.personal?.formerKeys ?? null).filter((line) => !known.includes(line));
  return [...record.duplicates, { id, before, after, nomineeIds, keys }];
};

/** Without one of them. What the next one had put aside of that one's is what it had put aside itself. */
export function withoutDuplicate(duplicates: readonly Duplicate[], id: number): Duplicate[] {
  const gone = duplicates.find((one) => one.id === id);
  if (!gone) return [...duplicates];
  return duplicates
    .filter((one) => one !== gone)
    .map((one) => ({
      ...one,
      before: {
        ...one.before,
        ...pick(
          gone.before,
          namesIn(gone.before).filter(
            (name) =>
              nextWith(duplicates, gone, name) === one &&
              isSame(one.before[name], gone.after[name]),
          ),
        ),
      },
    }));
}

/** Who was merged after another one, and brought a value in place of the one that stood there then. */
const nextWith = (duplicates: readonly Duplicate[], of: Duplicate, name: keyof Values) =>
  duplicates.slice(duplicates.indexOf(of) + 1).find(({ before }) => name in before);

const namesIn = (values: Partial<Values>) => Object.keys(values) as (keyof Values)[];

function valueIn(record: MergeableRecord, name: keyof Values): Values[keyof Values] {
  if (name === 'kyc') return { kycStatus: record.kycStatus, documentId: record.kycDocumentId };
  const isConsent = (CONSENT_FIELDS as readonly string[]).includes(name);
  if (isConsent) return record.consents[name as ConsentField] ?? null;
  return record.details?.[name as CustomerDetailField] ?? null;
}

const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a ?? null, b ?? null);

/** Nothing that was typed is left of them. */
export const erasedDuplicates = (duplicates: readonly Duplicate[]): Duplicate[] =>
  duplicates.map((duplicate) => ({ ...duplicate, before: {}, after: {}, keys: [] }));

/** The choices that stand, each with what proves it. */
export const consentsOf = ({ consents }: Pick<MergeableRecord, 'consents'>): Merged['consents'] =>
  CONSENT_FIELDS.flatMap((field) => {
    const consent = consents[field];
    return consent ? [{ ...partsOf(field), ...consent }] : [];
  });

const partsOf = (field: ConsentField) => pick(consentFields[field], ['purpose', 'channel']);

/** Which of two choices about the same stands once their customers are one. */
export const remainingConsent = (
  other: RecordedConsent | undefined,
  own: RecordedConsent | undefined,
): RecordedConsent | undefined => (isLater(other, own) ? other : own);

function isLater(other: RecordedConsent | undefined, own: RecordedConsent | undefined): boolean {
  if (!other) return false;
  if (!own) return true;
  if (other.givenOn !== own.givenOn) return other.givenOn > own.givenOn;
  return own.choice === 'given' && other.choice !== 'given';
}

function recorded(
  customerId: number,
  field: ConsentField,
  consent: RecordedConsent | null | undefined,
): CustomerEvent[] {
  if (!consent) return [];
  const { choice, ...proof } = consent;
  const choices = [{ ...partsOf(field), choice }];
  return [CustomerConsentRecorded({ customerId, choices, ...proof })];
}

const changedDetails = (
  changed: { customerId: number; fields: CustomerDetailField[]; takenFrom?: number },
  personal: Partial<CustomerDetails>,
): CustomerEvent[] =>
  changed.fields.length > 0 ? [CustomerDetailsChanged({ ...changed, personal })] : [];

/** By what a customer is found in lists, in one line that begins with the number. */
const keysOf = (id: number, { name, phone, email, panNumber }: CustomerDetails): string =>
  [numberKey(id), searchKey(name), digitsOf(phone), searchKey(email ?? ''), panNumber ?? '']
    .filter((part) => part !== '')
    .join(' ');
const numberKey = (id: number): string => `#${id}`;

const linesOf = (keys: string | null): string[] => (keys ? keys.split('\n') : []);

const joined = (...lines: (string | null)[]): string | null =>
  lines.filter((line) => line).join('\n') || null;

export const customerMerged = (intoId: number) =>
  conflict(
    'customer-merged',
    `This customer was merged into customer ${intoId}. Go on with that one.`,
  );

export const notMerged = () =>
  conflict('not-merged', 'These two customers are not merged, or not any more.');

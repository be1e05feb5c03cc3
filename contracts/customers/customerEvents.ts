import { z } from 'zod';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';
import { userStream } from '../identity/userEvents.js';
import { CHANNELS } from '../reminders/reminderKinds.js';
import { CONSENT_PURPOSES, CONSENT_WAYS, CONSENTS } from './consentFields.js';
import { LANGUAGES } from './customerFields.js';
import { KYC_STATUSES } from './kycStatuses.js';

const CustomerId = z.int().positive();
/** A user; null: nobody. */
const OwnerId = z.int().positive().nullable();
const text = z.string().nullable();

/** The stream of a customer, and whose key seals what the events say of the person. */
export const customerStream = (customerId: number): string => `customer-${customerId}`;
const subject = (data: { customerId: number }): string => customerStream(data.customerId);

/**
 * The customer from whom what is said came along in a merge: it is sealed under that one's key, so
 * that their erasure reaches it also after the merge was undone.
 */
const TakenFrom = CustomerId.optional();
const subjectOfTaken = (data: { customerId: number; takenFrom?: number | undefined }): string =>
  customerStream(data.takenFrom ?? data.customerId);

/** Everything that describes the person; sealed in every event. */
export const CustomerDetails = z.object({
  name: z.string(),
  /** E.164 for Indian mobiles, otherwise as typed. */
  phone: z.string(),
  email: text,
  /** Twelve digits without spaces. */
  aadhaarNumber: text,
  panNumber: text,
  /** YYYY-MM-DD. */
  dateOfBirth: text,
  occupation: text,
  address: text,
  city: text,
  state: text,
  pincode: text,
  /** In which they are written to. */
  language: z.enum(LANGUAGES).nullable(),
});
export type CustomerDetails = z.infer<typeof CustomerDetails>;
export const CUSTOMER_DETAIL_FIELDS = CustomerDetails.keyof().options;
/** Of a person of whom nothing is known yet. */
export const NO_CUSTOMER_DETAILS = Object.fromEntries(
  CUSTOMER_DETAIL_FIELDS.map((field) => [field, null]),
) as Record<keyof CustomerDetails, null>;

const Kyc = z.object({
  kycStatus: z.enum(KYC_STATUSES),
  /** The document that it rests on, when one was named. */
  documentId: z.int().positive().nullable(),
});

const Choice = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  channel: z.enum(CHANNELS),
  choice: z.enum(CONSENTS),
});
/** What proves a choice. */
const proof = {
  how: z.enum(CONSENT_WAYS),
  /** The Kolkata day on which the customer told it. */
  givenOn: z.string(),
  /** What was shown to them before; null: nothing. */
  notice: z.object({ version: z.int().positive(), language: z.enum(LANGUAGES) }).nullable(),
};

export const CustomerRegistered = defineEvent('CustomerRegistered', 1, {
  schema: z.object({
    customerId: CustomerId,
    kycStatus: z.enum(KYC_STATUSES),
    /** Whose customer it is from the beginning: of whoever registered them. */
    ownerId: OwnerId,
  }),
  personal: { schema: CustomerDetails, subject },
});

/** `fields` names what changed, also after an erasure; `personal` holds their new values. */
export const CustomerDetailsChanged = defineEvent('CustomerDetailsChanged', 1, {
  schema: z.object({
    customerId: CustomerId,
    fields: z.array(z.enum(CUSTOMER_DETAIL_FIELDS)),
    takenFrom: TakenFrom,
  }),
  personal: { schema: CustomerDetails.partial(), subject: subjectOfTaken },
});

export const CustomerKycStatusChanged = defineEvent('CustomerKycStatusChanged', 1, {
  schema: z.object({ customerId: CustomerId, ...Kyc.shape }),
});

/**
 * What the customer agreed to, or withdrew. It identifies nobody, and outlives the person's erasure:
 * the agency has to prove that there was consent (s. 6(10) of the Data Protection Act).
 */
export const CustomerConsentRecorded = defineEvent('CustomerConsentRecorded', 1, {
  schema: z.object({
    customerId: CustomerId,
    choices: z.array(Choice),
    ...proof,
  }),
});

/** The customer, and with them all that is theirs, is in the book of another user. */
export const CustomerReassigned = defineEvent('CustomerReassigned', 1, {
  schema: z.object({ customerId: CustomerId, ownerId: OwnerId }),
});

/** Out of every list; the history stays. */
export const CustomerDeleted = defineEvent('CustomerDeleted', 1, {
  schema: z.object({ customerId: CustomerId }),
  deletes: { kind: 'customer', id: ({ customerId }) => customerId },
});

/**
 * The records of a customer are evidence in a matter and are not destroyed, also when the customer
 * is deleted. `holdId` counts the holds of one customer.
 */
export const LegalHoldPlaced = defineEvent('LegalHoldPlaced', 1, {
  schema: z.object({ customerId: CustomerId, holdId: z.int().positive() }),
  personal: { schema: z.object({ matter: z.string() }), subject },
});

export const LegalHoldLifted = defineEvent('LegalHoldLifted', 1, {
  schema: z.object({ customerId: CustomerId, holdId: z.int().positive() }),
  personal: { schema: z.object({ liftReason: z.string() }), subject },
});

/** Who is to act for the customer on their death or incapacity; gone with the customer's key. */
export const NomineeDetails = z.object({
  name: z.string(),
  relation: z.string(),
  phone: text,
  email: text,
});
export type NomineeDetails = z.infer<typeof NomineeDetails>;

/** `nomineeId` counts the nominees of one customer. */
export const NomineeRecorded = defineEvent('NomineeRecorded', 1, {
  schema: z.object({
    customerId: CustomerId,
    nomineeId: z.int().positive(),
    /** The Kolkata day on which the customer said so. */
    recordedOn: z.string(),
    takenFrom: TakenFrom,
  }),
  personal: { schema: NomineeDetails, subject: subjectOfTaken },
});

export const NomineeRevoked = defineEvent('NomineeRevoked', 1, {
  schema: z.object({ customerId: CustomerId, nomineeId: z.int().positive() }),
});

/**
 * The person is to be forgotten: out of every list at once; their records and key go until
 * `CustomerErasureCompleted`. The reason outlives the person, so it is sealed for who erased them.
 */
export const CustomerErased = defineEvent('CustomerErased', 1, {
  schema: z.object({
    customerId: CustomerId,
    /** A user. */
    erasedBy: z.int().positive(),
    /** Records had to be retained still, to this Kolkata day; null: no more. */
    overriddenRetention: z.string().nullable(),
  }),
  personal: {
    schema: z.object({ reason: z.string() }),
    subject: ({ erasedBy }) => userStream(erasedBy),
  },
});

/** What belonged to the person is deleted, and their key destroyed. */
export const CustomerErasureCompleted = defineEvent('CustomerErasureCompleted', 1, {
  schema: z.object({ customerId: CustomerId }),
});

const Consents = z.array(Choice.extend(proof));

/**
 * In the stream of a customer who is the same person as another one: from now on their number leads
 * to the other. This one event is the merge. `fields` and `takesKyc` say what the other one takes
 * over of them, which that one's stream then records.
 */
export const CustomerMerged = defineEvent('CustomerMerged', 1, {
  schema: z.object({
    customerId: CustomerId,
    intoId: CustomerId,
    fields: z.array(z.enum(CUSTOMER_DETAIL_FIELDS)),
    takesKyc: z.boolean(),
  }),
});

/** They are a customer of their own again, as they were: told anew, so that lists have them back. */
export const CustomerMergeUndone = defineEvent('CustomerMergeUndone', 1, {
  schema: z.object({
    customerId: CustomerId,
    fromId: CustomerId,
    ownerId: OwnerId,
    kyc: Kyc,
    consents: Consents,
    /** An instant. */
    registeredAt: z.string(),
  }),
  personal: { schema: CustomerDetails.extend({ formerKeys: text }), subject },
});

/**
 * In the stream of the customer who remains: what came with another one, and what it put aside, to be
 * given back. What was taken over is recorded before it, as every change is; the details that were
 * put aside are those from before these changes.
 */
export const DuplicateMerged = defineEvent('DuplicateMerged', 1, {
  schema: z.object({
    customerId: CustomerId,
    duplicateId: CustomerId,
    /** Details that were taken over. */
    fields: z.array(z.enum(CUSTOMER_DETAIL_FIELDS)),
    kyc: Kyc.nullable(),
    /** Former choices; of those that there were none of, what they were for. */
    consents: Consents,
    newConsents: z.array(
      z.object({ purpose: z.enum(CONSENT_PURPOSES), channel: z.enum(CHANNELS) }),
    ),
    /** Nominees who came along, by the numbers that they have here. */
    nomineeIds: z.array(z.int().positive()),
  }),
  personal: {
    /** `formerKeys`: by what the merged ones are found, of all that lead here. */
    schema: z.object({ formerKeys: text }),
    subject: ({ duplicateId }) => customerStream(duplicateId),
  },
});

/** A merge was undone: what was changed back is recorded before it; these choices are no more. */
export const DuplicateSeparated = defineEvent('DuplicateSeparated', 1, {
  schema: z.object({
    customerId: CustomerId,
    duplicateId: CustomerId,
    consentsGone: z.array(Choice.omit({ choice: true })),
  }),
  personal: { schema: z.object({ formerKeys: text }), subject },
});

/** Somebody looked: two who seem to be one person are not. In the stream of the lower number. */
export const CustomersMarkedDistinct = defineEvent('CustomersMarkedDistinct', 1, {
  schema: z.object({ customerId: CustomerId, otherId: CustomerId }),
});

/** They may be one person after all: they are suggested again where they seem to be. */
export const CustomersMarkedDistinctUndone = defineEvent('CustomersMarkedDistinctUndone', 1, {
  schema: z.object({ customerId: CustomerId, otherId: CustomerId }),
});

export const customerEventDefinitions = [
  CustomerRegistered,
  CustomerDetailsChanged,
  CustomerKycStatusChanged,
  CustomerConsentRecorded,
  CustomerReassigned,
  CustomerDeleted,
  CustomerErased,
  CustomerErasureCompleted,
  LegalHoldPlaced,
  LegalHoldLifted,
  NomineeRecorded,
  NomineeRevoked,
  CustomerMerged,
  CustomerMergeUndone,
  DuplicateMerged,
  DuplicateSeparated,
  CustomersMarkedDistinct,
  CustomersMarkedDistinctUndone,
] as const;
export type CustomerEvent = EventIn<typeof customerEventDefinitions>;

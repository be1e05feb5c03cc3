import { z } from 'zod';
import { customerStream } from '../customers/customerEvents.js';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';
import { INSURED_RELATIONS } from '../households/relations.js';
import { PREMIUM_FREQUENCIES } from '../rules/premiumFrequency.js';
import { PAYMENT_MEANS } from './paymentKinds.js';
import {
  CANCELLATION_REASONS,
  COVER_TYPES,
  POLICY_KINDS,
  POLICY_STATUSES,
  POLICY_TYPES,
  VEHICLE_TYPES,
} from './policyKinds.js';

/** Of the policy: the id of its first term. */
const PolicyId = z.int().positive();
const TermId = z.int().positive();
const CustomerId = z.int().positive();
/** Whole paise: an amount in an event is never a fraction. */
const Amount = z.int().nonnegative();
/** YYYY-MM-DD in Asia/Kolkata; the first and the last day of a term are both covered. */
const CalendarDay = z.string();
const text = z.string().nullable();

/** Which term an event is about, and whose it is. */
const TERM = { policyId: PolicyId, termId: TermId };
const TERM_OF_CUSTOMER = { ...TERM, customerId: CustomerId };
const Status = z.enum(POLICY_STATUSES);

/** One stream for each policy; its terms live inside. */
export const policyStream = (policyId: number): string => `policy-${policyId}`;

/**
 * The most terms that a policy can have, deleted ones included. Ids of policies are multiples of
 * it: the first term has its policy's, later ones count on from there. So a term's id alone
 * identifies its policy, and no two terms can get the same.
 */
export const TERMS_PER_POLICY = 100;

export const policyIdOf = (termId: number): number => termId - (termId % TERMS_PER_POLICY);

/** What is personal in a policy is sealed with the key of its policyholder. */
const subject = (data: { customerId: number }): string => customerStream(data.customerId);

/** What a term covers, for how much and for how long. What the other kind has is null. */
export const PolicyCover = z.object({
  insuranceCompany: z.string(),
  /** For a vehicle its insured declared value (IDV). */
  sumAssured: Amount,
  /** Of one instalment, every `premiumFrequency`. */
  premiumAmount: Amount,
  premiumFrequency: z.enum(PREMIUM_FREQUENCIES),
  /** Of a motor premium, without GST; null where it is not known. */
  ownDamagePremium: Amount.nullable(),
  thirdPartyPremium: Amount.nullable(),
  /** In the premium. */
  premiumGst: Amount.nullable(),
  startDate: CalendarDay,
  endDate: CalendarDay,
  policyType: z.enum(POLICY_TYPES).nullable(),
  vehicleType: z.enum(VEHICLE_TYPES).nullable(),
  vehicleMake: text,
  vehicleModel: text,
  vehicleYear: z.int().nullable(),
  coverType: z.enum(COVER_TYPES).nullable(),
  /** Where third-party cover ends on another day than the rest. */
  thirdPartyEndDate: CalendarDay.nullable(),
  ncbPercent: z.int().nullable(),
});
export type PolicyCover = z.infer<typeof PolicyCover>;
export const POLICY_COVER_FIELDS = PolicyCover.keyof().options;

/**
 * By what a person, or their vehicle, is known to insurers and registers, and whom they nominated:
 * sealed in every event.
 */
export const PolicyIdentity = z.object({
  policyNumber: z.string(),
  /** Upper case, without spaces. */
  vehicleNumber: text,
  engineNumber: text,
  chassisNumber: text,
  nomineeName: text,
  nomineeRelation: text,
  nomineeBirthDate: CalendarDay.nullable(),
  appointeeName: text,
  appointeeRelation: text,
});
export type PolicyIdentity = z.infer<typeof PolicyIdentity>;
export const POLICY_IDENTITY_FIELDS = PolicyIdentity.keyof().options;

const Field = z.enum([...POLICY_COVER_FIELDS, ...POLICY_IDENTITY_FIELDS]);
export type PolicyTermField = z.infer<typeof Field>;

/** A policy begins, with its first term, whose id is the policy's. */
export const PolicyIssued = defineEvent('PolicyIssued', 1, {
  schema: z.object({
    policyId: PolicyId,
    kind: z.enum(POLICY_KINDS),
    customerId: CustomerId,
    /** The quotation that it came from. */
    quotationId: z.int().positive().nullable(),
    status: Status,
    cover: PolicyCover,
  }),
  personal: { schema: PolicyIdentity, subject },
  begins: { kind: 'policy', id: ({ policyId }) => policyId },
});

/** A correction of the record by the form; a change of the cover itself is an endorsement. */
export const PolicyDetailsChanged = defineEvent('PolicyDetailsChanged', 1, {
  schema: z.object({
    ...TERM_OF_CUSTOMER,
    /** What changed, readable also after an erasure. */
    fields: z.array(Field),
    cover: PolicyCover.partial(),
  }),
  personal: { schema: PolicyIdentity.partial(), subject },
});

/** The term was entered for somebody else. Its identity is sealed anew with their key. */
export const PolicyholderChanged = defineEvent('PolicyholderChanged', 1, {
  schema: z.object({ ...TERM_OF_CUSTOMER, formerCustomerId: CustomerId }),
  personal: { schema: PolicyIdentity, subject },
  moves: { kind: 'policy', id: ({ termId }) => termId },
});

/** What was due of a term before an endorsement of its premium; no later than the day before. */
const EarlierPremium = PolicyCover.pick({
  ...{ premiumAmount: true, ownDamagePremium: true, thirdPartyPremium: true, premiumGst: true },
}).extend({ until: CalendarDay });

/** The cover changed from a day on. */
export const PolicyEndorsed = defineEvent('PolicyEndorsed', 1, {
  schema: z.object({
    ...TERM_OF_CUSTOMER,
    effectiveFrom: CalendarDay,
    fields: z.array(Field),
    before: PolicyCover.partial(),
    after: PolicyCover.partial(),
    /** What was due before, as it is by this one, oldest first; null: it changes no premium. */
    earlierPremiums: z.array(EarlierPremium).nullable(),
  }),
  personal: {
    schema: z.object({
      before: PolicyIdentity.partial(),
      after: PolicyIdentity.partial(),
      reason: z.string(),
    }),
    subject,
  },
});

/** A term is renewed: the next one begins, for whoever holds the one before. */
export const PolicyRenewed = defineEvent('PolicyRenewed', 1, {
  schema: z.object({
    policyId: PolicyId,
    kind: z.enum(POLICY_KINDS),
    /** The term that ends. */
    termId: TermId,
    /** The term that begins. */
    nextTermId: TermId,
    customerId: CustomerId,
    cover: PolicyCover,
  }),
  personal: { schema: PolicyIdentity, subject },
  begins: { kind: 'policy', id: ({ nextTermId }) => nextTermId },
});

export const PolicyCancelled = defineEvent('PolicyCancelled', 1, {
  schema: z.object({
    ...TERM_OF_CUSTOMER,
    cancelledOn: CalendarDay,
    reason: z.enum(CANCELLATION_REASONS),
  }),
  personal: { schema: z.object({ note: text }), subject },
});

/** A cancellation or a lapse is undone. */
export const PolicyReinstated = defineEvent('PolicyReinstated', 1, {
  schema: z.object({ ...TERM_OF_CUSTOMER, from: Status }),
  personal: { schema: z.object({ note: text }), subject },
});

/** By the system, the day after the end date; once for an end date. */
export const PolicyExpired = defineEvent('PolicyExpired', 1, {
  schema: z.object({ ...TERM, endDate: CalendarDay }),
});

/** Somebody chose the status by hand. */
export const PolicyStatusCorrected = defineEvent('PolicyStatusCorrected', 1, {
  schema: z.object({ ...TERM, from: Status, to: Status }),
});

/**
 * The last term is out of every list; its history stays. The term that it had renewed stands again
 * as it did before; with its only term the policy is deleted.
 */
export const PolicyTermDeleted = defineEvent('PolicyTermDeleted', 1, {
  schema: z.object({
    ...TERM,
    previous: z.object({ termId: TermId, status: Status }).nullable(),
  }),
  deletes: { kind: 'policy', id: ({ termId }) => termId },
});

/**
 * Whom a health term covers, all of them; a customer by number, who keeps their name themselves.
 * Recorded anew where the term is renewed or goes to another policyholder.
 */
export const InsuredMembersChanged = defineEvent('InsuredMembersChanged', 1, {
  schema: z.object({
    ...TERM_OF_CUSTOMER,
    members: z.array(
      z.object({ customerId: CustomerId.nullable(), relation: z.enum(INSURED_RELATIONS) }),
    ),
  }),
  personal: {
    /** In the same order; null of customers. */
    schema: z.object({
      persons: z.array(
        z.object({ name: z.string(), dateOfBirth: CalendarDay.nullable() }).nullable(),
      ),
    }),
    subject,
  },
});

/** Of the premiums of a term, which are paid in their order. */
const InstalmentNumber = z.int().positive();

/** An instalment of the premium has been paid. The days when they are due follow from the cover. */
export const InstalmentPaid = defineEvent('InstalmentPaid', 1, {
  schema: z.object({
    ...TERM_OF_CUSTOMER,
    number: InstalmentNumber,
    dueDate: CalendarDay,
    /** What was paid. */
    amount: Amount,
    paidOn: CalendarDay,
    means: z.enum(PAYMENT_MEANS),
  }),
  personal: { schema: z.object({ reference: text }), subject },
});

/** The latest payment was marked by mistake, or came back, as a cheque does. */
export const InstalmentTakenBack = defineEvent('InstalmentTakenBack', 1, {
  schema: z.object({ ...TERM_OF_CUSTOMER, number: InstalmentNumber }),
  personal: { schema: z.object({ reason: text }), subject },
});

export const policyEventDefinitions = [
  PolicyIssued,
  PolicyDetailsChanged,
  PolicyholderChanged,
  PolicyEndorsed,
  PolicyRenewed,
  PolicyCancelled,
  PolicyReinstated,
  PolicyExpired,
  PolicyStatusCorrected,
  PolicyTermDeleted,
  InsuredMembersChanged,
  InstalmentPaid,
  InstalmentTakenBack,
] as const;
export type PolicyEvent = EventIn<typeof policyEventDefinitions>;

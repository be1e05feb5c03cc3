import { z } from 'zod';
import { customerStream } from '../customers/customerEvents.js';
import { defineEvent, type EventOf } from '../events/eventDefinition.js';
import { PREMIUM_FREQUENCIES } from '../rules/premiumFrequency.js';
import {
  CANCELLATION_REASONS,
  COVER_TYPES,
  POLICY_KINDS,
  POLICY_STATUSES,
  POLICY_TYPES,
  VEHICLE_TYPES,
} from './policyKinds.js';

const PolicyId = z.int().positive();
const CustomerId = z.int().positive();
/** Whole paise: an amount in an event is never a fraction. */
const Amount = z.int().nonnegative();
/** YYYY-MM-DD in Asia/Kolkata; the first and the last day of a term are both covered. */
const CalendarDay = z.string();
const text = z.string().nullable();

export const policyStream = (policyId: number): string => `policy-${policyId}`;

/** What is personal in a policy is sealed with the key of its holder. */
const subject = (data: { customerId: number }): string => customerStream(data.customerId);

/** What a term covers, for how much and for how long. What the other kind has is null. */
export const PolicyCover = z.object({
  insuranceCompany: z.string(),
  /** For a vehicle its insured declared value (IDV). */
  sumAssured: Amount,
  /** Of one instalment, every `premiumFrequency`. */
  premiumAmount: Amount,
  premiumFrequency: z.enum(PREMIUM_FREQUENCIES),
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

/** By what a person, or their vehicle, is known to insurers and registers: sealed in every event. */
export const PolicyIdentity = z.object({
  policyNumber: z.string(),
  /** Upper case, without spaces. */
  vehicleNumber: text,
  engineNumber: text,
  chassisNumber: text,
});
export type PolicyIdentity = z.infer<typeof PolicyIdentity>;
export const POLICY_IDENTITY_FIELDS = PolicyIdentity.keyof().options;

const Field = z.enum([...POLICY_COVER_FIELDS, ...POLICY_IDENTITY_FIELDS]);
export type PolicyTermField = z.infer<typeof Field>;

/** A term begins: a new policy, or the next term of one that is renewed. */
export const PolicyIssued = defineEvent('PolicyIssued', 2, {
  schema: z.object({
    policyId: PolicyId,
    kind: z.enum(POLICY_KINDS),
    customerId: CustomerId,
    /** The first term of the chain: itself, when it renews nothing. */
    chainId: PolicyId,
    predecessorId: PolicyId.nullable(),
    /** The quotation that it came from; since version 2. */
    quotationId: z.int().positive().nullable(),
    /** The policy number came from the predecessor. */
    numberKept: z.boolean(),
    status: z.enum(POLICY_STATUSES),
    cover: PolicyCover,
  }),
  personal: { schema: PolicyIdentity, subject },
  upcasters: { 1: (data) => ({ ...(data as object), quotationId: null }) },
});

/** A correction of the record by the form; a change of the cover itself is an endorsement. */
export const PolicyDetailsChanged = defineEvent('PolicyDetailsChanged', 1, {
  schema: z.object({
    policyId: PolicyId,
    customerId: CustomerId,
    /** What changed, told also after an erasure. */
    fields: z.array(Field),
    cover: PolicyCover.partial(),
  }),
  personal: { schema: PolicyIdentity.partial(), subject },
});

/** The policy was entered for somebody else. Its identity is sealed anew with the new holder's key. */
export const PolicyHolderChanged = defineEvent('PolicyHolderChanged', 1, {
  schema: z.object({
    policyId: PolicyId,
    customerId: CustomerId,
    formerCustomerId: CustomerId,
  }),
  personal: { schema: PolicyIdentity, subject },
});

/** The cover changed from a day on. */
export const PolicyEndorsed = defineEvent('PolicyEndorsed', 1, {
  schema: z.object({
    policyId: PolicyId,
    customerId: CustomerId,
    effectiveFrom: CalendarDay,
    fields: z.array(Field),
    before: PolicyCover.partial(),
    after: PolicyCover.partial(),
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

/**
 * The term that ends names the one that begins, with all that it says: whoever reads this can write
 * the next term's stream, if whoever renewed could not finish.
 */
export const PolicyRenewed = defineEvent('PolicyRenewed', 1, {
  schema: z.object({
    policyId: PolicyId,
    customerId: CustomerId,
    chainId: PolicyId,
    kind: z.enum(POLICY_KINDS),
    successorId: PolicyId,
    numberKept: z.boolean(),
    cover: PolicyCover,
  }),
  personal: { schema: PolicyIdentity, subject },
});

/** The next term was deleted: this one stands again as it was before. */
export const PolicyRenewalWithdrawn = defineEvent('PolicyRenewalWithdrawn', 1, {
  schema: z.object({
    policyId: PolicyId,
    successorId: PolicyId,
    status: z.enum(POLICY_STATUSES),
  }),
});

export const PolicyCancelled = defineEvent('PolicyCancelled', 1, {
  schema: z.object({
    policyId: PolicyId,
    customerId: CustomerId,
    cancelledOn: CalendarDay,
    reason: z.enum(CANCELLATION_REASONS),
  }),
  personal: { schema: z.object({ note: text }), subject },
});

/** A cancellation or a lapse is undone. */
export const PolicyReinstated = defineEvent('PolicyReinstated', 1, {
  schema: z.object({
    policyId: PolicyId,
    customerId: CustomerId,
    from: z.enum(POLICY_STATUSES),
  }),
  personal: { schema: z.object({ note: text }), subject },
});

/** By the system, the day after the end date; once for an end date. */
export const PolicyExpired = defineEvent('PolicyExpired', 1, {
  schema: z.object({ policyId: PolicyId, endDate: CalendarDay }),
});

/** Somebody chose the status by hand. */
export const PolicyStatusCorrected = defineEvent('PolicyStatusCorrected', 1, {
  schema: z.object({
    policyId: PolicyId,
    from: z.enum(POLICY_STATUSES),
    to: z.enum(POLICY_STATUSES),
  }),
});

/** Out of every list; the history stays. */
export const PolicyDeleted = defineEvent('PolicyDeleted', 1, {
  schema: z.object({ policyId: PolicyId }),
});

export type PolicyEvent =
  | EventOf<typeof PolicyIssued>
  | EventOf<typeof PolicyDetailsChanged>
  | EventOf<typeof PolicyHolderChanged>
  | EventOf<typeof PolicyEndorsed>
  | EventOf<typeof PolicyRenewed>
  | EventOf<typeof PolicyRenewalWithdrawn>
  | EventOf<typeof PolicyCancelled>
  | EventOf<typeof PolicyReinstated>
  | EventOf<typeof PolicyExpired>
  | EventOf<typeof PolicyStatusCorrected>
  | EventOf<typeof PolicyDeleted>;

export const policyEventDefinitions = [
  PolicyIssued,
  PolicyDetailsChanged,
  PolicyHolderChanged,
  PolicyEndorsed,
  PolicyRenewed,
  PolicyRenewalWithdrawn,
  PolicyCancelled,
  PolicyReinstated,
  PolicyExpired,
  PolicyStatusCorrected,
  PolicyDeleted,
] as const;

import { z } from 'zod';
import { customerStream } from '../customers/customerEvents.js';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';
import { POLICY_KINDS } from '../policies/policyKinds.js';
import {
  CLAIM_KINDS,
  CLAIM_STAGES,
  CLAIM_STEPS,
  REQUEST_CHANNELS,
  REQUIREMENT_MARKS,
} from './claimKinds.js';
import { CLAIM_REQUIREMENTS } from './claimRequirements.js';

const ClaimId = z.int().positive();
const CustomerId = z.int().positive();
/** YYYY-MM-DD in Asia/Kolkata. */
const CalendarDay = z.string();
/** Whole paise. */
const Amount = z.int().nonnegative();
const text = z.string().nullable();

export const claimStream = (claimId: number): string => `claim-${claimId}`;
const subject = (data: { customerId: number }): string => customerStream(data.customerId);

export const ClaimDetails = z.object({
  kind: z.enum(CLAIM_KINDS),
  lossDate: CalendarDay,
  intimatedOn: CalendarDay,
  amountClaimed: Amount,
});
/** Personal: who was treated, and who treated or surveyed what, says more than the claim. Sealed in every event. */
export const ClaimParticulars = z.object({
  /** Whom of those that a health policy covers it is about. */
  patient: text,
  insurerClaimNumber: text,
  provider: text,
  surveyor: text,
  notes: text,
});
const Field = z.enum([...ClaimDetails.keyof().options, ...ClaimParticulars.keyof().options]);

/** What follows from what happened, by the rules of then. */
const Standing = z.object({
  /** Since when it is in its stage. */
  stageOn: CalendarDay,
  missing: z.array(z.enum(CLAIM_REQUIREMENTS)),
  /** The day on which the last document came. */
  completeOn: CalendarDay.nullable(),
  /** The last day on which the insurer’s next step is in time. */
  dueOn: CalendarDay.nullable(),
});
export type ClaimStandingThen = z.infer<typeof Standing>;

/** A loss is reported under a term of a policy. Its number is the system’s: `CL-2026-27-15`. */
export const ClaimIntimated = defineEvent('ClaimIntimated', 1, {
  schema: z.object({
    claimId: ClaimId,
    claimNumber: z.string(),
    customerId: CustomerId,
    /** The term, as it was when the claim was entered. */
    policyId: z.int().positive(),
    policyKind: z.enum(POLICY_KINDS),
    term: z.object({ startDate: CalendarDay, endDate: CalendarDay }),
    details: ClaimDetails,
    standing: Standing,
  }),
  personal: { schema: ClaimParticulars, subject },
  begins: { kind: 'claim', id: ({ claimId }) => claimId },
});

export const ClaimChanged = defineEvent('ClaimChanged', 1, {
  schema: z.object({
    claimId: ClaimId,
    customerId: CustomerId,
    /** What changed, readable also after an erasure. */
    fields: z.array(Field),
    details: ClaimDetails.partial(),
    standing: Standing,
  }),
  personal: { schema: ClaimParticulars.partial(), subject },
});

/** It was brought to a stage: asked about, approved for an amount, settled, or ended otherwise. */
export const ClaimMoved = defineEvent('ClaimMoved', 1, {
  schema: z.object({
    claimId: ClaimId,
    customerId: CustomerId,
    from: z.enum(CLAIM_STAGES),
    to: z.enum(CLAIM_STEPS),
    /** What was approved, or paid; null of other stages. */
    amount: Amount.nullable(),
    standing: Standing,
  }),
  /** What was asked, deducted for, or refused. */
  personal: { schema: z.object({ reason: text }), subject },
});

export const ClaimRequirementMarked = defineEvent('ClaimRequirementMarked', 1, {
  schema: z.object({
    claimId: ClaimId,
    requirement: z.enum(CLAIM_REQUIREMENTS),
    mark: z.enum(REQUIREMENT_MARKS),
    on: CalendarDay,
    /** The uploaded file that it is. */
    documentId: z.int().positive().nullable(),
    standing: Standing,
  }),
});

/** Missing documents are asked for. Of an email: written before it is sent. */
export const ClaimDocumentsRequested = defineEvent('ClaimDocumentsRequested', 1, {
  schema: z.object({
    claimId: ClaimId,
    customerId: CustomerId,
    /** A UUID, the local part of its Message-ID. */
    requestId: z.string(),
    channel: z.enum(REQUEST_CHANNELS),
    requirements: z.array(z.enum(CLAIM_REQUIREMENTS)),
  }),
});

/** What became of an email that asks for documents. */
export const ClaimRequestDelivered = defineEvent('ClaimRequestDelivered', 1, {
  schema: z.object({
    claimId: ClaimId,
    requestId: z.string(),
    /**
     * `kept`: there was no mail server, and it was stored as a file. `overtaken`: it was broken off,
     * and out of date before it could be finished.
     */
    outcome: z.enum(['sent', 'kept', 'refused', 'unreachable', 'overtaken']),
  }),
});

/** Out of every list; the history stays. */
export const ClaimDeleted = defineEvent('ClaimDeleted', 1, {
  schema: z.object({ claimId: ClaimId }),
  deletes: { kind: 'claim', id: ({ claimId }) => claimId },
});

export const claimEventDefinitions = [
  ClaimIntimated,
  ClaimChanged,
  ClaimMoved,
  ClaimRequirementMarked,
  ClaimDocumentsRequested,
  ClaimRequestDelivered,
  ClaimDeleted,
] as const;
export type ClaimEvent = EventIn<typeof claimEventDefinitions>;

import { z } from 'zod';
import { customerStream } from '../customers/customerEvents.js';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';
import { LOSS_REASONS } from './renewalKinds.js';

/** The term that is due. */
const TermId = z.int().positive();

/**
 * One stream for each term that is due: what was done about its renewal. That it was quoted or
 * renewed is no event here: quotations and policies say so themselves.
 */
export const renewalStream = (termId: number): string => `renewal-${termId}`;

/** The policyholder was spoken to. */
export const RenewalContacted = defineEvent('RenewalContacted', 1, {
  schema: z.object({ termId: TermId }),
});

/** It was moved back to Due: nobody has spoken to the policyholder after all. */
export const RenewalReturnedToDue = defineEvent('RenewalReturnedToDue', 1, {
  schema: z.object({ termId: TermId }),
});

/** The policyholder does not renew. */
export const RenewalLost = defineEvent('RenewalLost', 1, {
  schema: z.object({
    termId: TermId,
    /** Who the policyholder was then. */
    customerId: z.int().positive(),
    reason: z.enum(LOSS_REASONS),
  }),
  personal: {
    schema: z.object({ note: z.string().nullable() }),
    subject: (data) => customerStream(data.customerId),
  },
});

/** It was not lost after all. */
export const RenewalReopened = defineEvent('RenewalReopened', 1, {
  schema: z.object({ termId: TermId }),
});

export const RenewalOwnerAssigned = defineEvent('RenewalOwnerAssigned', 1, {
  schema: z.object({
    termId: TermId,
    /** The user who sees to it; null: nobody any more. */
    ownerId: z.int().positive().nullable(),
  }),
});

export const RenewalFollowUpSet = defineEvent('RenewalFollowUpSet', 1, {
  schema: z.object({
    termId: TermId,
    /** YYYY-MM-DD in Asia/Kolkata; null: none any more. */
    followUpOn: z.string().nullable(),
  }),
});

/** What a talk with the policyholder came to; in place of the note before. */
export const RenewalNoteChanged = defineEvent('RenewalNoteChanged', 1, {
  schema: z.object({
    termId: TermId,
    /** Who the policyholder was then. */
    customerId: z.int().positive(),
  }),
  personal: {
    schema: z.object({ note: z.string().nullable() }),
    subject: (data) => customerStream(data.customerId),
  },
});

export const renewalEventDefinitions = [
  RenewalContacted,
  RenewalReturnedToDue,
  RenewalLost,
  RenewalReopened,
  RenewalOwnerAssigned,
  RenewalFollowUpSet,
  RenewalNoteChanged,
] as const;
export type RenewalEvent = EventIn<typeof renewalEventDefinitions>;

import { z } from 'zod';
import { LANGUAGES } from '../customers/customerFields.js';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';
import { LEAD_INTERESTS, LEAD_LOSS_REASONS, LEAD_SOURCES, LEAD_STATUSES } from './leadKinds.js';

const LeadId = z.int().positive();
const id = { leadId: LeadId };
/** YYYY-MM-DD in Asia/Kolkata. */
const CalendarDay = z.string();
const text = z.string().nullable();

export const leadStream = (leadId: number): string => `lead-${leadId}`;
/** Who is no customer has a key of their own, which is destroyed with the lead. */
const subject = ({ leadId }: { leadId: number }): string => leadStream(leadId);

export const LeadDetails = z.object({
  source: z.enum(LEAD_SOURCES),
  interest: z.enum(LEAD_INTERESTS),
  /** The user who sees to it; null: anybody. */
  ownerId: z.int().positive().nullable(),
  nextStepOn: CalendarDay.nullable(),
});
/** Personal: who asks, and what for. */
export const LeadPerson = z.object({
  name: z.string(),
  /** E.164 for Indian mobiles, otherwise as typed. */
  phone: text,
  email: text,
  pincode: text,
  details: text,
  nextStep: text,
});
export type LeadPerson = z.infer<typeof LeadPerson>;
const Field = z.enum([...LeadDetails.keyof().options, ...LeadPerson.keyof().options]);

export const LeadAdded = defineEvent('LeadAdded', 1, {
  schema: z.object({
    ...id,
    details: LeadDetails,
    /**
     * Of who filled in the form: that they agreed to be contacted about this, on which day, and
     * which notice was shown. It identifies nobody, and outlives the key as proof. Null of a lead
     * that somebody of the agency wrote down.
     */
    consent: z
      .object({
        givenOn: CalendarDay,
        notice: z.object({ version: z.int().positive(), language: z.enum(LANGUAGES) }).nullable(),
      })
      .nullable(),
  }),
  personal: { schema: LeadPerson, subject },
});

export const LeadChanged = defineEvent('LeadChanged', 1, {
  schema: z.object({
    ...id,
    /** What changed, readable also after an erasure. */
    fields: z.array(Field),
    details: LeadDetails.partial(),
  }),
  personal: { schema: LeadPerson.partial(), subject },
});

export const LeadMoved = defineEvent('LeadMoved', 1, {
  schema: z.object({
    ...id,
    from: z.enum(LEAD_STATUSES),
    to: z.enum(LEAD_STATUSES),
    /** Of a lost one. */
    reason: z.enum(LEAD_LOSS_REASONS).nullable(),
    /** The quotation or the policy that it follows from; null: somebody said so. */
    quotationId: z.int().positive().nullable(),
    policyId: z.int().positive().nullable(),
  }),
});

/** The lead has become a customer: from then on it is a record of theirs. */
export const LeadConverted = defineEvent('LeadConverted', 1, {
  schema: z.object({ ...id, customerId: z.int().positive() }),
  begins: { kind: 'lead', id: ({ leadId }) => leadId },
});

/** Out of every list. What is known of the person is destroyed; the history of the lead stays. */
export const LeadDeleted = defineEvent('LeadDeleted', 1, {
  schema: z.object(id),
  deletes: { kind: 'lead', id: ({ leadId }) => leadId },
});

/** The key is destroyed. */
export const LeadErased = defineEvent('LeadErased', 1, { schema: z.object(id) });

export const leadEventDefinitions = [
  LeadAdded,
  LeadChanged,
  LeadMoved,
  LeadConverted,
  LeadDeleted,
  LeadErased,
] as const;
export type LeadEvent = EventIn<typeof leadEventDefinitions>;

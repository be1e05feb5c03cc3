import { z } from 'zod';
import { customerStream } from '../customers/customerEvents.js';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';
import { POLICY_KINDS, POLICY_TYPES, VEHICLE_TYPES } from '../policies/policyKinds.js';
import { QUOTATION_STATUSES } from './quotationKinds.js';

const QuotationId = z.int().positive();
const CustomerId = z.int().positive();
/** Which quotation an event is about, and whose it is. */
const OF_CUSTOMER = { quotationId: QuotationId, customerId: CustomerId };
const Status = z.enum(QUOTATION_STATUSES);
/** Whole paise. */
const Amount = z.int().nonnegative();

export const quotationStream = (quotationId: number): string => `quotation-${quotationId}`;

const subject = (data: { customerId: number }): string => customerStream(data.customerId);

/** What is offered. What the other type of insurance has is null. */
export const QuotationOffer = z.object({
  insuranceType: z.enum(POLICY_KINDS),
  policyType: z.enum(POLICY_TYPES).nullable(),
  vehicleType: z.enum(VEHICLE_TYPES).nullable(),
  insuranceCompany: z.string().nullable(),
  /** For a vehicle its insured declared value (IDV). */
  sumAssured: Amount,
  /** With the tax that it includes. */
  premiumAmount: Amount,
  serviceCharges: Amount,
  validityDays: z.int().positive(),
  /** Percent of goods and services tax that the premium includes, as it was when it was quoted. */
  gstRate: z.int().nonnegative(),
});
export type QuotationOffer = z.infer<typeof QuotationOffer>;
export const QUOTATION_OFFER_FIELDS = QuotationOffer.keyof().options;

/** Personal: sealed in every event. */
export const QuotationParticulars = z.object({
  /** Upper case, without spaces. */
  vehicleNumber: z.string().nullable(),
  /** What the agent wants to say with it; printed. */
  notes: z.string().nullable(),
});
export type QuotationParticulars = z.infer<typeof QuotationParticulars>;
export const QUOTATION_PARTICULARS = QuotationParticulars.keyof().options;

const Field = z.enum([...QUOTATION_OFFER_FIELDS, ...QUOTATION_PARTICULARS]);
export type QuotationField = z.infer<typeof Field>;

/** A quotation is made out to a customer. Its number is the system's: `QT-2026-27-15`. */
export const QuotationCreated = defineEvent('QuotationCreated', 1, {
  schema: z.object({
    ...OF_CUSTOMER,
    quotationNumber: z.string(),
    status: Status,
    offer: QuotationOffer,
  }),
  personal: { schema: QuotationParticulars, subject },
  begins: { kind: 'quotation', id: ({ quotationId }) => quotationId },
});

/** The offer was changed; `fields` names what, also after an erasure. */
export const QuotationChanged = defineEvent('QuotationChanged', 1, {
  schema: z.object({
    ...OF_CUSTOMER,
    fields: z.array(Field),
    offer: QuotationOffer.partial(),
  }),
  personal: { schema: QuotationParticulars.partial(), subject },
});

/** It was made out to somebody else; what is personal is sealed anew with their key. */
export const QuotationCustomerChanged = defineEvent('QuotationCustomerChanged', 1, {
  schema: z.object({ ...OF_CUSTOMER, formerCustomerId: CustomerId }),
  personal: { schema: QuotationParticulars, subject },
  moves: { kind: 'quotation', id: ({ quotationId }) => quotationId },
});

/** Accepted, rejected, or whatever somebody chose. */
export const QuotationStatusSet = defineEvent('QuotationStatusSet', 1, {
  schema: z.object({ quotationId: QuotationId, from: Status, to: Status }),
});

/** Its customer accepted it by a link, under the name that they typed. */
export const QuotationAcceptedByLink = defineEvent('QuotationAcceptedByLink', 1, {
  schema: z.object({ ...OF_CUSTOMER, from: Status }),
  personal: { schema: z.object({ name: z.string() }), subject },
});

/**
 * An email with the PDF is about to be sent. Written before it is: who finds this without an
 * outcome sends the same message, under the same Message-ID, once more, unless it is out of date by
 * then.
 */
export const QuotationEmailRequested = defineEvent('QuotationEmailRequested', 1, {
  schema: z.object({
    ...OF_CUSTOMER,
    /** Of this email: a UUID, the local part of its Message-ID. */
    emailId: z.string(),
    /** The PDF as it is sent, kept in the file store for ever. */
    fileKey: z.string(),
  }),
  personal: { schema: z.object({ to: z.string(), message: z.string().nullable() }), subject },
});

/** The mail server took it, or it `isKept`; perhaps at a later try than one that failed. */
export const QuotationEmailed = defineEvent('QuotationEmailed', 1, {
  schema: z.object({
    quotationId: QuotationId,
    emailId: z.string(),
    /** True: there was no mail server, and it was stored as a file; null: before it was said. */
    isKept: z.boolean().nullable(),
  }),
});

/** It was not sent. Whoever asked for it knows, and may try once more what was `unreachable`. */
export const QuotationEmailFailed = defineEvent('QuotationEmailFailed', 1, {
  schema: z.object({
    quotationId: QuotationId,
    emailId: z.string(),
    /**
     * A word of ours, never the server's text, which may repeat the address: the server refused the
     * address for good, or it did not take the email just then, or the email was broken off and its
     * quotation or customer had changed, or another one was asked for, before it could be finished.
     */
    reason: z.enum(['refused', 'unreachable', 'overtaken']),
  }),
});

/** It became a policy, which names it, too. */
export const QuotationConverted = defineEvent('QuotationConverted', 1, {
  schema: z.object({
    quotationId: QuotationId,
    policyId: z.int().positive(),
    policyKind: z.enum(POLICY_KINDS),
  }),
});

/** Out of every list; the history stays. */
export const QuotationDeleted = defineEvent('QuotationDeleted', 1, {
  schema: z.object({ quotationId: QuotationId }),
  deletes: { kind: 'quotation', id: ({ quotationId }) => quotationId },
});

export const quotationEventDefinitions = [
  QuotationCreated,
  QuotationChanged,
  QuotationCustomerChanged,
  QuotationStatusSet,
  QuotationAcceptedByLink,
  QuotationEmailRequested,
  QuotationEmailed,
  QuotationEmailFailed,
  QuotationConverted,
  QuotationDeleted,
] as const;
export type QuotationEvent = EventIn<typeof quotationEventDefinitions>;

import { z } from 'zod';
import { defineEvent, type EventOf } from '../events/eventDefinition.js';
import { HELD_FORMATS } from '../privacy/held.js';
import { customerStream } from './customerEvents.js';
import { REVEALED_FIELDS } from './revealing.js';

/** Who looked at what of a customer: read by auditors, never decided on. */
export const customerAccessStream = (customerId: number): string => `customerAccess-${customerId}`;

/** Somebody is about to see a whole identity number. */
export const CustomerIdentityNumberRevealed = defineEvent('CustomerIdentityNumberRevealed', 1, {
  schema: z.object({ customerId: z.int().positive(), field: z.enum(REVEALED_FIELDS) }),
  personal: {
    schema: z.object({ reason: z.string() }),
    subject: ({ customerId }) => customerStream(customerId),
  },
});

/** Somebody is about to open a file of a customer who has been deleted. */
export const DeletedCustomerFileOpened = defineEvent('DeletedCustomerFileOpened', 1, {
  schema: z.object({ customerId: z.int().positive(), documentId: z.int().positive() }),
});

/** Somebody is about to get all that is held about a person, to answer them (DPDP Act 2023, s. 11). */
export const HeldDataReported = defineEvent('HeldDataReported', 1, {
  schema: z.object({
    customerId: z.int().positive(),
    format: z.enum(HELD_FORMATS),
    /** Identity numbers that it holds whole. */
    revealed: z.array(z.enum(REVEALED_FIELDS)),
  }),
});

/**
 * A user is about to learn which customers have an identity number that was typed, and may be guessed;
 * in the stream of what the user did.
 */
export const IdentityNumberLookedUp = defineEvent('IdentityNumberLookedUp', 1, {
  schema: z.object({
    userId: z.int().positive(),
    fields: z.array(z.enum(REVEALED_FIELDS)),
    /** Those who have one of them. */
    customerIds: z.array(z.int().positive()),
  }),
});

export type CustomerAccessEvent =
  | EventOf<typeof CustomerIdentityNumberRevealed>
  | EventOf<typeof DeletedCustomerFileOpened>
  | EventOf<typeof HeldDataReported>;

export const customerAccessEventDefinitions = [
  CustomerIdentityNumberRevealed,
  DeletedCustomerFileOpened,
  HeldDataReported,
  IdentityNumberLookedUp,
] as const;

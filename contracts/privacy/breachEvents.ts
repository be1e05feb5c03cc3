import { z } from 'zod';
import { AGENCY_STREAM } from '../agency/agencyEvents.js';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';
import { viewShapeOf } from '../fields/fields.js';
import {
  ACCESS_KINDS,
  BREACH_STEPS,
  DATA_KINDS,
  LETTER_OUTCOMES,
  STEP_ENDS,
} from './breachKinds.js';
import { BreachLetter, breachFields } from './breachViews.js';

const BreachId = z.int().positive();
const CustomerId = z.int().positive();
/** ISO 8601. */
const Instant = z.string();

/** One stream for each breach: what was decided about it. */
export const breachStream = (breachId: number): string => `breach-${breachId}`;
/** Whom it concerns: long, and never decided on. */
export const breachPersonsStream = (breachId: number): string => `breachPersons-${breachId}`;
/** One for each letter, so that none is sent twice. */
export const breachLetterStream = (breachId: number, customerId: number): string =>
  `breachLetter-${breachId}-${customerId}`;

/** What is typed of a breach is of no one customer: it is sealed for the agency. */
const subject = (): string => AGENCY_STREAM;

/** What the agency knows of it, as the reports to the Board ask (rule 7(2)). */
export const BreachFacts = z.object(viewShapeOf(breachFields));
export type BreachFacts = z.infer<typeof BreachFacts>;

/** Whose access is asked for: of these users (none: of all), from an instant up to another. */
export const Stretch = z.object({
  userIds: z.array(z.int().positive()),
  from: Instant,
  to: Instant,
  kinds: z.array(z.enum(ACCESS_KINDS)),
});
export type Stretch = z.infer<typeof Stretch>;

export const BreachOpened = defineEvent('BreachOpened', 1, {
  schema: z.object({ breachId: BreachId, awareAt: Instant }),
  personal: { schema: BreachFacts, subject },
});

export const BreachDescribed = defineEvent('BreachDescribed', 1, {
  schema: z.object({ breachId: BreachId, awareAt: Instant }),
  personal: { schema: BreachFacts, subject },
});

export const BreachLetterWritten = defineEvent('BreachLetterWritten', 1, {
  schema: z.object({ breachId: BreachId }),
  personal: { schema: BreachLetter, subject },
});

/** The persons listed under this number are concerned: it was looked up, and somebody has said so. */
export const BreachPersonsConfirmed = defineEvent('BreachPersonsConfirmed', 1, {
  schema: z.object({
    breachId: BreachId,
    confirmationId: z.int().positive(),
    stretch: Stretch,
    count: z.int().nonnegative(),
  }),
});

/** Those confirmed so far are not concerned after all. */
export const BreachPersonsCleared = defineEvent('BreachPersonsCleared', 1, {
  schema: z.object({ breachId: BreachId }),
});

export const BreachLettersRequested = defineEvent('BreachLettersRequested', 1, {
  schema: z.object({ breachId: BreachId }),
});

export const BreachStepEnded = defineEvent('BreachStepEnded', 1, {
  schema: z.object({
    breachId: BreachId,
    step: z.enum(BREACH_STEPS),
    end: z.enum(STEP_ENDS),
    doneAt: Instant,
  }),
});

/** It was ticked by mistake. */
export const BreachStepReopened = defineEvent('BreachStepReopened', 1, {
  schema: z.object({ breachId: BreachId, step: z.enum(BREACH_STEPS) }),
});

export const BreachClosed = defineEvent('BreachClosed', 1, {
  schema: z.object({ breachId: BreachId }),
  personal: { schema: z.object({ conclusion: z.string() }), subject },
});

/** Some of those concerned, all with the same kinds of data. They count once it is confirmed. */
export const BreachPersonsListed = defineEvent('BreachPersonsListed', 1, {
  schema: z.object({
    breachId: BreachId,
    confirmationId: z.int().positive(),
    data: z.array(z.enum(DATA_KINDS)),
    customerIds: z.array(CustomerId),
  }),
});

/** A letter is about to be sent. Written before it is: after a kill nobody sends it once more. */
export const BreachLetterStarted = defineEvent('BreachLetterStarted', 1, {
  schema: z.object({
    breachId: BreachId,
    customerId: CustomerId,
    attempt: z.int().positive(),
  }),
});

export const BreachLetterEnded = defineEvent('BreachLetterEnded', 1, {
  schema: z.object({
    breachId: BreachId,
    customerId: CustomerId,
    attempt: z.int().positive(),
    outcome: z.enum(LETTER_OUTCOMES),
  }),
});

/** Somebody wants one sent once more that was not sent, or of which that is not known. */
export const BreachLetterRenewed = defineEvent('BreachLetterRenewed', 1, {
  schema: z.object({ breachId: BreachId, customerId: CustomerId }),
});

const breachEvents = [
  BreachOpened,
  BreachDescribed,
  BreachLetterWritten,
  BreachPersonsConfirmed,
  BreachPersonsCleared,
  BreachLettersRequested,
  BreachStepEnded,
  BreachStepReopened,
  BreachClosed,
] as const;
export type BreachEvent = EventIn<typeof breachEvents>;

const breachLetterEvents = [BreachLetterStarted, BreachLetterEnded, BreachLetterRenewed] as const;
export type BreachLetterEvent = EventIn<typeof breachLetterEvents>;

export const breachEventDefinitions = [
  ...breachEvents,
  ...breachLetterEvents,
  BreachPersonsListed,
] as const;

import { z } from 'zod';
import { dayText, instantText } from '../fields/dayFields.js';
import { LONGEST_REASON, reasonText } from '../rules/reason.js';

/**
 * What keeps the records of a customer from being destroyed: a claim, a complaint or a lawsuit in
 * which they are evidence. A person is not erased while one stands (s. 8(7) of the Digital Personal
 * Data Protection Act 2023: unless retention is necessary for compliance with any law).
 */
export const LegalHoldView = z.object({
  id: z.int().describe('Counts the holds of one customer, from 1'),
  matter: z
    .string()
    .nullable()
    .describe('What it is for; null for whom it is not, or once the person is erased'),
  placedAt: instantText(),
  placedBy: z.string().describe('A username'),
  liftedAt: instantText().nullable().describe('Null: it stands'),
  liftedBy: z.string().nullable(),
  liftReason: z
    .string()
    .nullable()
    .describe('Null for whom it is not, or once the person is erased'),
});
export type LegalHoldView = z.infer<typeof LegalHoldView>;

/** A hold that stands, as whoever wants to erase the customer sees it. */
export const StandingHold = z.object({ since: dayText(), matter: z.string().nullable() });
export type StandingHold = z.infer<typeof StandingHold>;

/** So many can stand at once. */
export const MOST_HOLDS = 20;

export const LegalHoldInput = z.object({
  matter: reasonText(`Say what the hold is for, in 5 to ${LONGEST_REASON} characters`),
});
export type LegalHoldInput = z.output<typeof LegalHoldInput>;

export const HoldLiftInput = z.object({ reason: reasonText() });
export type HoldLiftInput = z.output<typeof HoldLiftInput>;

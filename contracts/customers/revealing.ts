import { z } from 'zod';
import { reasonText } from '../rules/reason.js';

/** What answers hold masked, and can be revealed for a reason. */
export const REVEALED_FIELDS = ['aadhaarNumber', 'panNumber'] as const;
export type RevealedField = (typeof REVEALED_FIELDS)[number];

const RevealReason = reasonText();

/** Which number is to be seen, and why. */
export const RevealInput = z.object({
  field: z.enum(REVEALED_FIELDS, `field is one of: ${REVEALED_FIELDS.join(', ')}`),
  reason: RevealReason,
});
export type RevealInput = z.output<typeof RevealInput>;

/** A whole identity number, for this once. */
export const RevealedNumber = z.object({
  field: z.enum(REVEALED_FIELDS),
  value: z.string(),
});
export type RevealedNumber = z.infer<typeof RevealedNumber>;

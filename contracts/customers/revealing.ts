import { z } from 'zod';
import { cleanText } from '../rules/text.js';

/** What answers hold masked, and can be revealed for a reason. */
export const REVEALED_FIELDS = ['aadhaarNumber', 'panNumber'] as const;
export type RevealedField = (typeof REVEALED_FIELDS)[number];

const SHORTEST_REASON = 5;
export const LONGEST_REASON = 300;
const REASON = `Give a reason of ${SHORTEST_REASON} to ${LONGEST_REASON} characters`;

export const RevealReason = z
  .string(REASON)
  .transform(cleanText)
  .pipe(z.string().min(SHORTEST_REASON, REASON).max(LONGEST_REASON, REASON))
  .meta({ description: REASON, minLength: SHORTEST_REASON, maxLength: LONGEST_REASON });

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

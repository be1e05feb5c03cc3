import { z } from 'zod';
import { cleanText } from './text.js';

const SHORTEST_REASON = 5;
export const LONGEST_REASON = 300;

/** Why something is done, as somebody types it. @param wanted what is said where it is missing */
export const reasonText = (
  wanted = `Give a reason of ${SHORTEST_REASON} to ${LONGEST_REASON} characters`,
) =>
  z
    .string({ error: wanted })
    .transform(cleanText)
    .pipe(z.string().min(SHORTEST_REASON, wanted).max(LONGEST_REASON, wanted))
    .meta({ description: wanted, minLength: SHORTEST_REASON, maxLength: LONGEST_REASON });

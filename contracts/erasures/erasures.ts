import { z } from 'zod';
import { dayText } from '../fields/dayFields.js';
import { addMonths } from '../rules/calendar.js';
import type { Day } from '../rules/kolkataDay.js';
import { cleanText } from '../rules/text.js';

/** Insurance records are kept so long from the last transaction, in years. */
export const SHORTEST_RETENTION_YEARS = 10;

/** The last day on which the records of a customer must be kept. */
export const retainedUntil = (lastTransaction: Day, years: number): Day =>
  addMonths(lastTransaction, 12 * years);

/** What stands in the way of forgetting a person, and what would go with them. */
export const ErasureCheck = z.object({
  customerId: z.int(),
  retainedUntil: dayText().describe('The last day on which the records must be kept'),
  isRetained: z.boolean(),
  activePolicyNumbers: z.array(z.string()).describe('Nobody is erased while they have one'),
  policies: z.int(),
  quotations: z.int(),
  documents: z.int(),
  savedViews: z.int().describe('Views of lists, of any user, whose name names the person'),
});
export type ErasureCheck = z.infer<typeof ErasureCheck>;

const WANTED = 'Give a reason of 5 to 300 characters';

export const ErasureInput = z.object({
  reason: z
    .string({ error: WANTED })
    .transform(cleanText)
    .pipe(z.string().min(5, WANTED).max(300, WANTED)),
  overridesRetention: z
    .boolean({ error: 'overridesRetention is true or false' })
    .default(false)
    .describe('True: although the records must be kept still'),
});
export type ErasureInput = z.infer<typeof ErasureInput>;

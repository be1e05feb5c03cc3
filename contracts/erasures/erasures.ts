import { z } from 'zod';
import { StandingHold } from '../customers/legalHolds.js';
import { dayText } from '../fields/dayFields.js';
import { ownedCounts } from '../records/ownedCounts.js';
import { addDays, addMonths } from '../rules/calendar.js';
import type { Day } from '../rules/kolkataDay.js';
import { reasonText } from '../rules/reason.js';

/** Insurance records are kept so long from the last transaction, in years. */
export const SHORTEST_RETENTION_YEARS = 10;

/** The last day on which the records of a customer must be kept. */
export const retainedUntil = (lastTransaction: Day, years: number): Day =>
  addMonths(lastTransaction, 12 * years);

/**
 * The latest last transaction of those whose records must not be kept any more today: the last day
 * that `retainedUntil` leaves behind.
 */
export function lastDayOfEnded(today: Day, years: number): Day {
  const day = addMonths(addDays(today, -1), -12 * years);
  const next = addDays(day, 1);
  // The 29th of February is kept as long as the 28th.
  return retainedUntil(next, years) < today ? next : day;
}

/** What stands in the way of forgetting a person, and what would go with them. */
export const ErasureCheck = z.object({
  customerId: z.int(),
  retainedUntil: dayText().describe('The last day on which the records must be kept'),
  isRetained: z.boolean(),
  holds: z.array(StandingHold).describe('Nobody is erased while one stands; the oldest first'),
  activePolicyNumbers: z.array(z.string()).describe('Nobody is erased while they have one'),
  openClaimNumbers: z.array(z.string()).describe('Nobody is erased while they have one'),
  ...ownedCounts(),
  savedViews: z.int().describe('Views of lists, of any user, whose name names the person'),
});
export type ErasureCheck = z.infer<typeof ErasureCheck>;

export const ErasureInput = z.object({
  reason: reasonText(),
  overridesRetention: z
    .boolean({ error: 'overridesRetention is true or false' })
    .default(false)
    .describe('True: although the records must be kept still'),
});
export type ErasureInput = z.infer<typeof ErasureInput>;

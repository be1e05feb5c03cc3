import { z } from 'zod';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';

const ShareId = z.int().positive();

export const ShareDetails = z.object({
  /** The sub-agent (POSP), whose customers' policies it is of. */
  userId: z.int().positive(),
  /** Hundredths of a percent of the commission that is received. */
  percent: z.int().nonnegative(),
  /** The first month to which it applies, by a day of it. */
  validFrom: z.string(),
});
export type ShareDetails = z.infer<typeof ShareDetails>;

export const CommissionShareAdded = defineEvent('CommissionShareAdded', 1, {
  schema: z.object({ shareId: ShareId, details: ShareDetails }),
});

export const CommissionShareChanged = defineEvent('CommissionShareChanged', 1, {
  schema: z.object({ shareId: ShareId, details: ShareDetails.partial() }),
});

export const CommissionShareDeleted = defineEvent('CommissionShareDeleted', 1, {
  schema: z.object({ shareId: ShareId }),
  deletes: { kind: 'commissionShare', id: ({ shareId }) => shareId },
});

export const shareEventDefinitions = [
  CommissionShareAdded,
  CommissionShareChanged,
  CommissionShareDeleted,
] as const;
export type ShareEvent = EventIn<typeof shareEventDefinitions>;

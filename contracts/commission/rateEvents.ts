import { z } from 'zod';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';
import { COMMISSION_PRODUCTS } from './commissionKinds.js';

const RateId = z.int().positive();
/** Hundredths of a percent. */
const Percent = z.int().nonnegative();

export const RateDetails = z.object({
  insuranceCompany: z.string(),
  product: z.enum(COMMISSION_PRODUCTS),
  /** YYYY-MM-DD in Asia/Kolkata; until the next rate of the same product. */
  validFrom: z.string(),
  ownDamage: Percent,
  thirdParty: Percent,
  net: Percent,
});
export type RateDetails = z.infer<typeof RateDetails>;

export const CommissionRateAdded = defineEvent('CommissionRateAdded', 1, {
  schema: z.object({ rateId: RateId, details: RateDetails }),
});

/** A correction. A new percentage is a rate of its own, from its day on. */
export const CommissionRateChanged = defineEvent('CommissionRateChanged', 1, {
  schema: z.object({ rateId: RateId, details: RateDetails.partial() }),
});

export const CommissionRateDeleted = defineEvent('CommissionRateDeleted', 1, {
  schema: z.object({ rateId: RateId }),
  deletes: { kind: 'commissionRate', id: ({ rateId }) => rateId },
});

export const rateEventDefinitions = [
  CommissionRateAdded,
  CommissionRateChanged,
  CommissionRateDeleted,
] as const;
export type RateEvent = EventIn<typeof rateEventDefinitions>;

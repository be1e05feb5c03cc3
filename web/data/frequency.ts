import {
  PREMIUM_FREQUENCIES,
  type PremiumFrequency,
} from '@insuremanager/contracts/rules/premiumFrequency';
import type { PremiumFrequency as WireFrequency } from './operations.generated';

/** A name in GraphQL has no hyphen: `half_yearly` there is `half-yearly` everywhere else. */
export const frequencyOf = (frequency: WireFrequency): PremiumFrequency =>
  PREMIUM_FREQUENCIES.find((one) => wireFrequency(one) === frequency) ?? 'yearly';

export const wireFrequency = (frequency: PremiumFrequency): WireFrequency =>
  frequency === 'half-yearly' ? 'half_yearly' : frequency;

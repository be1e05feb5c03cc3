import type { PolicyTerm } from './policyInputs.js';
import type { PREMIUM_PARTS } from './policyKinds.js';
import { impossibleParts } from './premiumParts.js';
import type { PremiumAmounts } from './premiums.js';

/** What cannot be: the fields at fault. `code` is stable, for programs. */
export function impossibilities(
  term: Pick<PolicyTerm, 'startDate' | 'endDate' | 'thirdPartyEndDate'> & PremiumAmounts,
): {
  field: 'endDate' | 'thirdPartyEndDate' | (typeof PREMIUM_PARTS)[number];
  code: string;
  message: string;
}[] {
  const { startDate, endDate, thirdPartyEndDate } = term;
  const endsEarly = endDate < startDate && {
    field: 'endDate' as const,
    code: 'ends-before-start',
    message: 'End date must not be before the start date',
  };
  const thirdPartyEndsEarly = thirdPartyEndDate !== null &&
    thirdPartyEndDate < startDate && {
      field: 'thirdPartyEndDate' as const,
      code: 'ends-before-start',
      message: 'Third-party cover must not end before the start date',
    };
  return [endsEarly, thirdPartyEndsEarly, impossibleParts(term)].filter(
    (one) => one !== false && one !== null,
  );
}

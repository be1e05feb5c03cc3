/** Fields of the schema that a change of a policy may make out of date, beside the list. */
export const INVALIDATED_BY_POLICIES = [
  'policyCards',
  'policyTerms',
  'policyInstalments',
  'policyHistory',
  'policyTermHistories',
  'customerHoldings',
  'dashboard',
  'upcomingRenewals',
  'revenueTrend',
  'renewalBoard',
] as const;

import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';

/** What any change of a quotation may change elsewhere. */
const FIGURES = ['quotationCards', 'quotationHistory', 'quotationsById'] as const;

/** What a new policy changes, beside its own lists. */
const OF_POLICIES = [
  'policies',
  'policyCards',
  'customerHoldings',
  'dashboard',
  'upcomingRenewals',
  'revenueTrend',
] as const;

/** Lets figures be asked for again, where they are shown: those of quotations, or of policies too. */
export function useForgetFigures(): (withPolicies?: boolean) => void {
  const client = useApolloClient();
  return useCallback(
    (withPolicies = false) => {
      client.cache.batch({
        update: (cache) => {
          const fields = withPolicies ? [...FIGURES, ...OF_POLICIES] : FIGURES;
          for (const fieldName of fields) cache.evict({ id: 'ROOT_QUERY', fieldName });
        },
      });
    },
    [client],
  );
}

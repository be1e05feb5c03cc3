import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';

/** What any change of a policy may change elsewhere: counts, chains, holdings, histories. */
const FIGURES = [
  'policyCards',
  'policyChain',
  'policyHistory',
  'policyTermHistories',
  'customerHoldings',
  'dashboard',
  'upcomingRenewals',
  'revenueTrend',
] as const;

/** Lets them be asked for again, where they are shown. */
export function useForgetFigures(): () => void {
  const client = useApolloClient();
  return useCallback(() => {
    client.cache.batch({
      update: (cache) => {
        for (const fieldName of FIGURES) cache.evict({ id: 'ROOT_QUERY', fieldName });
      },
    });
  }, [client]);
}

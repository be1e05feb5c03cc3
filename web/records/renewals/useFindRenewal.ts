import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import { operation } from '../../data/operation';
import { RenewalDocument, type RenewalQuery } from '../../data/operations.generated';

/** Asks for the card of a term as it is now; null where there is none, or it could not be had. */
export function useFindRenewal() {
  const client = useApolloClient();
  return useCallback(
    async (termId: number): Promise<RenewalQuery['renewal']> => {
      const query = operation(RenewalDocument, { termId });
      try {
        const { data } = await client.query({ ...query, fetchPolicy: 'network-only' });
        return data?.renewal ?? null;
      } catch {
        return null;
      }
    },
    [client],
  );
}

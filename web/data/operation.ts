import type { OperationVariables, TypedDocumentNode, WatchQueryFetchPolicy } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useCallback } from 'react';
import { useRetryAfterSignIn } from '../session/useRetryAfterSignIn';

/** A query or a mutation of the gateway with its variables. */
export interface Operation<Data> {
  query: TypedDocumentNode<Data, OperationVariables>;
  variables: OperationVariables;
}

/** The variables are checked here, against the document's own: whoever sends it needs no others. */
export const operation = <Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: NoInfer<Variables>,
): Operation<Data> => ({
  query: query as unknown as Operation<Data>['query'],
  variables,
});

/**
 * Of what is asked for since it has changed: the same question that is on its way already was asked
 * before, and its answer would be taken for that of this one.
 */
export const ASKED_ANEW = {
  fetchPolicy: 'network-only',
  context: { queryDeduplication: false },
} as const;

interface QueryOptions {
  skip?: boolean;
  fetchPolicy?: WatchQueryFetchPolicy;
}

/** Apollo's `useQuery`; what failed for want of a session asks again after the next sign-in. */
export function useGatewayQuery<Data>(
  { query, variables }: Operation<Data>,
  { skip = false, fetchPolicy = 'cache-first' }: QueryOptions = {},
) {
  const result = useQuery<Data, OperationVariables>(query, { variables, skip, fetchPolicy });
  const { error, refetch } = result;
  const retry = useCallback(() => {
    refetch().catch(() => {
      // `error` says so.
    });
  }, [refetch]);
  useRetryAfterSignIn(error, retry);
  return { ...result, retry };
}

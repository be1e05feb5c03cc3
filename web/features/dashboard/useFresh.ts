import type { OperationVariables } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { METRICS_REFRESH_MS } from '@insuremanager/contracts/dashboard/dashboardViews';
import { useCallback, useEffect, useRef } from 'react';
import { failureOf } from '../../data/problems';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';

export interface Fresh<Data> {
  /** The last that arrived, also while newer figures are asked for or could not be had. */
  data: Data | undefined;
  /** The sentence to show when the last attempt failed. */
  failure: string | null;
  retry: () => void;
}

/**
 * What a question is answered with now: asked on entering, whatever is remembered, and every 30 s
 * as long as someone can see it. A look that was left out is made up for when the tab is shown.
 */
export function useFresh<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Fresh<Data> {
  const hasMissed = useRef(false);
  const { data, previousData, error, refetch } = useQuery<Data, OperationVariables>(query, {
    variables,
    fetchPolicy: 'cache-and-network',
    pollInterval: METRICS_REFRESH_MS,
    skipPollAttempt: () => {
      hasMissed.current ||= document.hidden;
      return document.hidden;
    },
  });
  const retry = useCallback(() => {
    refetch().catch(() => {
      // Told by `failure`.
    });
  }, [refetch]);
  useRetryAfterSignIn(error, retry);

  useEffect(() => {
    const onShown = () => {
      if (document.hidden || !hasMissed.current) return;
      hasMissed.current = false;
      retry();
    };
    document.addEventListener('visibilitychange', onShown);
    return () => document.removeEventListener('visibilitychange', onShown);
  }, [retry]);

  return {
    data: (data ?? previousData) as Data | undefined,
    failure: error ? sentence(error) : null,
    retry,
  };
}

function sentence(error: unknown): string {
  const { code, problem } = failureOf(error);
  if (problem) return problem.error;
  return code === 'NETWORK' ? 'Failed to fetch dashboard metrics' : 'Unknown error occurred';
}

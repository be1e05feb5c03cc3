import { useQuery } from '@apollo/client/react';
import { SHORTEST_SEARCH } from '@insuremanager/contracts/search/searchLimits';
import { useCallback, useEffect, useState } from 'react';
import { GlobalSearchDocument, type GlobalSearchQuery } from '../../data/operations.generated';
import { sentenceOf } from '../../data/problems';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { useDebounced } from '../../ui/useDebounced';

/** Milliseconds of rest before what was typed is searched for. */
const REST = 200;

export const isSearchable = (query: string): boolean => query.length >= SHORTEST_SEARCH;

export interface Searching {
  /** Of `query` once `isFresh`; until then of the one before, if there was one. */
  results: GlobalSearchQuery['search'] | undefined;
  isFresh: boolean;
  failure: string | null;
  retry: () => void;
}

/** Searches for what has been typed, a moment after it was; only the newest question counts. */
export function useSearchResults(query: string): Searching {
  const [asked, setAsked] = useState(query);
  const askSoon = useDebounced(setAsked, REST);
  useEffect(() => askSoon(query), [askSoon, query]);
  const { data, previousData, error, loading, refetch } = useQuery(GlobalSearchDocument, {
    variables: { query: asked },
    skip: !isSearchable(asked),
    // Neither the texts nor what they found are remembered.
    fetchPolicy: 'no-cache',
  });
  const retry = useCallback(() => {
    refetch().catch(() => {
      // Told by `failure`.
    });
  }, [refetch]);
  useRetryAfterSignIn(error, retry);

  const isFresh = asked === query && !loading && data !== undefined;
  return {
    results: (data ?? previousData)?.search,
    isFresh,
    failure: error && asked === query && !loading ? sentenceOf(error, 'Please try again.') : null,
    retry,
  };
}

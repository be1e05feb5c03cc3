import { NetworkStatus } from '@apollo/client';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useCallback, useMemo, useRef, useState } from 'react';
import {
  type CustomerFieldsFragment,
  CustomerListDocument,
  type CustomerListQuery,
} from '../../data/operations.generated';
import { sentenceOf } from '../../data/problems';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { type CustomerListView, filterOf } from './listAddress';

/** Rows of a page, and of the largest page that the gateway gives. */
const PAGE = 50;
const LARGEST_PAGE = 200;

export interface CustomerPages {
  /** Undefined until the first answer. */
  items: readonly CustomerFieldsFragment[] | undefined;
  count: { count: number; exact: boolean } | null;
  /** Another list has been asked for; `items` are still those of the one before. */
  isChanging: boolean;
  /** The sentence to show when the list could not be loaded. */
  failure: string | null;
  retry: () => void;
  hasMore: boolean;
  isMoreFailed: boolean;
  loadMore: () => void;
  /** Asks for the list again, as long as it is now, after something has changed. */
  reload: (changedId?: number) => Promise<void>;
}

/** The list of customers, page after page. `rowsWanted`: how far it was scrolled before. */
export function useCustomerPages(view: CustomerListView, rowsWanted: number): CustomerPages {
  const client = useApolloClient();
  const [firstPage] = useState(() => Math.min(LARGEST_PAGE, PAGE + rowsWanted));
  const variables = useMemo(
    () => ({
      filter: filterOf(view),
      sort: view.sort,
      direction: view.direction,
      first: firstPage,
      withCount: true,
    }),
    [view, firstPage],
  );
  const { data, previousData, error, networkStatus, fetchMore, refetch } = useQuery(
    CustomerListDocument,
    { variables },
  );
  const isChanging = networkStatus === NetworkStatus.setVariables;
  const shown = (data ?? (isChanging ? previousData : undefined))?.customers;
  const cursor = data?.customers.nextCursor ?? null;

  const asking = useRef<string | null>(null);
  const [isMoreFailed, setMoreFailed] = useState(false);
  const loadMore = useCallback(() => {
    if (cursor === null || asking.current === cursor) return;
    asking.current = cursor;
    setMoreFailed(false);
    fetchMore({ variables: { first: LARGEST_PAGE / 2, after: cursor, withCount: false } })
      .catch(() => setMoreFailed(true))
      .finally(() => {
        asking.current = null;
      });
  }, [cursor, fetchMore]);

  const loaded = data?.customers.items.length ?? 0;
  const reload = useCallback(
    async (changedId?: number) => {
      const ask = async (first: number, after: string | null): Promise<CustomerListQuery> => {
        const answer = await client.query({
          query: CustomerListDocument,
          variables: { ...variables, first, after, withCount: after === null },
          fetchPolicy: 'no-cache',
        });
        if (!answer.data) throw new Error('The list came back empty');
        return answer.data;
      };
      const fresh = await askForAll(ask, Math.max(loaded, PAGE)).catch(() => null);
      client.cache.batch({
        update: (cache) => {
          // Every other list may have changed as well, and is asked for when it is next opened.
          cache.evict({ id: 'ROOT_QUERY', fieldName: 'customers' });
          if (changedId !== undefined) {
            cache.evict({
              id: 'ROOT_QUERY',
              fieldName: 'customerHistory',
              args: { id: changedId },
            });
          }
          if (fresh) cache.writeQuery({ query: CustomerListDocument, variables, data: fresh });
        },
      });
    },
    [client, variables, loaded],
  );

  const retry = useCallback(() => {
    refetch().catch(() => {
      // Told by `failure`.
    });
  }, [refetch]);
  useRetryAfterSignIn(error, retry);

  return {
    items: error && !isChanging ? undefined : shown?.items,
    count: shown?.count ?? null,
    isChanging,
    failure: error ? sentenceOf(error, 'Failed to fetch customers') : null,
    retry,
    hasMore: cursor !== null,
    isMoreFailed,
    loadMore,
    reload,
  };
}

/** At least `wanted` rows, in as few pages as there may be, as one page. */
async function askForAll(
  ask: (first: number, after: string | null) => Promise<CustomerListQuery>,
  wanted: number,
): Promise<CustomerListQuery> {
  const { customers } = await ask(Math.min(wanted, LARGEST_PAGE), null);
  let { items, nextCursor } = customers;
  while (items.length < wanted && nextCursor !== null) {
    const more = await ask(Math.min(wanted - items.length, LARGEST_PAGE), nextCursor);
    items = [...items, ...more.customers.items];
    nextCursor = more.customers.nextCursor;
  }
  return { customers: { ...customers, items, nextCursor } };
}

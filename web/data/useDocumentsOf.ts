import { useApolloClient, useQuery } from '@apollo/client/react';
import { useCallback, useMemo } from 'react';
import { useRetryAfterSignIn } from '../session/useRetryAfterSignIn';
import {
  type DocumentFieldsFragment,
  type DocumentFilter,
  DocumentsOfDocument,
} from './operations.generated';

interface DocumentsOf {
  /** The newest first; undefined until they have come. */
  documents: readonly DocumentFieldsFragment[] | undefined;
  /** There are more than are given. */
  hasMore: boolean;
  error: unknown;
  retry: () => void;
  /** Asks again, after some were uploaded; lists and figures elsewhere are then asked for anew. */
  reload: () => Promise<void>;
}

/** The documents of one customer or policy. */
export function useDocumentsOf({ customerId, policyId }: DocumentFilter): DocumentsOf {
  const client = useApolloClient();
  const variables = useMemo(
    () => ({ filter: policyId ? { policyId } : { customerId } }),
    [customerId, policyId],
  );
  const { data, error, refetch } = useQuery(DocumentsOfDocument, {
    variables,
    fetchPolicy: 'cache-and-network',
  });
  const retry = useCallback(() => {
    refetch().catch(() => {
      // Told by `error`.
    });
  }, [refetch]);
  useRetryAfterSignIn(error, retry);

  const reload = useCallback(async () => {
    const query = DocumentsOfDocument;
    const fresh = await client
      .query({ query, variables, fetchPolicy: 'no-cache' })
      .catch(() => null);
    client.cache.batch({
      update: (cache) => {
        cache.evict({ id: 'ROOT_QUERY', fieldName: 'documents' });
        cache.evict({ id: 'ROOT_QUERY', fieldName: 'documentCards' });
        if (fresh?.data) cache.writeQuery({ query, variables, data: fresh.data });
      },
    });
  }, [client, variables]);

  return {
    documents: data?.documents.items,
    hasMore: (data?.documents.nextCursor ?? null) !== null,
    error,
    retry,
    reload,
  };
}

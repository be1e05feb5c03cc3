import { useApolloClient } from '@apollo/client/react';
import { useCallback, useMemo } from 'react';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  type DocumentFilter,
  DocumentsOfDocument,
  type DocumentWithOwnersFragment,
} from '../../data/operations.generated';

interface DocumentsOf {
  /** The newest first; undefined until they have come. */
  documents: readonly DocumentWithOwnersFragment[] | undefined;
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
  const asked = useMemo(
    () => operation(DocumentsOfDocument, { filter: policyId ? { policyId } : { customerId } }),
    [customerId, policyId],
  );
  const { data, error, retry } = useGatewayQuery(asked, { fetchPolicy: 'cache-and-network' });

  const reload = useCallback(async () => {
    const fresh = await client.query({ ...asked, fetchPolicy: 'no-cache' }).catch(() => null);
    client.cache.batch({
      update: (cache) => {
        cache.evict({ id: 'ROOT_QUERY', fieldName: 'documents' });
        cache.evict({ id: 'ROOT_QUERY', fieldName: 'documentCards' });
        if (fresh?.data) cache.writeQuery({ ...asked, data: fresh.data });
      },
    });
  }, [client, asked]);

  return {
    documents: data?.documents.items,
    hasMore: (data?.documents.nextCursor ?? null) !== null,
    error,
    retry,
    reload,
  };
}

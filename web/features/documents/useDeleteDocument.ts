import { useApolloClient, useMutation } from '@apollo/client/react';
import { useCallback } from 'react';
import { DeleteDocumentDocument, DocumentDetailsDocument } from '../../data/operations.generated';
import { useDeleteRecord } from '../../ui/record/useDeleteRecord';

const question = (name: string) => `Delete ${name}? The history of this document is kept.`;
const done = (name: string) => ({
  title: 'Document Deleted',
  description: `${name} has been taken out of all lists.`,
});

/** Asks, then takes the document of an id and a file name out of every list. */
export function useDeleteDocument(onDeleted: (id: number) => Promise<void>) {
  const client = useApolloClient();
  const [mutate] = useMutation(DeleteDocumentDocument);
  const send = useCallback(
    (id: number, commandId: string) => mutate({ variables: { id, commandId } }),
    [mutate],
  );
  const forget = useCallback(
    (id: number) => {
      client.writeQuery({
        query: DocumentDetailsDocument,
        variables: { id },
        data: { document: null },
      });
      client.cache.evict({ id: client.cache.identify({ __typename: 'Document', id }) });
    },
    [client],
  );
  const failed = 'Failed to delete document. Please try again.';
  return useDeleteRecord({ send, question, done, failed, onDeleted, forget });
}

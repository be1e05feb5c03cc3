import { useMutation } from '@apollo/client/react';
import { useCallback } from 'react';
import { DeleteDocumentDocument, DocumentDetailsDocument } from '../../data/operations.generated';
import { useDeleteRecord } from '../../ui/record/useDeleteRecord';

/** Asks, then takes the document of an id and a file name out of every list. */
export function useDeleteDocument(onDeleted: (id: number) => Promise<void>) {
  const [mutate] = useMutation(DeleteDocumentDocument);
  const send = useCallback(
    (id: number, commandId: string) => mutate({ variables: { id, commandId } }),
    [mutate],
  );
  const details = DocumentDetailsDocument;
  return useDeleteRecord({ one: 'document', typename: 'Document', details, send, onDeleted });
}

import { useApolloClient, useMutation } from '@apollo/client/react';
import { useCallback } from 'react';
import { DeleteQuotationDocument, QuotationDetailsDocument } from '../../data/operations.generated';
import { useDeleteRecord } from '../../ui/record/useDeleteRecord';

const question = (number: string) => `Delete ${number}? The history of this quotation is kept.`;
const done = (number: string) => ({
  title: 'Quotation Deleted',
  description: `${number} has been taken out of all lists.`,
});
const failed = 'Failed to delete quotation. Please try again.';

/** Asks, then takes the quotation of an id and a number out of every list. */
export function useDeleteQuotation(onDeleted: (id: number) => Promise<void>) {
  const client = useApolloClient();
  const [mutate] = useMutation(DeleteQuotationDocument);
  const send = useCallback(
    (id: number, commandId: string) => mutate({ variables: { id, commandId } }),
    [mutate],
  );
  const forget = useCallback(
    (id: number) => {
      const query = QuotationDetailsDocument;
      client.writeQuery({ query, variables: { id }, data: { quotation: null } });
      client.cache.evict({ id: client.cache.identify({ __typename: 'Quotation', id }) });
    },
    [client],
  );
  return useDeleteRecord({ send, question, done, failed, onDeleted, forget });
}

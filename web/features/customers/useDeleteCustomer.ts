import { useApolloClient, useMutation } from '@apollo/client/react';
import { useCallback } from 'react';
import { CustomerDetailsDocument, DeleteCustomerDocument } from '../../data/operations.generated';
import { useDeleteRecord } from '../../ui/record/useDeleteRecord';

const question = (name: string) => `Delete ${name}? The history of this customer is kept.`;
const done = (name: string) => ({
  title: 'Customer Deleted',
  description: `${name} has been taken out of all lists.`,
});

/** Asks, then takes the customer of an id and a name out of every list. */
export function useDeleteCustomer(onDeleted: (id: number) => Promise<void>) {
  const client = useApolloClient();
  const [mutate] = useMutation(DeleteCustomerDocument);
  const send = useCallback(
    (id: number, commandId: string) => mutate({ variables: { id, commandId } }),
    [mutate],
  );
  const forget = useCallback(
    (id: number) => {
      client.writeQuery({
        query: CustomerDetailsDocument,
        variables: { id },
        data: { customer: null },
      });
      client.cache.evict({ id: client.cache.identify({ __typename: 'Customer', id }) });
    },
    [client],
  );
  const failed = 'Failed to delete customer. Please try again.';
  return useDeleteRecord({ send, question, done, failed, onDeleted, forget });
}

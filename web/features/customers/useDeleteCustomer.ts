import { useApolloClient, useMutation } from '@apollo/client/react';
import { useCallback, useRef } from 'react';
import { newCommandId } from '../../data/commandId';
import {
  CustomerDetailsDocument,
  type CustomerFieldsFragment,
  DeleteCustomerDocument,
} from '../../data/operations.generated';
import { failureOf, isDecided } from '../../data/problems';
import { useToast } from '../../ui/toaster/Toaster';

/**
 * Asks, then takes the customer out of every list. A delete whose answer was lost is the same command
 * when it is tried again.
 */
export function useDeleteCustomer(onDeleted: (id: number) => Promise<void>) {
  const client = useApolloClient();
  const [send] = useMutation(DeleteCustomerDocument);
  const showToast = useToast();
  const commandIds = useRef(new Map<number, string>());

  return useCallback(
    async ({ id, name }: Pick<CustomerFieldsFragment, 'id' | 'name'>): Promise<void> => {
      if (!window.confirm(`Delete ${name}? The history of this customer is kept.`)) return;
      const commandId = commandIds.current.get(id) ?? newCommandId();
      commandIds.current.set(id, commandId);
      try {
        await send({ variables: { id, commandId } });
        showToast({
          title: 'Customer Deleted',
          description: `${name} has been taken out of all lists.`,
        });
      } catch (error) {
        const failure = failureOf(error);
        if (isDecided(failure)) commandIds.current.delete(id);
        const fallback = 'Failed to delete customer. Please try again.';
        const reason = failure.problem && isDecided(failure) ? ` ${failure.problem.error}` : '';
        showToast({ title: 'Error', description: fallback + reason, tone: 'destructive' });
        return;
      }
      await onDeleted(id);
      // Last, when nothing shows this customer any more.
      client.writeQuery({
        query: CustomerDetailsDocument,
        variables: { id },
        data: { customer: null },
      });
      client.cache.evict({ id: client.cache.identify({ __typename: 'Customer', id }) });
    },
    [client, send, showToast, onDeleted],
  );
}

import { useMutation } from '@apollo/client/react';
import { useCallback } from 'react';
import { CustomerDetailsDocument, DeleteCustomerDocument } from '../../data/operations.generated';
import { useDeleteRecord } from '../../ui/record/useDeleteRecord';

/** Asks, then takes the customer of an id and a name out of every list. */
export function useDeleteCustomer(onDeleted: (id: number) => Promise<void>) {
  const [mutate] = useMutation(DeleteCustomerDocument);
  const send = useCallback(
    (id: number, commandId: string) => mutate({ variables: { id, commandId } }),
    [mutate],
  );
  const details = CustomerDetailsDocument;
  return useDeleteRecord({ one: 'customer', typename: 'Customer', details, send, onDeleted });
}

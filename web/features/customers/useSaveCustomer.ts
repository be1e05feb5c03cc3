import { useApolloClient, useMutation } from '@apollo/client/react';
import { useCallback } from 'react';
import {
  CreateCustomerDocument,
  CustomerDetailsDocument,
  CustomerHistoryDocument,
  type CustomerInput,
  UpdateCustomerDocument,
} from '../../data/operations.generated';
import { useSaveRecord } from '../../ui/record/useSaveRecord';
import type { Customer } from './customerForm';

export function useSaveCustomer() {
  const client = useApolloClient();
  const [create] = useMutation(CreateCustomerDocument);
  const [update] = useMutation(UpdateCustomerDocument);

  const send = useCallback(
    async (base: Customer | null, input: CustomerInput, commandId: string) => {
      if (!base) {
        const { data } = await create({ variables: { input, commandId } });
        return data?.createCustomer.customer;
      }
      const { id, version: expectedVersion } = base;
      const { data } = await update({ variables: { id, input, expectedVersion, commandId } });
      return data?.updateCustomer.customer;
    },
    [create, update],
  );

  const loadNow = useCallback(
    async (id: number) => {
      const variables = { id };
      const fetchPolicy = 'network-only';
      const [details, history] = await Promise.all([
        client.query({ query: CustomerDetailsDocument, variables, fetchPolicy }),
        client.query({ query: CustomerHistoryDocument, variables, fetchPolicy }),
      ]);
      return {
        now: details.data?.customer ?? null,
        history: history.data?.customerHistory ?? [],
      };
    },
    [client],
  );

  return useSaveRecord<Customer, CustomerInput>({ send, loadNow });
}

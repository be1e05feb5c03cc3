import { useApolloClient } from '@apollo/client/react';
import { useMemo } from 'react';
import {
  CustomerChoiceByIdDocument,
  CustomerNameFragmentDoc,
} from '../../data/operations.generated';

/** Of a customer whom a form, or a record as others left it, has named; by the number in the form. */
export function useNameOfCustomer(): (customerId: string) => string {
  const client = useApolloClient();
  return useMemo(
    () => (customerId) => {
      const variables = { id: Number(customerId) };
      const known = client.readQuery({ query: CustomerChoiceByIdDocument, variables });
      if (known?.customer) return known.customer.name;
      const id = client.cache.identify({ __typename: 'PolicyCustomer', id: Number(customerId) });
      const customer = client.readFragment({ id: id ?? '', fragment: CustomerNameFragmentDoc });
      return customer?.name ?? 'A deleted customer';
    },
    [client],
  );
}

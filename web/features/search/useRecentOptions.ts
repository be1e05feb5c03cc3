import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useMemo } from 'react';
import type { RecordKey } from '../../app/records';
import {
  OpenedCustomerFragmentDoc,
  OpenedPolicyFragmentDoc,
} from '../../data/operations.generated';
import { LOOKS, type OptionGroup, optionOf, type SearchOption } from './searchOptions';

/** What was opened last, as it is called now; what has been deleted since is left out. */
export function useRecentOptions(records: readonly RecordKey[]): OptionGroup[] {
  const client = useApolloClient();
  return useMemo(() => {
    const options = records
      .map((record) => recentOption(client, record))
      .filter((option) => option !== null);
    return options.length > 0 ? [{ heading: 'Recently opened', options }] : [];
  }, [client, records]);
}

/** Whatever was opened is remembered by the client, until it is deleted. */
function recentOption({ cache }: ApolloClient, record: RecordKey): SearchOption | null {
  const { kind, id } = record;
  if (kind === 'customer') {
    const customer = cache.readFragment({
      fragment: OpenedCustomerFragmentDoc,
      id: cache.identify({ __typename: 'Customer', id }),
    });
    return customer && optionOf(record, LOOKS.customer(customer));
  }
  const policy = cache.readFragment({
    fragment: OpenedPolicyFragmentDoc,
    id: cache.identify({ __typename: 'Policy', id }),
  });
  return policy && optionOf(record, LOOKS[kind](policy));
}

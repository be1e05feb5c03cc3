import { operation, useGatewayQuery } from '../../../data/operation';
import {
  CompareCustomersDocument,
  type CompareCustomersQuery,
  DuplicatesOfCustomerDocument,
  type DuplicatesOfCustomerQuery,
} from '../../../data/operations.generated';
import { CUSTOMER } from '../customer';
import type { Pair } from './comparison';

/** Two customers, as they are now, and why they seem to be one person. */
export function usePair({ first, second }: Pair<number>) {
  const { data, error, retry } = useGatewayQuery(
    operation(CompareCustomersDocument, { firstId: first, secondId: second }),
    { fetchPolicy: 'cache-and-network' },
  );
  const pairs = useGatewayQuery(operation(DuplicatesOfCustomerDocument, { customerId: first }), {
    fetchPolicy: 'cache-and-network',
  });
  const likely = (pairs.data as DuplicatesOfCustomerQuery | undefined)?.duplicatePairs.pairs.find(
    ({ firstId, secondId }) => [firstId, secondId].includes(second),
  );
  return {
    compared: (data as CompareCustomersQuery | undefined)?.compareCustomers,
    error,
    retry,
    /** Who answers to each number now; null: nobody, undefined: it is not known yet. */
    now: { first: useNow(first), second: useNow(second) },
    /** Undefined where they are not suggested. */
    likely,
  };
}

/** Also after somebody else has merged them. */
function useNow(id: number) {
  const { data } = useGatewayQuery(CUSTOMER.details(id), { fetchPolicy: 'cache-and-network' });
  return data?.record;
}

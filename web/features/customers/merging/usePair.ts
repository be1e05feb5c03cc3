import { operation, useGatewayQuery } from '../../../data/operation';
import {
  CompareCustomersDocument,
  type CompareCustomersQuery,
  ComparedNowDocument,
  DuplicatesOfCustomerDocument,
  type DuplicatesOfCustomerQuery,
} from '../../../data/operations.generated';
import type { Pair } from './comparison';

/** Two customers, as they are now, and why they seem to be one person. */
export function usePair({ first, second }: Pair<number>) {
  const { data, error, retry } = useGatewayQuery(
    operation(CompareCustomersDocument, { firstId: first, secondId: second }),
    { fetchPolicy: 'cache-and-network' },
  );
  // Also after somebody else has merged them, when they are not compared any more.
  const now = useGatewayQuery(
    operation(ComparedNowDocument, { firstId: first, secondId: second }),
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
    now: { first: now.data?.first, second: now.data?.second },
    /** Undefined where they are not suggested. */
    likely,
  };
}

import { operation, useGatewayQuery } from '../../../data/operation';
import {
  DuplicatesOfCustomerDocument,
  type DuplicatesOfCustomerQuery,
  MergeSideDocument,
  type MergeSideQuery,
} from '../../../data/operations.generated';
import { useAllowed } from '../../../ui/allowed';
import type { Customer } from '../customer';
import type { Compared, Pair, Side } from './comparison';

/** What has become of one who is asked for by number. */
export type Found =
  | { readonly state: 'there'; readonly compared: Compared }
  | { readonly state: 'merged'; readonly into: Customer }
  | { readonly state: 'gone' };

/** Two customers, as they are now, and why they seem to be one person. */
export function usePair(ids: Pair<number>) {
  const withRequests = useAllowed('privacy.manage');
  const one = useSide(ids.one, withRequests);
  const other = useSide(ids.other, withRequests);
  const { data } = useGatewayQuery(
    operation(DuplicatesOfCustomerDocument, { customerId: ids.one }),
    { fetchPolicy: 'cache-and-network' },
  );
  const likely = (data as DuplicatesOfCustomerQuery | undefined)?.duplicatePairs.pairs.find(
    ({ firstId, secondId }) => [firstId, secondId].includes(ids.other),
  );
  return {
    found: one.found && other.found && { one: one.found, other: other.found },
    error: one.error ?? other.error,
    /** Undefined where they are not suggested. */
    likely,
    /** Asks for both again. */
    retry: () => {
      one.retry();
      other.retry();
    },
  };
}

function useSide(id: number, withRequests: boolean) {
  const { data, error, retry } = useGatewayQuery(
    operation(MergeSideDocument, { id, withRequests }),
    {
      fetchPolicy: 'cache-and-network',
    },
  );
  return { found: foundIn(data as MergeSideQuery | undefined, id), error, retry };
}

function foundIn(data: MergeSideQuery | undefined, id: number): Found | undefined {
  if (!data) return undefined;
  const { customer } = data;
  if (!customer) return { state: 'gone' };
  if (customer.id !== id) return { state: 'merged', into: customer };
  return { state: 'there', compared: { ...data, customer } };
}

export const areThere = (found: Pair<Found>): found is Pair<Extract<Found, { state: 'there' }>> =>
  (['one', 'other'] satisfies Side[]).every((side) => found[side].state === 'there');

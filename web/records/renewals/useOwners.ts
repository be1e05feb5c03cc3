import { operation, useGatewayQuery } from '../../data/operation';
import { RenewalOwnersDocument, type RenewalOwnersQuery } from '../../data/operations.generated';

export type Owner = RenewalOwnersQuery['renewalOwners'][number];

const ASKED = operation(RenewalOwnersDocument, {});

/** The users who can see to renewals; none until they are known. */
export function useOwners() {
  const { data } = useGatewayQuery(ASKED);
  const owners = data?.renewalOwners ?? [];
  const nameOf = (id: number | null): string | null =>
    id === null || !data ? null : (owners.find((one) => one.id === id)?.username ?? 'Former user');
  return { owners, nameOf };
}

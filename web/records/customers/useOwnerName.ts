import { operation, useGatewayQuery } from '../../data/operation';
import { CustomerOwnersDocument } from '../../data/operations.generated';

/** Who can have customers. */
export const OWNERS = operation(CustomerOwnersDocument, {});

/** The username of the owner that a list is filtered by; undefined until it is known. */
export function useOwnerName(ownerId: number | null): string | undefined {
  const { data } = useGatewayQuery(OWNERS, { skip: ownerId === null });
  if (!data || ownerId === null) return undefined;
  return data.customerOwners.find(({ id }) => id === ownerId)?.username ?? 'Former user';
}

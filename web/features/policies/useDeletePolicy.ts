import { useApolloClient, useMutation } from '@apollo/client/react';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { useCallback } from 'react';
import { DeletePolicyDocument, PolicyDetailsDocument } from '../../data/operations.generated';
import { useDeleteRecord } from '../../ui/record/useDeleteRecord';

const details = PolicyDetailsDocument;

/** Asks, then takes the policy of an id and a number out of every list. */
export function useDeletePolicy(kind: PolicyKind, onDeleted: (id: number) => Promise<void>) {
  const client = useApolloClient();
  const [mutate] = useMutation(DeletePolicyDocument);
  const send = useCallback(
    (id: number, commandId: string) => mutate({ variables: { kind, id, commandId } }),
    [mutate, kind],
  );
  const forget = useCallback(
    (id: number) => {
      // The term before has its place again.
      const before = client.readQuery({ query: details, variables: { id } })?.policy?.predecessorId;
      if (!before) return;
      client.cache.evict({ id: client.cache.identify({ __typename: 'Policy', id: before }) });
    },
    [client],
  );
  return useDeleteRecord({ one: 'policy', typename: 'Policy', details, send, onDeleted, forget });
}

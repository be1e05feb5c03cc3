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
  const refresh = useCallback(
    (id: number) => {
      const known = (one: number) =>
        client.readQuery({ query: details, variables: { id: one } })?.policy;
      // The term before has its place again: the list has brought it so, or it is asked for.
      const before = known(id)?.predecessorId;
      if (!before || known(before)?.successorId !== id) return;
      client
        .query({ query: details, variables: { id: before }, fetchPolicy: 'network-only' })
        .catch(() => {
          // It is shown as it was, until it is asked for again.
        });
    },
    [client],
  );
  return useDeleteRecord({ one: 'policy', typename: 'Policy', details, send, onDeleted, refresh });
}

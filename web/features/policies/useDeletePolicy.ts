import { useApolloClient, useMutation } from '@apollo/client/react';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { useCallback } from 'react';
import { DeletePolicyDocument, PolicyDetailsDocument } from '../../data/operations.generated';
import { useDeleteRecord } from '../../ui/record/useDeleteRecord';

const question = (number: string) => `Delete ${number}? The history of this policy is kept.`;
const done = (number: string) => ({
  title: 'Policy Deleted',
  description: `${number} has been taken out of all lists.`,
});

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
      const query = PolicyDetailsDocument;
      const held = client.readQuery({ query, variables: { id } })?.policy;
      client.writeQuery({ query, variables: { id }, data: { policy: null } });
      client.cache.evict({ id: client.cache.identify({ __typename: 'Policy', id }) });
      // The term before has its place again.
      const before = held?.predecessorId;
      if (before) {
        client.cache.evict({ id: client.cache.identify({ __typename: 'Policy', id: before }) });
      }
    },
    [client],
  );
  const failed = 'Failed to delete policy. Please try again.';
  return useDeleteRecord({ send, question, done, failed, onDeleted, forget });
}

import { useApolloClient, useMutation } from '@apollo/client/react';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { useCallback } from 'react';
import {
  CreatePolicyDocument,
  PolicyDetailsDocument,
  PolicyHistoryDocument,
  type PolicyInput,
  UpdatePolicyDocument,
} from '../../data/operations.generated';
import { useSaveRecord } from '../../ui/record/useSaveRecord';
import type { Policy } from './policy';

/** The policy as others have left it, and how it came so; from the gateway. */
export function useLoadNow(kind: PolicyKind) {
  const client = useApolloClient();
  return useCallback(
    async (id: number) => {
      const fetchPolicy = 'network-only';
      const [details, history] = await Promise.all([
        client.query({ query: PolicyDetailsDocument, variables: { id }, fetchPolicy }),
        client.query({ query: PolicyHistoryDocument, variables: { id, kind }, fetchPolicy }),
      ]);
      return { now: details.data?.policy ?? null, history: history.data?.policyHistory ?? [] };
    },
    [client, kind],
  );
}

export function useSavePolicy(kind: PolicyKind) {
  const loadNow = useLoadNow(kind);
  const [create] = useMutation(CreatePolicyDocument);
  const [update] = useMutation(UpdatePolicyDocument);
  const send = useCallback(
    async (base: Policy | null, input: PolicyInput, commandId: string) => {
      if (!base) {
        const { data } = await create({ variables: { kind, input, commandId } });
        return data?.createPolicy.policy;
      }
      const { id, version: expectedVersion } = base;
      const { data } = await update({ variables: { kind, id, input, expectedVersion, commandId } });
      return data?.updatePolicy.policy;
    },
    [kind, create, update],
  );
  return useSaveRecord<Policy, PolicyInput>({ send, loadNow });
}

import { useQuery } from '@apollo/client/react';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { PolicyHistoryDocument } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { shownValue } from '../../ui/policies/policyFieldWords';
import { HistoryPanel } from '../../ui/record/HistoryPanel';

export function PolicyHistoryPanel({ id, kind }: { id: number; kind: PolicyKind }) {
  const { data, error, refetch } = useQuery(PolicyHistoryDocument, { variables: { id, kind } });
  useRetryAfterSignIn(error, refetch);
  return (
    <HistoryPanel
      one="policy"
      entries={data?.policyHistory}
      error={error}
      onRetry={refetch}
      shownValue={shownValue}
    />
  );
}

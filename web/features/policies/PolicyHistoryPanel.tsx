import { useQuery } from '@apollo/client/react';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { PolicyHistoryDocument } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { HistoryPanel } from '../../ui/record/HistoryPanel';
import { shownValue } from './policyEdit';

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

import { useQuery } from '@apollo/client/react';
import { CustomerHistoryDocument } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { HistoryPanel } from '../../ui/record/HistoryPanel';
import { shownValue } from './customerEdit';

export function CustomerHistoryPanel({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(CustomerHistoryDocument, { variables: { id } });
  useRetryAfterSignIn(error, refetch);
  return (
    <HistoryPanel
      one="customer"
      entries={data?.customerHistory}
      error={error}
      onRetry={refetch}
      shownValue={shownValue}
    />
  );
}

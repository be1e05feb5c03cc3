import { useQuery } from '@apollo/client/react';
import { QuotationHistoryDocument } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { HistoryPanel } from '../../ui/record/HistoryPanel';
import { shownValue } from './quotationEdit';

export function QuotationHistoryPanel({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(QuotationHistoryDocument, { variables: { id } });
  useRetryAfterSignIn(error, refetch);
  return (
    <HistoryPanel
      one="quotation"
      entries={data?.quotationHistory}
      error={error}
      onRetry={refetch}
      shownValue={shownValue}
    />
  );
}

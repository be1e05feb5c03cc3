import { useQuery } from '@apollo/client/react';
import { QuotationHistoryDocument } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { HistoryPanel } from '../../ui/record/HistoryPanel';
import { useNameOfCustomer } from '../../ui/useNameOfCustomer';
import { shownValue } from './quotationEdit';

export function QuotationHistoryPanel({ id }: { id: number }) {
  const nameOf = useNameOfCustomer();
  const { data, error, refetch } = useQuery(QuotationHistoryDocument, { variables: { id } });
  useRetryAfterSignIn(error, refetch);
  return (
    <HistoryPanel
      one="quotation"
      entries={data?.quotationHistory}
      error={error}
      onRetry={refetch}
      shownValue={(field, value) =>
        field === 'customerId' ? nameOf(value) : shownValue(field, value)
      }
    />
  );
}

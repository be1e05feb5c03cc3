import { useQuery } from '@apollo/client/react';
import { History } from '@blueprintjs/icons';
import { CustomerHistoryDocument } from '../../data/operations.generated';
import { failureOf, sentenceOf } from '../../data/problems';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { EmptyState } from '../../ui/list/EmptyState';
import { ErrorPanel } from '../../ui/list/ErrorPanel';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { HistoryEntries } from './HistoryEntries';

/** Everything that happened to a customer, the newest first. */
export function CustomerHistoryPanel({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(CustomerHistoryDocument, { variables: { id } });
  useRetryAfterSignIn(error, refetch);
  // A number that nobody ever had: there is nothing to try again.
  if (failureOf(error).code === 'NOT_FOUND') {
    const text = sentenceOf(error, 'There is no customer with this number.');
    return <EmptyState icon={<History size={20} />} text={text} />;
  }
  if (error) {
    return (
      <ErrorPanel
        title="Failed to load the history"
        message={sentenceOf(error, 'Failed to fetch the history')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <SkeletonRows height={56} what="the history" />;
  const newestFirst = data.customerHistory.toSorted((a, b) => b.version - a.version);
  return <HistoryEntries entries={newestFirst} />;
}

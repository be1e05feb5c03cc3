import { History } from '@blueprintjs/icons';
import { failureOf, sentenceOf } from '../../data/problems';
import { EmptyState } from '../list/EmptyState';
import { SkeletonRows } from '../list/SkeletonRows';
import { HistoryEntries } from './HistoryEntries';
import type { HistoryEntry, ShownInHistory } from './history';
import { LoadFailure } from './LoadFailure';

interface HistoryPanelProps {
  /** What a record is called, such as "customer". */
  one: string;
  /** In any order; undefined until they have come. */
  entries: readonly HistoryEntry[] | undefined;
  error: unknown;
  onRetry: () => unknown;
  shownValue: ShownInHistory;
}

/** In place of a history that could not be loaded. */
export function HistoryFailure({
  one,
  error,
  onRetry,
}: Pick<HistoryPanelProps, 'one' | 'error' | 'onRetry'>) {
  // A number that nobody ever had: there is nothing to try again.
  if (failureOf(error).code === 'NOT_FOUND') {
    const text = sentenceOf(error, `There is no ${one} with this number.`);
    return <EmptyState icon={<History size={20} />} text={text} />;
  }
  return <LoadFailure what="the history" error={error} onRetry={onRetry} />;
}

/** Everything that happened to a record, the newest first. */
export function HistoryPanel({ one, entries, error, onRetry, shownValue }: HistoryPanelProps) {
  if (error) return <HistoryFailure one={one} error={error} onRetry={onRetry} />;
  if (!entries) return <SkeletonRows height={56} what="the history" />;
  const newestFirst = entries.toSorted((a, b) => b.version - a.version);
  return <HistoryEntries entries={newestFirst} shownValue={shownValue} />;
}

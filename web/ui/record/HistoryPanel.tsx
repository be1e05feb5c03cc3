import { History } from '@blueprintjs/icons';
import { failureOf, sentenceOf } from '../../data/problems';
import { EmptyState } from '../list/EmptyState';
import { HistoryEntries } from './HistoryEntries';
import { Loaded, LoadFailure } from './Loaded';
import type { FormatValue, RecordType, SavedRecord } from './recordType';

interface HistoryPanelProps<Saved extends SavedRecord> {
  type: RecordType<Saved>;
  id: number;
  formatValue: FormatValue;
}

/** Everything that happened to a record, the newest first. */
export const HistoryPanel = <Saved extends SavedRecord>({
  type,
  id,
  formatValue,
}: HistoryPanelProps<Saved>) => (
  <Loaded
    query={type.history(id)}
    what="the history"
    rowHeight={56}
    failure={historyFailure(type.one)}
  >
    {({ history }) => <HistoryEntries entries={history.toReversed()} formatValue={formatValue} />}
  </Loaded>
);

/** In place of a history that could not be loaded. */
export const historyFailure = (one: string) => (error: unknown, retry: () => void) =>
  // A number that nobody ever had: there is nothing to try again.
  failureOf(error).code === 'NOT_FOUND' ? (
    <EmptyState
      icon={<History size={20} />}
      text={sentenceOf(error, `There is no ${one} with this number.`)}
    />
  ) : (
    <LoadFailure what="the history" error={error} onRetry={retry} />
  );

import { sentenceOf } from '../../data/problems';
import { ErrorPanel } from '../list/ErrorPanel';

interface LoadFailureProps {
  /** Such as "the customer", "the history". */
  what: string;
  error: unknown;
  onRetry: () => unknown;
}

export const LoadFailure = ({ what, error, onRetry }: LoadFailureProps) => (
  <ErrorPanel
    title={`Failed to load ${what}`}
    message={sentenceOf(error, `Failed to fetch ${what}`)}
    onRetry={() => void onRetry()}
  />
);

import type { WatchQueryFetchPolicy } from '@apollo/client';
import type { ReactNode } from 'react';
import { type Operation, useGatewayQuery } from '../../data/operation';
import { sentenceOf } from '../../data/problems';
import { ErrorPanel } from '../list/ErrorPanel';
import { SkeletonRows } from '../list/SkeletonRows';

interface LoadedProps<Data> {
  query: Operation<Data>;
  fetchPolicy?: WatchQueryFetchPolicy;
  /** What is there stays until more of the same has come. */
  isGrowing?: boolean;
  /** Such as "the policies". */
  what: string;
  /** Of a row to come, in CSS pixels. */
  rowHeight: number;
  /** In place of what is said of any failure. */
  failure?: (error: unknown, retry: () => void) => ReactNode;
  children: (data: Data) => ReactNode;
}

/** An answer of the gateway, once it is there; until then that it is on its way, or has failed. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, fetchPolicy, isGrowing, what, rowHeight, failure, children } = props;
  const { previousData, error, retry, ...result } = useGatewayQuery(query, { fetchPolicy });
  const data = result.data ?? (isGrowing ? previousData : undefined);
  if (error && failure) return failure(error, retry);
  if (error) return <LoadFailure what={what} error={error} onRetry={retry} />;
  return data ? children(data as Data) : <SkeletonRows height={rowHeight} what={what} />;
}

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

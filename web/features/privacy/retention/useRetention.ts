import { useApolloClient } from '@apollo/client/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { operation, useGatewayQuery } from '../../../data/operation';
import {
  EndedRetentionsDocument,
  type EndedRetentionsQuery,
  type RetentionList,
  RetentionSweepDocument,
  type RetentionSweepQuery,
  type SweepShownFragment,
} from '../../../data/operations.generated';

export type Ended = EndedRetentionsQuery['endedRetentions']['items'][number];
type Page = EndedRetentionsQuery['endedRetentions'];

interface EndedRetentions {
  /** Undefined until the first answer. */
  items: readonly Ended[] | undefined;
  count: number;
  /** So long are records kept; undefined until the first answer. */
  years: number | undefined;
  /** False: there are more than are counted. */
  isExact: boolean;
  error: unknown;
  reload: () => void;
  /** Undefined where all are shown. */
  loadMore: (() => void) | undefined;
  isLoadingMore: boolean;
}

/** The pages of a list so far; those behind the first are asked for. */
export function useEndedRetentions(list: RetentionList): EndedRetentions {
  const client = useApolloClient();
  const asked = useMemo(() => operation(EndedRetentionsDocument, { list }), [list]);
  const { data, error, retry } = useGatewayQuery(asked, { fetchPolicy: 'network-only' });
  const first = (data as EndedRetentionsQuery | undefined)?.endedRetentions;
  const [more, setMore] = useState<{ behind: Page; pages: readonly Page[] } | null>(null);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);

  // Those behind another first page are of another list, or of another time.
  const pages = first ? [first, ...(more?.behind === first ? more.pages : [])] : [];
  const cursor = pages.at(-1)?.nextCursor ?? null;
  const load = async (behind: Page, from: string) => {
    setLoadingMore(true);
    try {
      const { query, variables } = operation(EndedRetentionsDocument, { list, cursor: from });
      const answer = await client.query({ query, variables, fetchPolicy: 'no-cache' });
      const page = (answer.data as EndedRetentionsQuery).endedRetentions;
      setMore({ behind, pages: [...pages.slice(1), page] });
      setFailure(undefined);
    } catch (failed) {
      setFailure(failed);
    }
    setLoadingMore(false);
  };
  return {
    items: first && pages.flatMap((page) => page.items),
    count: first?.count ?? 0,
    years: first?.years,
    isExact: first?.isExact ?? true,
    error: error ?? failure,
    reload: retry,
    loadMore: first && cursor !== null ? () => void load(first, cursor) : undefined,
    isLoadingMore,
  };
}

const POLL_MS = 1_000;
const SWEEP = operation(RetentionSweepDocument, {});

/** The last sweep, asked for again while it goes on. @param onEnd once one has ended */
export function useSweep(onEnd: () => void): {
  sweep: SweepShownFragment | null;
  /** One has begun. */
  begin: () => void;
} {
  const { data, retry, startPolling, stopPolling } = useGatewayQuery(SWEEP, {
    fetchPolicy: 'network-only',
  });
  const sweep = (data as RetentionSweepQuery | undefined)?.retentionSweep ?? null;
  const isRunning = sweep !== null && sweep.finishedAt === null;
  useEffect(() => {
    if (!isRunning) return undefined;
    startPolling(POLL_MS);
    return stopPolling;
  }, [isRunning, startPolling, stopPolling]);

  /** Undefined until the first answer. A short one may have ended before it is seen to go on. */
  const endedAt = data ? (sweep?.finishedAt ?? null) : undefined;
  const endedBefore = useRef(endedAt);
  useEffect(() => {
    const isNews = endedBefore.current !== undefined && endedBefore.current !== endedAt;
    endedBefore.current = endedAt;
    if (isNews && endedAt) onEnd();
  }, [endedAt, onEnd]);
  return { sweep, begin: retry };
}

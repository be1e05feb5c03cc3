import { useEffect, useEffectEvent } from 'react';
import { useLiveData } from '../../../data/live/LiveProvider';
import { operation, useGatewayQuery } from '../../../data/operation';
import {
  DuplicatePairsDocument,
  type DuplicatePairsQuery,
} from '../../../data/operations.generated';

export type DuplicatePair = DuplicatePairsQuery['duplicatePairs']['pairs'][number];

/** Milliseconds: all pairs of a large book are not found more often than that. */
const APART_MS = 20_000;

/** Pairs who seem to be one person, from one on; what others do about them appears by itself. */
export function useDuplicatePairs(offset: number) {
  const live = useLiveData();
  const { data, error, retry, refetch } = useGatewayQuery(
    operation(DuplicatePairsDocument, { offset }),
  );
  const ask = useEffectEvent(() => refetch().catch(() => undefined));
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      last = performance.now();
      void ask();
    };
    const remove = live.addList({
      operationName: 'DuplicatePairs',
      refresh: async () => {
        timer ??= setTimeout(look, Math.max(0, last + APART_MS - performance.now()));
      },
    });
    return () => {
      remove();
      clearTimeout(timer);
    };
  }, [live]);
  return { found: (data as DuplicatePairsQuery | undefined)?.duplicatePairs, error, retry };
}

import { useEffect, useEffectEvent } from 'react';
import { useLiveData } from '../../../data/live/LiveProvider';
import { type Operation, operation, useGatewayQuery } from '../../../data/operation';
import {
  DistinctPairsDocument,
  type DistinctPairsQuery,
  DuplicatePairsDocument,
  type DuplicatePairsQuery,
} from '../../../data/operations.generated';

export type DuplicatePair = DuplicatePairsQuery['duplicatePairs']['pairs'][number];
export type DistinctPair = DistinctPairsQuery['distinctPairs']['pairs'][number];

/** Milliseconds: pairs are not asked for more often than that. */
const APART_MS = 20_000;

/** Pairs who seem to be one person, from one on; what others do about them appears by itself. */
export function useDuplicatePairs(offset: number) {
  const { data, ...rest } = useLivePairs(
    'DuplicatePairs',
    operation(DuplicatePairsDocument, { offset }),
  );
  return { found: (data as DuplicatePairsQuery | undefined)?.duplicatePairs, ...rest };
}

/** The same of those who are marked as distinct. */
export function useDistinctPairs(offset: number) {
  const { data, ...rest } = useLivePairs(
    'DistinctPairs',
    operation(DistinctPairsDocument, { offset }),
  );
  return { found: (data as DistinctPairsQuery | undefined)?.distinctPairs, ...rest };
}

function useLivePairs<Data>(operationName: string, asked: Operation<Data>) {
  const live = useLiveData();
  const { data, error, retry, refetch } = useGatewayQuery(asked);
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
      operationName,
      refresh: async () => {
        timer ??= setTimeout(look, Math.max(0, last + APART_MS - performance.now()));
      },
    });
    return () => {
      remove();
      clearTimeout(timer);
    };
  }, [live, operationName]);
  return { data, error, retry };
}

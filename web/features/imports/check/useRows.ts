import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { operation } from '../../../data/operation';
import { ImportRowsDocument, type ImportRowsQuery } from '../../../data/operations.generated';

export type Row = ImportRowsQuery['importRows']['items'][number];

export interface RowsWanted {
  id: number;
  sheet: number;
  /** An outcome, or the code of a problem; null: all. */
  only: string | null;
  /** With a code: in this column. */
  column: number | null;
}

interface Loaded {
  of: string;
  items: readonly Row[];
  cursor: string | null;
  count: number;
}

export interface Rows {
  /** Undefined until the first answer. */
  items: readonly Row[] | undefined;
  /** All that are wanted. */
  count: number;
  error: unknown;
  hasMore: boolean;
  loadMore: () => void;
  /** Changes what is shown of a row, which stays where it is, also where it is wanted no more. */
  patch: (row: number, change: (row: Row) => Row) => void;
  /** Asks for one row as it is now. */
  reloadRow: (row: number) => Promise<void>;
  /** Asks for all anew; what is shown stays until they are there. */
  reload: () => void;
}

const PAGE = 100;

/**
 * Rows of a sheet, page after page. They hold what is personal and change under repairs, so they are
 * in no cache.
 */
export function useRows(wanted: RowsWanted): Rows {
  const client = useApolloClient();
  const of = JSON.stringify(wanted);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<unknown>(undefined);
  const [attempt, setAttempt] = useState(0);
  const asking = useRef<string | null>(null);

  const ask = useCallback(
    async (from: RowsWanted, after: string | null, first: number) => {
      const { query, variables } = operation(ImportRowsDocument, { ...from, after, first });
      const answer = await client.query({ query, variables, fetchPolicy: 'no-cache' });
      if (!answer.data) throw new Error('The rows came back empty');
      return answer.data.importRows;
    },
    [client],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again by `attempt`
  useEffect(() => {
    let isCurrent = true;
    setError(undefined);
    ask(JSON.parse(of) as RowsWanted, null, PAGE).then(
      ({ items, nextCursor, count }) => {
        if (isCurrent) setLoaded({ of, items, cursor: nextCursor ?? null, count });
      },
      (failed) => isCurrent && setError(failed),
    );
    return () => {
      isCurrent = false;
    };
  }, [ask, of, attempt]);

  const shown = loaded?.of === of ? loaded : null;
  const cursor = shown?.cursor ?? null;
  const loadMore = useCallback(() => {
    const key = `${of} ${cursor}`;
    if (cursor === null || asking.current === key) return;
    asking.current = key;
    ask(JSON.parse(of) as RowsWanted, cursor, PAGE).then(
      ({ items, nextCursor }) =>
        setLoaded((was) =>
          was?.of === of && was.cursor === cursor
            ? { ...was, items: [...was.items, ...items], cursor: nextCursor ?? null }
            : was,
        ),
      (failed) => {
        asking.current = null;
        setError(failed);
      },
    );
  }, [ask, of, cursor]);

  const patch = useCallback(
    (row: number, change: (row: Row) => Row) =>
      setLoaded(
        (was) =>
          was && { ...was, items: was.items.map((one) => (one.row === row ? change(one) : one)) },
      ),
    [],
  );
  const reloadRow = useCallback(
    async (row: number) => {
      const { id, sheet } = JSON.parse(of) as RowsWanted;
      const all = { id, sheet, only: null, column: null };
      const [fresh] = (await ask(all, String(row - 1), 1)).items;
      if (fresh?.row === row) patch(row, () => fresh);
    },
    [ask, of, patch],
  );
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  return {
    items: shown?.items,
    count: shown?.count ?? 0,
    error: shown ? undefined : error,
    hasMore: cursor !== null,
    loadMore,
    patch,
    reloadRow,
    reload,
  };
}

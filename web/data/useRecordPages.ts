import { NetworkStatus, type OperationVariables } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLiveData } from './live/LiveProvider';
import { fieldsOf, operationNameOf } from './live/liveData';
import { ASKED_ANEW, type Operation, useGatewayQuery } from './operation';
import { sentenceOf } from './problems';
import { marksOf, type RowMark, useRowMarks } from './rowMarks';

/** Rows of a page, and of the largest page that the gateway gives. */
const PAGE = 50;
const LARGEST_PAGE = 200;

export interface RecordPage<Item> {
  items: readonly Item[];
  nextCursor: string | null;
  count?: { count: number; exact: boolean } | null;
}

/** What `useRecordPages` itself asks by. */
interface PageVariables {
  first?: number | null | undefined;
  after?: string | null | undefined;
  withCount: boolean;
}

type ListData<Item> = Readonly<Record<string, RecordPage<Item>>>;

/**
 * Asks for one field of the schema, whose pages `data/apolloClient.ts` joins (`pagedByCursor`): by
 * what filters and sorts the list, `$first`, `$after`, `$withCount`.
 */
export type PagesDocument<Item, Asked> = TypedDocumentNode<ListData<Item>, Asked & PageVariables>;

/** What the first page of a list is asked by. `rowsWanted`: how far it was scrolled before. */
export const firstPageOf = <Asked extends object>(asked: Asked, rowsWanted: number) => ({
  ...asked,
  first: Math.min(LARGEST_PAGE, PAGE + rowsWanted),
  withCount: true,
});

interface PagesWanted<Item, Asked> {
  document: PagesDocument<Item, Asked>;
  /** The field with a record's history, by `id`: what has changed has a new entry there. */
  historyField: string;
  /** What narrows and sorts the list. Memoised: another object is another list. */
  asked: Asked;
  /** How far the list was scrolled before. */
  rowsWanted: number;
  /** What to say of a failure that brought no sentence, such as "Failed to fetch customers". */
  fallback: string;
}

export interface RecordPages<Item> {
  /** Undefined until the first answer. */
  items: readonly Item[] | undefined;
  count: { count: number; exact: boolean } | null;
  /** Another list has been asked for; `items` are still those of the one before. */
  isChanging: boolean;
  /** The sentence to show when the list could not be loaded. */
  failure: string | null;
  retry: () => void;
  hasMore: boolean;
  isMoreFailed: boolean;
  loadMore: () => void;
  /** What others have just done to rows, by their ids. */
  marks: ReadonlyMap<number | string, RowMark>;
  /**
   * Asks for the list again, as long as it is now, after a change of our own. What others have
   * changed until then is not marked: a command may change more rows than the one it names.
   */
  reload: (changed?: number | readonly number[]) => Promise<void>;
  /** The first records of the list as it is now, also of those that are not loaded. */
  loadFirst: (most: number) => Promise<readonly Item[]>;
}

/** A list of records, page after page; what others change in it appears by itself. */
export function useRecordPages<Item, Asked extends object>(
  wanted: PagesWanted<Item, Asked>,
): RecordPages<Item> {
  const { historyField, rowsWanted } = wanted;
  // Checked above, against the list's own variables; below, only those of a page matter.
  const document = wanted.document as unknown as Operation<ListData<Item>>['query'];
  const field = fieldsOf(document)[0]?.name.value ?? '';
  const client = useApolloClient();
  const [rowsBefore] = useState(rowsWanted);
  const variables: OperationVariables = useMemo(
    () => firstPageOf(wanted.asked, rowsBefore),
    [wanted.asked, rowsBefore],
  );
  const { data, previousData, error, networkStatus, fetchMore, retry } = useGatewayQuery({
    query: document,
    variables,
  });
  const isChanging = networkStatus === NetworkStatus.setVariables;
  const page = (data as ListData<Item> | undefined)?.[field];
  const before = (previousData as ListData<Item> | undefined)?.[field];
  const shown = page ?? (isChanging ? before : undefined);
  const cursor = page?.nextCursor ?? null;

  const asking = useRef<string | null>(null);
  const [isMoreFailed, setMoreFailed] = useState(false);
  const loadMore = useCallback(() => {
    if (cursor === null || asking.current === cursor) return;
    asking.current = cursor;
    setMoreFailed(false);
    fetchMore({ variables: { first: LARGEST_PAGE / 2, after: cursor, withCount: false } }).catch(
      () => {
        // Only then is the same page asked for again: what has come is soon shown, with its cursor.
        asking.current = null;
        setMoreFailed(true);
      },
    );
  }, [cursor, fetchMore]);

  const loaded = page?.items.length ?? 0;
  /** The list as it is now, so long at least. */
  const askFor = useCallback(
    (atLeast: number) => {
      const ask = async (first: number, after: string | null): Promise<RecordPage<Item>> => {
        const answer = await client.query({
          query: document,
          variables: { ...variables, first, after, withCount: after === null },
          ...ASKED_ANEW,
          fetchPolicy: 'no-cache',
        });
        const page = (answer.data as ListData<Item> | undefined)?.[field];
        if (!page) throw new Error('The list came back empty');
        return page;
      };
      return askForAll(ask, atLeast);
    },
    [client, document, field, variables],
  );
  /** The same as long as it was; null when it cannot be had. */
  const askAnew = useCallback(
    (atLeast: number) => askFor(Math.max(atLeast, PAGE)).catch(() => null),
    [askFor],
  );
  const loadFirst = useCallback(
    async (most: number) => (await askFor(most)).items.slice(0, most),
    [askFor],
  );
  const write = useCallback(
    (fresh: RecordPage<Item>) => {
      const data = { [field]: fresh };
      client.cache.writeQuery<ListData<Item>>({ query: document, variables, data });
    },
    [client, document, field, variables],
  );

  const { marks, add: addMarks, remove: removeMark } = useRowMarks();
  const liveData = useLiveData();
  useEffect(() => {
    const refresh = async () => {
      // Who looks at the last row keeps it, also where others have added some.
      const fresh = await askAnew(cursor === null ? loaded + PAGE : loaded);
      if (!fresh) return;
      addMarks(marksOf(client.cache, fresh.items));
      write(fresh);
    };
    return liveData.addList({ operationName: operationNameOf(document), refresh });
  }, [liveData, client, document, cursor, loaded, askAnew, write, addMarks]);

  const reload = useCallback(
    async (changed: number | readonly number[] = []) => {
      const fresh = await askAnew(loaded);
      const changedIds = [changed].flat();
      removeMark(...changedIds);
      client.cache.batch({
        update: (cache) => {
          // Every other list may have changed as well, and is asked for when it is next opened.
          cache.evict({ id: 'ROOT_QUERY', fieldName: field });
          for (const id of changedIds) {
            cache.evict({ id: 'ROOT_QUERY', fieldName: historyField, args: { id } });
          }
          if (fresh) write(fresh);
        },
      });
    },
    [client, field, historyField, loaded, askAnew, write, removeMark],
  );

  return {
    items: error && !isChanging ? undefined : shown?.items,
    count: shown?.count ?? null,
    isChanging,
    failure: error ? sentenceOf(error, wanted.fallback) : null,
    retry,
    hasMore: cursor !== null,
    isMoreFailed,
    loadMore,
    marks,
    reload,
    loadFirst,
  };
}

/** At least `wanted` rows, in as few pages as there may be, as one page. */
async function askForAll<Item>(
  ask: (first: number, after: string | null) => Promise<RecordPage<Item>>,
  wanted: number,
): Promise<RecordPage<Item>> {
  const start = await ask(Math.min(wanted, LARGEST_PAGE), null);
  let { items, nextCursor } = start;
  while (items.length < wanted && nextCursor !== null) {
    const more = await ask(Math.min(wanted - items.length, LARGEST_PAGE), nextCursor);
    items = [...items, ...more.items];
    nextCursor = more.nextCursor;
  }
  return { ...start, items, nextCursor };
}

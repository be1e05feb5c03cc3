import type { ApolloCache } from '@apollo/client';
import { useCallback, useEffect, useRef, useState } from 'react';

/** What others have just done to a row. */
export type RowMark = 'added' | 'changed';

type Id = number | string;

/** Milliseconds for which a row is marked. */
const MARKED_MS = 30_000;

export const NO_MARKS: ReadonlyMap<Id, RowMark> = new Map();

/**
 * Which of these records are newer than what is known of them. A change of our own is known by its
 * answer, so that it is none. Records without a version are never marked.
 */
export function marksOf(
  cache: ApolloCache,
  items: readonly unknown[],
): readonly (readonly [Id, RowMark])[] {
  return (items as readonly { id: Id; version?: number; __typename?: string }[]).flatMap((item) => {
    if (item.version === undefined) return [];
    const known = knownVersion(cache, item);
    if (known === item.version) return [];
    return [[item.id, known === undefined ? 'added' : 'changed'] as const];
  });
}

/** Undefined for a record that was never shown. */
function knownVersion(
  cache: ApolloCache,
  item: { id: Id; version?: number; __typename?: string },
): unknown {
  const id = cache.identify(item);
  let known: unknown;
  if (id === undefined) return known;
  cache.modify({
    id,
    broadcast: false,
    fields: {
      version(version: unknown) {
        known = version;
        return version;
      },
    },
  });
  return known;
}

/** The marks of a list; each goes after a while. */
export function useRowMarks() {
  const [marks, setMarks] = useState(NO_MARKS);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const { current } = timers;
    return () => current.forEach(clearTimeout);
  }, []);
  const remove = useCallback((...ids: Id[]) => {
    setMarks((was) => new Map([...was].filter(([id]) => !ids.includes(id))));
  }, []);
  const add = useCallback(
    (found: readonly (readonly [Id, RowMark])[]) => {
      if (found.length === 0) return;
      setMarks((was) => new Map([...was, ...found]));
      const timer = setTimeout(() => {
        timers.current.delete(timer);
        remove(...found.map(([id]) => id));
      }, MARKED_MS);
      timers.current.add(timer);
    },
    [remove],
  );
  return { marks, add, remove };
}

import type { FieldPolicy } from '@apollo/client';

interface CursorPage {
  items: readonly unknown[];
  nextCursor: string | null;
  count?: unknown;
}

/**
 * A list that grows page by page. A page is added only where it continues what is there, so that an
 * answer that comes late cannot double rows or put them in the wrong place.
 */
export const joinPages = (
  existing: CursorPage | undefined,
  incoming: CursorPage,
  after: string | null,
): CursorPage => {
  if (!existing || after === null) return { ...existing, ...incoming };
  if (after !== existing.nextCursor) return existing;
  return {
    ...existing,
    items: [...existing.items, ...incoming.items],
    nextCursor: incoming.nextCursor,
  };
};

export const pagedByCursor = (keyArgs: string[]): FieldPolicy<CursorPage> => ({
  keyArgs,
  merge: (existing, incoming, { args }) => joinPages(existing, incoming, args?.after ?? null),
});

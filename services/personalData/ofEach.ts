import { forEachLimit } from '../platform/forEachLimit.js';

/** Streams that are read at once. */
const AT_ONCE = 8;

/** The results in the order of the items. */
export async function ofEach<Item, Result>(
  items: readonly Item[],
  of: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<Item, Result>();
  await forEachLimit(items, { atOnce: AT_ONCE }, async (item) => {
    results.set(item, await of(item));
  });
  return items.map((item) => results.get(item) as Result);
}

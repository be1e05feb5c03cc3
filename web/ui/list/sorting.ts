import type { ListDescription } from '@insuremanager/contracts/fields/list';

export type Direction = 'asc' | 'desc';

/** What a list is sorted by now. */
export interface Sorting<Sort extends string> {
  sort: Sort;
  direction: Direction;
}

type SortRules<Sort extends string> = Pick<
  ListDescription<never, Sort>,
  'sorts' | 'usualSort' | 'descending'
>;

/** Sorted as it begins, by the usual sort unless another is named. */
export const firstSorting = <Sort extends string>(
  { usualSort, descending }: SortRules<Sort>,
  sort = usualSort,
): Sorting<Sort> => ({ sort, direction: descending.includes(sort) ? 'desc' : 'asc' });

/** What cannot be understood in an address is as if it were not there. */
export function sortingIn<Sort extends string>(
  params: URLSearchParams,
  rules: SortRules<Sort>,
): Sorting<Sort> {
  const first = firstSorting(
    rules,
    rules.sorts.find((name) => name === params.get('sort')),
  );
  const dir = params.get('dir');
  return dir === 'asc' || dir === 'desc' ? { ...first, direction: dir } : first;
}

/** What the address has to remember; null for what is so anyway. */
export const addressOfSorting = <Sort extends string>(
  { sort, direction }: Sorting<Sort>,
  rules: SortRules<Sort>,
): Record<string, string | null> => ({
  sort: sort === rules.usualSort ? null : sort,
  dir: direction === firstSorting(rules, sort).direction ? null : direction,
});

/** After a press on a heading: another sort begins in its own direction, the same one turns. */
export function sortingAfter<Sort extends string>(
  pressed: Sort,
  now: Sorting<Sort>,
  rules: SortRules<Sort>,
): Sorting<Sort> {
  if (pressed !== now.sort) return firstSorting(rules, pressed);
  return { sort: pressed, direction: now.direction === 'asc' ? 'desc' : 'asc' };
}

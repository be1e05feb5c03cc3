export type Direction = 'asc' | 'desc';

/** What a list is sorted by now. */
export interface Sorting<Sort extends string> {
  sort: Sort;
  direction: Direction;
}

/** What a list can be sorted by. */
export interface SortRules<Sort extends string> {
  all: readonly Sort[];
  /** What it is sorted by when nothing else was asked for. */
  usual: Sort;
  /** Those that begin at the end: the newest day, the highest amount. Words begin with A. */
  downwards: readonly Sort[];
}

export const firstDirection = <Sort extends string>(
  rules: SortRules<Sort>,
  sort: Sort,
): Direction => (rules.downwards.includes(sort) ? 'desc' : 'asc');

/** What cannot be understood in an address is as if it were not there. */
export function sortingIn<Sort extends string>(
  params: URLSearchParams,
  rules: SortRules<Sort>,
): Sorting<Sort> {
  const sort = rules.all.find((name) => name === params.get('sort')) ?? rules.usual;
  const dir = params.get('dir');
  const direction = dir === 'asc' || dir === 'desc' ? dir : firstDirection(rules, sort);
  return { sort, direction };
}

/** What the address has to remember; null for what is so anyway. */
export const addressOfSorting = <Sort extends string>(
  { sort, direction }: Sorting<Sort>,
  rules: SortRules<Sort>,
): Record<string, string | null> => ({
  sort: sort === rules.usual ? null : sort,
  dir: direction === firstDirection(rules, sort) ? null : direction,
});

/** After a press on a heading: another sort begins in its own direction, the same one turns. */
export function sortingAfter<Sort extends string>(
  pressed: Sort,
  now: Sorting<Sort>,
  rules: SortRules<Sort>,
): Sorting<Sort> {
  if (pressed !== now.sort) return { sort: pressed, direction: firstDirection(rules, pressed) };
  return { sort: pressed, direction: now.direction === 'asc' ? 'desc' : 'asc' };
}

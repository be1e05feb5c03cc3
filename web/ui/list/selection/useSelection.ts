import { useCallback, useMemo, useState } from 'react';
import { useSingleKeys } from '../../../data/useSessionState';
import type { Listed } from '../listDesign';
import {
  chosenOf,
  extended,
  noSelection,
  type Selection,
  toggled,
  withAll,
  without,
} from './selection';

/** What the rows of a list and the bar beneath it know of what is chosen. */
export interface RowSelection<Item extends Listed> {
  /** Whether the user may do anything with several records. */
  isOffered: boolean;
  /** Whether X chooses a row. */
  hasLetter: boolean;
  /** Whether rows show that they can be chosen where there is little room. */
  isOn: boolean;
  has: (id: Item['id']) => boolean;
  count: number;
  /** The chosen records, as the list has them now. */
  records: readonly Item[];
  isEachLoadedChosen: boolean;
  turnOn: () => void;
  toggle: (item: Item) => void;
  /** Up to a row, from the one that was chosen last, or else from `from`. */
  extend: (range: { from: number; to: number }) => void;
  addLoaded: () => void;
  add: (items: readonly Item[]) => void;
  remove: (ids: readonly Item['id'][]) => void;
  clear: () => void;
}

interface SelectionParts<Item extends Listed> {
  isOffered: boolean;
  /** Those that are loaded. */
  items: readonly Item[] | undefined;
  /** What the list is filtered by: another filter has another selection. */
  filterKey: string;
}

const NO_ITEMS: readonly never[] = [];

/** What is chosen in a list; it outlives more pages and what others change. */
export function useSelection<Item extends Listed>(parts: SelectionParts<Item>): RowSelection<Item> {
  const { isOffered, filterKey } = parts;
  const items: readonly Item[] = parts.items ?? NO_ITEMS;
  const [state, setState] = useState<{ key: string; isOn: boolean; selection: Selection<Item> }>({
    ...{ key: filterKey, isOn: false, selection: noSelection() },
  });
  const selection: Selection<Item> = state.key === filterKey ? state.selection : noSelection();
  const hasLetter = useSingleKeys();
  const isOn = state.key === filterKey && (state.isOn || selection.chosen.size > 0);

  const update = useCallback(
    (change: (now: Selection<Item>) => Selection<Item>) =>
      setState((now) => {
        const current: Selection<Item> = now.key === filterKey ? now.selection : noSelection();
        return { key: filterKey, isOn: now.isOn, selection: change(current) };
      }),
    [filterKey],
  );
  const clear = useCallback(
    () => setState({ key: filterKey, isOn: false, selection: noSelection() }),
    [filterKey],
  );
  const turnOn = useCallback(
    () => setState((now) => ({ ...now, key: filterKey, isOn: true })),
    [filterKey],
  );
  const toggle = useCallback((item: Item) => update((now) => toggled(now, item)), [update]);
  const extend = useCallback(
    (range: { from: number; to: number }) => update((now) => extended(now, items, range)),
    [update, items],
  );
  const add = useCallback((more: readonly Item[]) => update((now) => withAll(now, more)), [update]);
  const remove = useCallback(
    (ids: readonly Item['id'][]) => update((now) => without(now, ids)),
    [update],
  );

  return useMemo(() => {
    const { chosen } = selection;
    return {
      isOffered,
      hasLetter,
      isOn,
      has: (id) => chosen.has(id),
      count: chosen.size,
      records: chosenOf<Item>(selection, items),
      isEachLoadedChosen: items.length > 0 && items.every(({ id }) => chosen.has(id)),
      turnOn,
      toggle,
      extend,
      addLoaded: () => add(items),
      add,
      remove,
      clear,
    };
  }, [selection, isOffered, hasLetter, isOn, items, turnOn, toggle, extend, add, remove, clear]);
}

import { useCallback, useMemo, useState } from 'react';
import { type PagesWanted, type PageVariables, useRecordPages } from '../../data/useRecordPages';
import { useAddress } from '../useAddress';
import { idIn } from './addressValues';
import type { ListedRecord, OpenMenu } from './listDesign';
import type { Sorting } from './sorting';

/** How a list is told by its address. Made once: another object is another list. */
export interface ListAddress<View, Filter> {
  listViewIn: (params: URLSearchParams) => View;
  filterOf: (view: View) => Filter;
  isNarrowed: (view: View) => boolean;
}

type FilterIn<Variables> = Variables extends { filter?: infer Filter }
  ? NonNullable<Filter>
  : never;

interface ListScreenDesign<
  Field extends string,
  Item extends ListedRecord,
  Variables extends PageVariables,
  View,
> extends Omit<PagesWanted<Field, Item, Variables>, 'variables' | 'rowsWanted'> {
  address: ListAddress<View, FilterIn<Variables>>;
  /** The name in the address of the record whose drawer is open. */
  drawer: string;
  /** Lets what a change of a record changes elsewhere be asked for again. Memoised. */
  forget: (id?: number) => void;
}

/** A list of records and the record that is open beside it, as their address tells. */
export function useListScreen<
  Field extends string,
  Item extends ListedRecord,
  Variables extends PageVariables,
  Sort extends string,
  View extends Sorting<Sort>,
>({ address, drawer, forget, ...list }: ListScreenDesign<Field, Item, Variables, View>) {
  const { params, open, close } = useAddress();
  const view = useMemo(() => address.listViewIn(params), [address, params]);
  const [firstRow] = useState(() => idIn(params, 'row') ?? 0);
  const asked = useMemo(
    () => ({ filter: address.filterOf(view), sort: view.sort, direction: view.direction }),
    [address, view],
  );
  // Every list's query is narrowed and sorted by these three names, and nothing else.
  const variables = asked as unknown as Omit<Variables, keyof PageVariables>;
  const pages = useRecordPages({ ...list, variables, rowsWanted: firstRow });

  const [menu, setMenu] = useState<OpenMenu<Item> | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);

  const openId = idIn(params, drawer);
  const openRecord = useCallback(
    ({ id }: Item) => open({ [drawer]: String(id), tab: null, asof: null }),
    [open, drawer],
  );
  const closeRecord = useCallback(() => close(drawer, 'tab', 'asof'), [close, drawer]);

  const { reload } = pages;
  const afterChange = useCallback(
    async (id?: number) => {
      forget(id);
      await reload(id);
    },
    [forget, reload],
  );
  const afterDelete = useCallback(
    (id: number) => {
      if (openId === id) closeRecord();
      return afterChange(id);
    },
    [openId, closeRecord, afterChange],
  );

  return {
    view,
    /** For `RecordList`. */
    rows: {
      pages,
      filter: asked.filter,
      sorting: view,
      isNarrowed: address.isNarrowed(view),
      firstRow,
      onOpen: openRecord,
      onMenu: setMenu,
    },
    /** For the menu of a row. */
    menu: { menu, onClose: closeMenu },
    openId,
    openRecord,
    closeRecord,
    afterChange,
    afterDelete,
  };
}

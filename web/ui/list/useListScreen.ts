import { useApolloClient } from '@apollo/client/react';
import type { Criteria } from '@insuremanager/contracts/fields/list';
import { useCallback, useMemo, useState } from 'react';
import { type PagesDocument, useRecordPages } from '../../data/useRecordPages';
import { forgetOutdated, type SavedRecord } from '../record/recordType';
import { useDeleteRecord } from '../record/useDeleteRecord';
import { useAddress } from '../useAddress';
import { idIn } from './addressValues';
import type { ListDesign, OpenMenu } from './listDesign';
import { type FilterValues, filterIn } from './listFilter';
import { type Sorting, sortingIn } from './sorting';

interface ListAsked<Sort extends string, Of extends Criteria> extends Sorting<Sort> {
  filter: FilterValues<Of>;
}

interface ListScreenParts<
  Field extends string,
  Item extends SavedRecord,
  Sort extends string,
  Of extends Criteria,
> {
  design: ListDesign<Item, Sort, Of>;
  /** The list's field of the schema; `data/apolloClient.ts` joins its pages (`pagedByCursor`). */
  field: Field;
  /** Asks for `field` alone, by `$filter`, `$sort`, `$direction` and what names a page. */
  document: PagesDocument<Field, Item, ListAsked<Sort, Of>>;
}

/** A list of records and what is open beside it, as their address tells. */
export function useListScreen<
  Field extends string,
  Item extends SavedRecord,
  Sort extends string,
  Of extends Criteria,
>({ design, field, document }: ListScreenParts<Field, Item, Sort, Of>) {
  const { type, list: description, always } = design;
  const drawer = type.one;
  const client = useApolloClient();
  const { params, open, close } = useAddress();
  const filter = useMemo(() => filterIn(params, description), [params, description]);
  const [firstRow] = useState(() => idIn(params, 'row') ?? 0);
  const asked = useMemo(
    () => ({ filter: { ...always, ...filter }, ...sortingIn(params, description) }),
    [always, filter, params, description],
  );
  const pages = useRecordPages({
    document,
    field,
    asked,
    rowsWanted: firstRow,
    historyField: `${type.one}History`,
    fallback: `Failed to fetch ${design.nouns.many}`,
  });
  const [menu, setMenu] = useState<OpenMenu<Item> | null>(null);

  const add = useCallback(() => open({ add: '1' }), [open]);
  const view = useCallback(
    ({ id }: Item) => open({ [drawer]: String(id), tab: null, asof: null }),
    [open, drawer],
  );
  const edit = ({ id }: Item, change: string | null = null) => open({ edit: String(id), change });

  const openId = idIn(params, drawer);
  const closeDrawer = useCallback(() => close(drawer, 'tab', 'asof'), [close, drawer]);
  const { reload } = pages;
  const afterChange = useCallback(
    async (id?: number) => {
      forgetOutdated(client.cache, type, id);
      await reload(id);
    },
    [client, type, reload],
  );
  const afterDelete = useCallback(
    (id: number) => {
      if (openId === id) closeDrawer();
      return afterChange(id);
    },
    [openId, closeDrawer, afterChange],
  );
  const editId = idIn(params, 'edit');
  const hasDialog = editId !== null || params.get('add') === '1';

  return {
    /** What the address filters the list by. */
    filter,
    /** What a person can do with a record of any type. */
    actions: { view, edit, delete: useDeleteRecord(type, afterDelete) },
    afterChange,
    /** For `ListScreen`, `RecordList`, `RowMenu`, the type's drawer and `EditDialog`. */
    screen: { design, filter, search: params.get('q') ?? '', onAdd: add },
    list: {
      design,
      pages,
      filter: asked.filter,
      sorting: asked,
      isFiltered: Object.keys(filter).length > 0,
      firstRow,
      onOpen: view,
      onMenu: setMenu,
      onAdd: add,
    },
    menu: { type, menu, onClose: useCallback(() => setMenu(null), []) },
    drawer: { id: openId, onClose: closeDrawer },
    dialog: hasDialog
      ? {
          type,
          id: editId,
          change: params.get('change'),
          onSaved: afterChange,
          onClose: () => close('add', 'edit', 'change'),
        }
      : null,
  };
}

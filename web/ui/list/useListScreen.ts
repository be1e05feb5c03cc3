import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import type { Criteria } from '@insuremanager/contracts/fields/list';
import type { DocumentNode } from 'graphql';
import { useCallback, useMemo, useState } from 'react';
import { firstPageOf, useRecordPages } from '../../data/useRecordPages';
import { useAllowed } from '../allowed';
import { forgetCopy, forgetFields, type SavedRecord } from '../record/recordType';
import { forgetDeleted, useDeleteRecord } from '../record/useDeleteRecord';
import { addressNow, useAddress } from '../useAddress';
import { idIn } from './addressValues';
import { columnsIn, withColumns } from './columnChoice';
import type { ListAsked, ListDesign, Listed, OpenMenu, PagedDesign } from './listDesign';
import { type FilterValues, filterIn } from './listFilter';
import { selectionBar } from './selection/barOfSelection';
import { useSelection } from './selection/useSelection';
import { sortingIn } from './sorting';

/** What is asked for by what the address says, beside what always is. Memoised. */
type Narrowed<Of extends Criteria> = (filter: FilterValues<Of>) => FilterValues<Of>;

/** What a list is asked by, as an address tells. */
function askedBy<Item extends Listed, Sort extends string, Of extends Criteria>(
  { list, always }: PagedDesign<Item, Sort, Of>,
  params: URLSearchParams,
  narrowed: Narrowed<Of>,
): ListAsked<Sort, Of> {
  const filter = { ...always, ...narrowed(filterIn(params, list)) };
  return { filter, ...sortingIn(params, list) };
}

const asItIs = <Values>(filter: Values): Values => filter;

/** How many rows a list had that was scrolled before. */
const rowsIn = (params: URLSearchParams): number => idIn(params, 'row') ?? 0;

/** For a screen's `begin`: asks for its list, as the address tells, before the screen is drawn. */
export const beginList =
  <Item extends Listed, Sort extends string, Of extends Criteria>(
    design: PagedDesign<Item, Sort, Of>,
  ) =>
  async (client: ApolloClient): Promise<void> => {
    const params = addressNow();
    const variables = firstPageOf(askedBy(design, params, asItIs), rowsIn(params));
    // The screen asks the same, and says what failed.
    await client
      .query({ query: design.document as DocumentNode, variables })
      .catch(() => undefined);
  };

/** A list, as its address tells, whose rows open elsewhere. */
export function useTable<Item extends Listed, Sort extends string, Of extends Criteria>(
  design: PagedDesign<Item, Sort, Of>,
  narrowed: Narrowed<Of> = asItIs,
) {
  const { type, document, list: description } = design;
  const { params } = useAddress();
  const filter = useMemo(() => filterIn(params, description), [params, description]);
  const [firstRow] = useState(() => rowsIn(params));
  const asked = useMemo(() => askedBy(design, params, narrowed), [design, params, narrowed]);
  const pages = useRecordPages({
    document,
    asked,
    rowsWanted: firstRow,
    historyField: `${type.one}History`,
    fallback: `Failed to fetch ${design.names.many}`,
  });
  const [menu, setMenu] = useState<OpenMenu<Item> | null>(null);
  const columns = columnsIn(params, design).join();
  const shown = useMemo(() => withColumns(design, columns.split(',')), [design, columns]);

  return {
    /** What the address filters the list by. */
    filter,
    pages,
    /** For `ListScreen`, `RecordList` and `RowMenu`. */
    screen: {
      design,
      filter,
      search: params.get('q') ?? '',
      isLoaded: pages.items !== undefined || pages.failure !== null,
    },
    list: {
      design: shown,
      pages,
      filter: asked.filter,
      sorting: asked,
      isFiltered: Object.keys(filter).length > 0,
      firstRow,
      onMenu: setMenu,
    },
    menu: { type, menu, onClose: useCallback(() => setMenu(null), []) },
  };
}

/** A list of records and what is open beside it, as their address tells. */
export function useListScreen<Item extends SavedRecord, Sort extends string, Of extends Criteria>(
  design: ListDesign<Item, Sort, Of>,
) {
  const { type } = design;
  const drawer = type.one;
  const canWrite = useAllowed(type.write);
  const client = useApolloClient();
  const { params, open, openBeside, close } = useAddress();
  const { filter, pages, screen, list, menu } = useTable(design);

  const add = useCallback(() => open({ add: '1' }), [open]);
  const view = useCallback(({ id }: Item) => openBeside(drawer, id), [openBeside, drawer]);
  const edit = ({ id }: Item, change: string | null = null) => open({ edit: String(id), change });

  const openId = idIn(params, drawer);
  const closeDrawer = useCallback(() => close(drawer, 'tab', 'asof'), [close, drawer]);
  const { reload } = pages;
  const afterChange = useCallback(
    async (changed?: number | readonly number[]) => {
      forgetFields(client.cache, type.invalidates);
      for (const id of [changed ?? []].flat()) forgetCopy(client.cache, type, id);
      await reload(changed);
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
  const afterDeletes = useCallback(
    async (ids: readonly number[]) => {
      if (openId !== null && ids.includes(openId)) closeDrawer();
      await afterChange(ids);
      for (const id of ids) forgetDeleted(client, type, id);
    },
    [openId, closeDrawer, afterChange, client, type],
  );
  const canExport = useAllowed('export') && design.exported !== undefined;
  const selection = useSelection<Item>({
    isOffered: canWrite || canExport,
    items: pages.items,
    filterKey: JSON.stringify(list.filter),
  });
  const editId = idIn(params, 'edit');
  const hasDialog = canWrite && (editId !== null || params.get('add') === '1');

  return {
    /** What the address filters the list by. */
    filter,
    /** What a person can do with a record of any type. */
    actions: { view, edit, delete: useDeleteRecord(type, afterDelete) },
    afterChange,
    /** For `ListScreen`, `RecordList`, `RowMenu`, the type's drawer and `EditDialog`. */
    screen: { ...screen, design, ...(canWrite && { onAdd: add }) },
    list: {
      ...list,
      selection,
      bar: selectionBar({
        design: { ...design, columns: list.design.columns },
        pages,
        selection,
        bulk: { canWrite, onChanged: afterChange, onDeleted: afterDeletes },
      }),
      openId,
      onOpen: view,
      ...(canWrite && { onAdd: add }),
    },
    menu,
    drawer: { id: openId, onClose: closeDrawer },
    dialog: hasDialog
      ? {
          type,
          id: editId,
          change: params.get('change'),
          onSaved: afterChange,
          onClose: () => close('add', 'edit', 'change', 'schedule', 'lead'),
        }
      : null,
  };
}

import { useApolloClient } from '@apollo/client/react';
import { useCallback, useMemo, useState } from 'react';
import { CustomerListDocument } from '../../data/operations.generated';
import { useRecordPages } from '../../data/useRecordPages';
import { idIn } from '../../ui/list/addressValues';
import { ListScreen } from '../../ui/list/ListScreen';
import type { OpenMenu } from '../../ui/list/listDesign';
import { RecordList } from '../../ui/list/RecordList';
import { SearchBox } from '../../ui/list/SearchBox';
import { useAddress } from '../../ui/useAddress';
import { CustomerAdvancedSearch } from './CustomerAdvancedSearch';
import { CustomerDialog } from './CustomerDialog';
import { CustomerDrawer } from './CustomerDrawer';
import { CustomerFilterTags } from './CustomerFilterTags';
import { type CustomerAction, CustomerRowMenu } from './CustomerRowMenu';
import type { Customer } from './customerForm';
import { CUSTOMER_LIST } from './customerListDesign';
import { filterOf, isNarrowed, listViewIn } from './listAddress';
import { useDeleteCustomer } from './useDeleteCustomer';

export default function CustomersScreen() {
  const { params, open, close } = useAddress();
  const view = useMemo(() => listViewIn(params), [params]);
  const [firstRow] = useState(() => idIn(params, 'row') ?? 0);
  const asked = useMemo(
    () => ({ filter: filterOf(view), sort: view.sort, direction: view.direction }),
    [view],
  );
  const pages = useRecordPages({
    document: CustomerListDocument,
    field: 'customers',
    historyField: 'customerHistory',
    variables: asked,
    rowsWanted: firstRow,
    fallback: 'Failed to fetch customers',
  });
  const [menu, setMenu] = useState<OpenMenu<Customer> | null>(null);

  const drawerId = idIn(params, 'customer');
  const client = useApolloClient();
  const { reload } = pages;
  const afterChange = useCallback(
    (id: number) => {
      // Lists of policies name their holder.
      client.cache.evict({ id: client.cache.identify({ __typename: 'PolicyCustomer', id }) });
      return reload(id);
    },
    [client, reload],
  );
  const afterDelete = useCallback(
    (id: number) => {
      if (drawerId === id) close('customer', 'tab', 'asof');
      return afterChange(id);
    },
    [drawerId, close, afterChange],
  );
  const deleteCustomer = useDeleteCustomer(afterDelete);

  const add = useCallback(() => open({ add: '1' }), [open]);
  const act = useCallback(
    (action: CustomerAction, customer: Customer) => {
      switch (action) {
        case 'view':
          return open({ customer: String(customer.id), tab: null, asof: null });
        case 'edit':
          return open({ edit: String(customer.id) });
        case 'delete':
          return void deleteCustomer(customer.id, customer.name);
      }
    },
    [open, deleteCustomer],
  );
  const openRow = useCallback((customer: Customer) => act('view', customer), [act]);

  const editId = idIn(params, 'edit');
  const isAdding = params.get('add') === '1';
  return (
    <ListScreen
      label="Customers"
      addLabel={CUSTOMER_LIST.addLabel}
      onAdd={add}
      filters={
        <>
          <SearchBox
            search={view.search}
            label="Search customers"
            placeholder="Search by name, phone or email"
          />
          <CustomerAdvancedSearch view={view} />
        </>
      }
    >
      <CustomerFilterTags view={view} />
      <RecordList
        design={CUSTOMER_LIST}
        pages={pages}
        filter={asked.filter}
        sorting={view}
        isNarrowed={isNarrowed(view)}
        firstRow={firstRow}
        onOpen={openRow}
        onMenu={setMenu}
        onAdd={add}
      />
      <CustomerRowMenu menu={menu} onClose={() => setMenu(null)} onAction={act} />
      <CustomerDrawer
        id={drawerId}
        onClose={() => close('customer', 'tab', 'asof')}
        onAction={act}
        onChanged={afterChange}
      />
      {(isAdding || editId !== null) && (
        <CustomerDialog
          key={editId ?? 'add'}
          id={editId}
          onSaved={afterChange}
          onClose={() => close('add', 'edit')}
        />
      )}
    </ListScreen>
  );
}

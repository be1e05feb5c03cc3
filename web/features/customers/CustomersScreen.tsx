import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import { CustomerListDocument } from '../../data/operations.generated';
import { idIn } from '../../ui/list/addressValues';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { SearchBox } from '../../ui/list/SearchBox';
import { useListScreen } from '../../ui/list/useListScreen';
import { useAddress } from '../../ui/useAddress';
import { CustomerAdvancedSearch } from './CustomerAdvancedSearch';
import { CustomerDialog } from './CustomerDialog';
import { CustomerDrawer } from './CustomerDrawer';
import { CustomerFilterTags } from './CustomerFilterTags';
import { type CustomerAction, CustomerRowMenu } from './CustomerRowMenu';
import type { Customer } from './customerForm';
import { CUSTOMER_LIST } from './customerListDesign';
import * as listAddress from './listAddress';
import { useDeleteCustomer } from './useDeleteCustomer';

export default function CustomersScreen() {
  const { params, open, close } = useAddress();
  const client = useApolloClient();
  const forget = useCallback(
    (id?: number) => {
      // Lists of policies name their holder.
      client.cache.evict({ id: client.cache.identify({ __typename: 'PolicyCustomer', id }) });
    },
    [client],
  );
  const { view, rows, menu, openId, openRecord, closeRecord, afterChange, afterDelete } =
    useListScreen({
      address: listAddress,
      document: CustomerListDocument,
      field: 'customers',
      historyField: 'customerHistory',
      fallback: 'Failed to fetch customers',
      drawer: 'customer',
      forget,
    });
  const deleteCustomer = useDeleteCustomer(afterDelete);

  const add = useCallback(() => open({ add: '1' }), [open]);
  const act = useCallback(
    (action: CustomerAction, customer: Customer) => {
      switch (action) {
        case 'view':
          return openRecord(customer);
        case 'edit':
          return open({ edit: String(customer.id) });
        case 'delete':
          return void deleteCustomer(customer.id, customer.name);
      }
    },
    [open, openRecord, deleteCustomer],
  );

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
      <RecordList design={CUSTOMER_LIST} {...rows} onAdd={add} />
      <CustomerRowMenu {...menu} onAction={act} />
      <CustomerDrawer id={openId} onClose={closeRecord} onAction={act} onChanged={afterChange} />
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

import { Button, Intent } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useCallback, useMemo, useState } from 'react';
import type { CustomerFieldsFragment } from '../../data/operations.generated';
import { PageToolbar } from '../../ui/PageToolbar';
import { useAddress } from '../../ui/useAddress';
import { AdvancedSearch } from './AdvancedSearch';
import { CustomerDialog } from './CustomerDialog';
import { CustomerDrawer } from './CustomerDrawer';
import { CustomerFilterTags } from './CustomerFilterTags';
import { CustomerList } from './CustomerList';
import { type CustomerAction, CustomerRowMenu, type OpenMenu } from './CustomerRowMenu';
import { CustomerSearchBox } from './CustomerSearchBox';
import { idIn, listViewIn } from './listAddress';
import { useCustomerPages } from './useCustomerPages';
import { useDeleteCustomer } from './useDeleteCustomer';
import './CustomersScreen.css';

export default function CustomersScreen() {
  const { params, open, close } = useAddress();
  const view = useMemo(() => listViewIn(params), [params]);
  const [firstRow] = useState(() => idIn(params, 'row') ?? 0);
  const pages = useCustomerPages(view, firstRow);
  const [menu, setMenu] = useState<OpenMenu | null>(null);

  const drawerId = idIn(params, 'customer');
  const { reload } = pages;
  const afterDelete = useCallback(
    (id: number) => {
      if (drawerId === id) close('customer', 'tab', 'asof');
      return reload(id);
    },
    [drawerId, close, reload],
  );
  const deleteCustomer = useDeleteCustomer(afterDelete);

  const add = useCallback(() => open({ add: '1' }), [open]);
  const act = useCallback(
    (action: CustomerAction, customer: CustomerFieldsFragment) => {
      switch (action) {
        case 'view':
          return open({ customer: String(customer.id), tab: null, asof: null });
        case 'edit':
          return open({ edit: String(customer.id) });
        case 'delete':
          return void deleteCustomer(customer);
      }
    },
    [open, deleteCustomer],
  );
  const openRow = useCallback((customer: CustomerFieldsFragment) => act('view', customer), [act]);

  const editId = idIn(params, 'edit');
  const isAdding = params.get('add') === '1';
  return (
    <section className="customers" aria-label="Customers">
      <PageToolbar
        action={
          <Button intent={Intent.PRIMARY} icon={<Plus />} onClick={add} className="add-button">
            Add Customer
          </Button>
        }
      >
        <CustomerSearchBox search={view.search} />
        <AdvancedSearch view={view} />
      </PageToolbar>
      <CustomerFilterTags view={view} />
      <CustomerList
        view={view}
        pages={pages}
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
      />
      {(isAdding || editId !== null) && (
        <CustomerDialog
          key={editId ?? 'add'}
          id={editId}
          onSaved={pages.reload}
          onClose={() => close('add', 'edit')}
        />
      )}
    </section>
  );
}

import { Button } from '@blueprintjs/core';
import { Exchange } from '@blueprintjs/icons';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAllowed } from '../../ui/allowed';
import { FormField } from '../../ui/FormField';
import { formatCount } from '../../ui/format';
import { lazyDialog, lazyDrawer } from '../../ui/lazyDialog';
import { lazyPart } from '../../ui/lazyPart';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { idIn } from '../../ui/list/addressValues';
import { Choices, DayBound } from '../../ui/list/FilterInputs';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { ActionItems, RowMenu } from '../../ui/list/RowMenu';
import { beginList, useListScreen } from '../../ui/list/useListScreen';
import { useAddress } from '../../ui/useAddress';
import { CUSTOMER_ACTIONS, type Customer, type CustomerAction } from './customer';
import { CUSTOMER_LIST, type CustomerCriteria } from './customerListDesign';
import type { ToGive } from './GiveDialog';
import { BookFilter, OwnerCriterion, OwnersProvider, useOwners } from './owners';

const advancedSearch = (form: FilterForm<CustomerCriteria>) => {
  const { label, value = '', onChange } = form.of('city');
  return (
    <>
      <Choices {...form.of('kycStatuses')} label="KYC status" />
      <OwnerCriterion form={form} />
      <FormField label={label}>
        {(field) => <CityInput {...field} city={value} onChange={onChange} />}
      </FormField>
      <div className="advanced-search-pair">
        <DayBound {...form.of('addedFrom')} />
        <DayBound {...form.of('addedTo')} />
      </div>
    </>
  );
};

export const begin = beginList(CUSTOMER_LIST);

const CityInput = lazyPart(() => import('./CityInput'));
const CustomerDrawer = lazyDrawer(() => import('./CustomerDrawer'));
const CustomerDialog = lazyDialog(() => import('./CustomerDialog'));
const GiveDialog = lazyDialog(() => import('./GiveDialog'));

const CustomersScreen = () => (
  <OwnersProvider>
    <CustomersOfOwners />
  </OwnersProvider>
);
export default CustomersScreen;

function CustomersOfOwners() {
  const { filter, actions, afterChange, screen, list, menu, drawer, dialog } =
    useListScreen(CUSTOMER_LIST);
  const { params } = useAddress();
  const { areSeveral, nameOf } = useOwners();
  const canGive = useAllowed('customers.reassign');
  const mayMerge = useAllowed('customers.merge');
  const [toGive, setToGive] = useState<ToGive | null>(null);
  const act = (action: CustomerAction, customer: Customer) =>
    void (action === 'give' ? setToGive({ customer }) : actions[action](customer));
  const { count } = list.pages;
  const book = areSeveral && (
    <div className="book-bar">
      <BookFilter filter={filter} />
      {canGive && count !== null && count.count > 0 && (
        <Button
          size="small"
          variant="minimal"
          icon={<Exchange />}
          onClick={() => setToGive({ filter: list.filter, count: customersIn(count) })}
        >
          Assign all to…
        </Button>
      )}
    </div>
  );
  return (
    <ListScreen
      {...screen}
      searchHint="Search by name, phone or email"
      advancedSearch={advancedSearch}
      tools={
        mayMerge && (
          <Link
            className="bp6-button duplicates-link"
            to="/customers/duplicates"
            title="Duplicates"
          >
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="M6 2h8v8H6zM3 6H2v8h8v-1" />
            </svg>
            <span>Duplicates</span>
          </Link>
        )
      }
      names={filter.ownerId ? { ownerId: nameOf(filter.ownerId) } : {}}
      above={book}
    >
      <RecordList {...list} />
      <RowMenu {...menu}>
        {(customer) => (
          <ActionItems {...CUSTOMER_ACTIONS} onAction={(action) => act(action, customer)} />
        )}
      </RowMenu>
      <CustomerDrawer {...drawer} onAction={act} onChanged={afterChange} />
      {dialog && <CustomerDialog {...dialog} lead={idIn(params, 'lead')} />}
      {toGive && (
        <GiveDialog toGive={toGive} onGiven={afterChange} onClose={() => setToGive(null)} />
      )}
    </ListScreen>
  );
}

const customersIn = ({ count, exact }: { count: number; exact: boolean }): string =>
  `${exact ? '' : 'more than '}${formatCount(count)} ${count === 1 ? 'customer' : 'customers'}`;

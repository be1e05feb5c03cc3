import { CustomerListDocument } from '../../data/operations.generated';
import { FormField } from '../../ui/FormField';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { Choices, DayBound } from '../../ui/list/FilterInputs';
import { FilterTags } from '../../ui/list/FilterTags';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { ActionItems, RowMenu } from '../../ui/list/RowMenu';
import { useListScreen } from '../../ui/list/useListScreen';
import { EditDialog } from '../../ui/record/EditDialog';
import { CityInput } from './CityInput';
import { CustomerDrawer } from './CustomerDrawer';
import { CustomerForm } from './CustomerForm';
import { CUSTOMER_NEEDS, type CustomerAction } from './customer';
import type { Customer } from './customerForm';
import { CUSTOMER_LIST, type CustomerCriteria } from './customerListDesign';

const advancedSearch = (form: FilterForm<CustomerCriteria>) => {
  const { label, value = '', onChange } = form.of('city');
  return (
    <>
      <Choices {...form.of('kycStatuses')} label="KYC status" />
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

const ACTIONS: readonly CustomerAction[] = ['view', 'edit', 'delete'];

export default function CustomersScreen() {
  const { filter, actions, afterChange, screen, list, menu, drawer, dialog } = useListScreen({
    design: CUSTOMER_LIST,
    field: 'customers',
    document: CustomerListDocument,
  });
  const act = (action: CustomerAction, customer: Customer) => void actions[action](customer);
  return (
    <ListScreen
      {...screen}
      searchHint="Search by name, phone or email"
      advancedSearch={advancedSearch}
    >
      <FilterTags list={CUSTOMER_LIST.list} filter={filter} />
      <RecordList {...list} />
      <RowMenu {...menu}>
        {(customer) => (
          <ActionItems
            actions={ACTIONS}
            needs={CUSTOMER_NEEDS}
            looks={{}}
            onAction={(action) => act(action, customer)}
          />
        )}
      </RowMenu>
      <CustomerDrawer {...drawer} onAction={act} onChanged={afterChange} />
      {dialog && (
        <EditDialog {...dialog}>
          {(base, ends) => <CustomerForm base={base} {...ends} />}
        </EditDialog>
      )}
    </ListScreen>
  );
}

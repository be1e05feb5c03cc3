import { Button, Intent } from '@blueprintjs/core';
import { People, Plus, Search } from '@blueprintjs/icons';
import type { CustomerFieldsFragment } from '../../data/operations.generated';
import { EmptyState } from '../../ui/list/EmptyState';
import { ErrorPanel } from '../../ui/list/ErrorPanel';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { CustomerListFooter } from './CustomerListFooter';
import type { OpenMenu } from './CustomerRowMenu';
import { CustomerTable } from './CustomerTable';
import { type CustomerListView, isNarrowed } from './listAddress';
import { ROW_HEIGHTS } from './rowLayout';
import type { CustomerPages } from './useCustomerPages';
import './CustomerList.css';

interface CustomerListProps {
  view: CustomerListView;
  pages: CustomerPages;
  /** The row that was at the top when the list was left. */
  firstRow: number;
  onOpen: (customer: CustomerFieldsFragment) => void;
  onMenu: (menu: OpenMenu) => void;
  onAdd: () => void;
}

/** The list in each of its states: on its way, failed, empty, or rows. */
export function CustomerList(props: CustomerListProps) {
  return (
    <div className="customer-list">
      <ListBody {...props} />
    </div>
  );
}

function ListBody({ view, pages, onAdd, ...table }: CustomerListProps) {
  const { items, failure } = pages;
  if (failure !== null && !items) {
    return <ErrorPanel title="Failed to load customers" message={failure} onRetry={pages.retry} />;
  }
  if (!items) {
    return (
      <>
        <div className="customer-head" />
        <SkeletonRows height={ROW_HEIGHTS.wide} what="customers" />
      </>
    );
  }
  if (items.length > 0) {
    return (
      <>
        <CustomerTable view={view} pages={pages} items={items} {...table} />
        <CustomerListFooter pages={pages} shown={items.length} />
      </>
    );
  }
  if (isNarrowed(view)) {
    return (
      <EmptyState icon={<Search size={20} />} text="No customers match your search criteria" />
    );
  }
  return (
    <EmptyState
      icon={<People size={20} />}
      text="Get started by adding your first customer"
      action={
        <Button intent={Intent.PRIMARY} icon={<Plus />} onClick={onAdd}>
          Add Customer
        </Button>
      }
    />
  );
}

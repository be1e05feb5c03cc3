import { Button, Intent } from '@blueprintjs/core';
import { Cross, Plus, Search } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import type { RecordPages } from '../../data/useRecordPages';
import { formatCount } from '../format';
import { useAddress } from '../useAddress';
import { EmptyState } from './EmptyState';
import { ErrorPanel } from './ErrorPanel';
import type { ListDesign, Listed } from './listDesign';
import { RecordTable, type RecordTableProps } from './RecordTable';
import { SkeletonRows } from './SkeletonRows';
import './RecordList.css';

interface RecordListProps<Item extends Listed, Sort extends string>
  extends Omit<RecordTableProps<Item, Sort>, 'items'> {
  /** In place of the footer: what can be done with the rows that are chosen. */
  bar?: ReactNode;

  /** Whether the list would be longer without search and filters. */
  isFiltered: boolean;
  /** Without it nothing is added here. */
  onAdd?: () => void;
}

/** A list in each of its states: on its way, failed, empty, or rows. */
export const RecordList = <Item extends Listed, Sort extends string>(
  props: RecordListProps<Item, Sort>,
) => (
  <div className="record-list">
    <ListBody {...props} />
  </div>
);

function ListBody<Item extends Listed, Sort extends string>({
  isFiltered,
  onAdd,
  bar,
  ...table
}: RecordListProps<Item, Sort>) {
  const { design, pages } = table;
  const { type, names, icon } = design;
  const { items, failure } = pages;
  if (failure !== null && !items) {
    const title = `Failed to load ${names.many}`;
    return <ErrorPanel title={title} message={failure} onRetry={pages.retry} />;
  }
  if (!items) {
    return (
      <>
        <div className="record-head" />
        <SkeletonRows height={design.rowHeights.wide} what={names.many} />
      </>
    );
  }
  if (items.length > 0) {
    return (
      <>
        <RecordTable {...table} items={items} />
        {bar ?? <RecordListFooter pages={pages} shown={items.length} names={names} />}
      </>
    );
  }
  if (isFiltered) {
    const text = `No ${type.many} match your search criteria`;
    return <EmptyState icon={<Search size={20} />} text={text} action={<ClearSearch />} />;
  }
  return (
    <EmptyState
      icon={icon}
      text={design.nothing ?? `Get started by adding your first ${type.one}`}
      action={
        onAdd && (
          <Button intent={Intent.PRIMARY} icon={<Plus />} onClick={onAdd}>
            {design.addLabel}
          </Button>
        )
      }
    />
  );
}

/** Filters have their tags, and what clears them, over the list. */
function ClearSearch() {
  const { params, change } = useAddress();
  if (!params.has('q')) return null;
  return (
    <Button icon={<Cross />} onClick={() => change({ q: null, row: null })}>
      Clear the search
    </Button>
  );
}

type Names = ListDesign<never, string>['names'];

interface RecordListFooterProps {
  pages: RecordPages<unknown>;
  /** How many rows are loaded. */
  shown: number;
  names: Names;
}

/** "1 customer", "12,345 customers", "10,000+ customers". */
const describeCount = ({ count, exact }: { count: number; exact: boolean }, names: Names): string =>
  `${formatCount(count)}${exact ? '' : '+'} ${count === 1 && exact ? names.one : names.many}`;

const RecordListFooter = ({ pages, shown, names }: RecordListFooterProps) => (
  <footer className="record-list-footer">
    <span role="status" className="tabular">
      {pages.isChanging
        ? 'Searching…'
        : describeCount(pages.count ?? { count: shown, exact: !pages.hasMore }, names)}
    </span>
    {pages.isMoreFailed && (
      <span role="alert">
        Failed to load more.{' '}
        <Button size="small" variant="minimal" onClick={pages.loadMore}>
          Retry
        </Button>
      </span>
    )}
  </footer>
);

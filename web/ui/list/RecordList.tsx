import { Button, Intent } from '@blueprintjs/core';
import { Cross, Plus, Search } from '@blueprintjs/icons';
import { useAddress } from '../useAddress';
import { EmptyState } from './EmptyState';
import { ErrorPanel } from './ErrorPanel';
import type { ListedRecord } from './listDesign';
import { RecordListFooter } from './RecordListFooter';
import { RecordTable, type RecordTableProps } from './RecordTable';
import { SkeletonRows } from './SkeletonRows';
import './RecordList.css';

interface RecordListProps<Item extends ListedRecord, Sort extends string>
  extends Omit<RecordTableProps<Item, Sort>, 'items'> {
  /** Whether the list would be longer without search and filters. */
  isNarrowed: boolean;
  onAdd: () => void;
}

/** A list in each of its states: on its way, failed, empty, or rows. */
export const RecordList = <Item extends ListedRecord, Sort extends string>(
  props: RecordListProps<Item, Sort>,
) => (
  <div className="record-list">
    <ListBody {...props} />
  </div>
);

function ListBody<Item extends ListedRecord, Sort extends string>({
  isNarrowed,
  onAdd,
  ...table
}: RecordListProps<Item, Sort>) {
  const { design, pages } = table;
  const { words, empty } = design;
  const { items, failure } = pages;
  if (failure !== null && !items) {
    const title = `Failed to load ${words.many}`;
    return <ErrorPanel title={title} message={failure} onRetry={pages.retry} />;
  }
  if (!items) {
    return (
      <>
        <div className="record-head" />
        <SkeletonRows height={design.rowHeights.wide} what={words.many} />
      </>
    );
  }
  if (items.length > 0) {
    return (
      <>
        <RecordTable {...table} items={items} />
        <RecordListFooter pages={pages} shown={items.length} words={words} />
      </>
    );
  }
  if (isNarrowed) {
    const text = design.noneMatch ?? `No ${words.many} match your search criteria`;
    return <EmptyState icon={<Search size={20} />} text={text} action={<ClearSearch />} />;
  }
  return (
    <EmptyState
      {...empty}
      action={
        <Button intent={Intent.PRIMARY} icon={<Plus />} onClick={onAdd}>
          {design.addLabel}
        </Button>
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

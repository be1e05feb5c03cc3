import { Button, Intent } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import type { Criteria } from '@insuremanager/contracts/fields/list';
import type { ReactNode } from 'react';
import { useAllowed } from '../allowed';
import { useAddress } from '../useAddress';
import { AdvancedSearch, type FilterForm } from './AdvancedSearch';
import { columnsIn } from './columnChoice';
import { ExportButton } from './exports/ExportButton';
import { FilterTags } from './FilterTags';
import { ListFrame } from './ListFrame';
import type { Listed, TableDesign } from './listDesign';
import type { FilterValues, TextsOf } from './listFilter';
import { SearchBox } from './SearchBox';
import { sortingIn } from './sorting';
import { ColumnsButton } from './views/ColumnsButton';
import { ViewsButton } from './views/ViewsButton';

interface ListScreenProps<Item extends Listed, Sort extends string, Of extends Criteria> {
  design: TableDesign<Item, Sort, Of>;
  /** Whether the rows are there. */
  isLoaded: boolean;
  /** What is searched for now. */
  search: string;
  /** What can be searched for, such as "Search by name"; without it there is no free text. */
  searchHint?: string;
  filter: FilterValues<Of>;
  advancedSearch: (form: FilterForm<Of>) => ReactNode;
  onAdd?: () => void;
  /** Quiet ways to what else there is about these records, after the filters. */
  tools?: ReactNode;
  /** The main action of a screen on which nothing is added. */
  action?: ReactNode;
  /** Of records that the list is filtered by, by the criterion; where there is none, their number. */
  names?: TextsOf<Of>;
  /** Over the filter tags, such as figures. */
  above?: ReactNode;
  /** The list, and what opens over it. */
  children: ReactNode;
}

/** A screen with a list: what finds on the left, what adds on the right, the list under them. */
export function ListScreen<Item extends Listed, Sort extends string, Of extends Criteria>(
  props: ListScreenProps<Item, Sort, Of>,
) {
  const { design, filter, isLoaded, onAdd } = props;
  const canSearch = useAllowed('search');
  const { params } = useAddress();
  return (
    <ListFrame
      label={design.label}
      toolbar={
        <>
          <div className="page-toolbar-filters">
            {canSearch && props.searchHint !== undefined && (
              <SearchBox
                search={props.search}
                label={`Search ${design.names.many}`}
                placeholder={props.searchHint}
              />
            )}
            <AdvancedSearch list={design.list} filter={filter}>
              {props.advancedSearch}
            </AdvancedSearch>
            {design.views && <ViewsButton {...{ design, isLoaded }} list={design.views} />}
            <ColumnsButton design={design} />
            {design.exported && (
              <ExportButton
                list={design.exported}
                description={design.list}
                columns={columnsIn(params, design).map((key) => ({ key }))}
                content={{ filter, ...sortingIn(params, design.list) }}
              />
            )}
            {props.tools}
          </div>
          {props.action ??
            (onAdd && (
              <Button
                intent={Intent.PRIMARY}
                icon={<Plus />}
                onClick={onAdd}
                className="add-button"
              >
                {design.addLabel}
              </Button>
            ))}
        </>
      }
    >
      {props.above}
      <FilterTags list={design.list} filter={filter} names={props.names} />
      {props.children}
    </ListFrame>
  );
}

import { Button } from '@blueprintjs/core';
import { customerList } from '@insuremanager/contracts/customers/customerViews';
import type { ReactElement } from 'react';
import type { Customer } from '../../features/customers/customer';
import { CUSTOMER_LIST } from '../../features/customers/customerListDesign';
import { Flyout } from '../../ui/Flyout';
import { AdvancedSearch } from '../../ui/list/AdvancedSearch';
import { ExportButton } from '../../ui/list/exports/ExportButton';
import ExportMenu, { type ExportParts } from '../../ui/list/exports/ExportMenu';
import { Choices, DayBound, Flag, Typed } from '../../ui/list/FilterInputs';
import SelectionBar from '../../ui/list/selection/SelectionBar';
import { useSelection } from '../../ui/list/selection/useSelection';
import { ColumnsButton } from '../../ui/list/views/ColumnsButton';
import ColumnsPanel from '../../ui/list/views/ColumnsPanel';
import ViewDialog from '../../ui/list/views/ViewDialog';
import { ViewsButton } from '../../ui/list/views/ViewsButton';
import ViewsMenu, { type ViewsMenuProps } from '../../ui/list/views/ViewsMenu';
import { ViewSwitch } from '../../ui/ViewSwitch';
import type { Family } from '../family';
import { VIEWS } from '../sampleClient';
import { CUSTOMERS, done, nothing, pagesOf } from '../samples';

const LIST = { design: CUSTOMER_LIST, list: 'customers' } as const;
const [, , SHARED = null] = VIEWS;
const EXPORT: ExportParts = {
  ...{ list: 'customers', description: customerList, columns: CUSTOMER_LIST.columns },
  content: { filter: {}, sort: 'name', direction: 'asc' },
};

const menu = (content: ReactElement) => (
  <Flyout content={content}>
    <Button>Menu</Button>
  </Flyout>
);
const views = (saved: Partial<ViewsMenuProps['saved']>, isShown = false) =>
  menu(
    <ViewsMenu
      {...LIST}
      saved={{ views: [], isFailed: false, reload: nothing, ...saved }}
      shown={isShown && SHARED ? { view: SHARED, isChanged: true } : null}
      onName={nothing}
      onClose={nothing}
    />,
  );

/** What stands over and under a list. */
export const LIST_TOOLS: Family = {
  ViewSwitch: {
    'of two': (
      <ViewSwitch
        views={[
          { id: 'upcoming', label: 'Upcoming' },
          { id: 'history', label: 'History' },
        ]}
        shown={{ id: 'history', label: 'History' }}
      />
    ),
  },
  AdvancedSearch: {
    'of each kind': (
      <AdvancedSearch list={customerList} filter={{ kycStatuses: ['pending'] }}>
        {(form) => (
          <>
            <Choices {...form.of('kycStatuses')} />
            <Typed {...form.of('city')} />
            <div className="advanced-search-pair">
              <DayBound {...form.of('addedFrom')} />
              <DayBound {...form.of('addedTo')} />
            </div>
            <Flag {...form.of('withoutOwner')} />
          </>
        )}
      </AdvancedSearch>
    ),
  },
  ViewsButton: { usual: <ViewsButton {...LIST} isLoaded /> },
  ViewsMenu: {
    'none yet': views({}),
    'not loaded': views({ views: undefined, isFailed: true }),
    'a changed one shown': views({ views: VIEWS }, true),
  },
  ViewDialog: {
    new: (onClose) => <ViewDialog {...LIST} view={null} onClose={onClose} />,
    'to be renamed': (onClose) => <ViewDialog {...LIST} view={SHARED} onClose={onClose} />,
  },
  ColumnsButton: { usual: <ColumnsButton design={CUSTOMER_LIST} /> },
  ColumnsPanel: { usual: <ColumnsPanel design={CUSTOMER_LIST} /> },
  ExportButton: {
    usual: <ExportButton {...EXPORT} />,
    'in a bar': <ExportButton {...EXPORT} variant="minimal" />,
  },
  ExportMenu: { usual: menu(<ExportMenu {...EXPORT} />) },
  SelectionBar: { 'two of four': (onClose) => <Bar onClose={onClose} /> },
};

function Bar({ onClose }: { onClose: () => void }) {
  const selection = useSelection<Customer>({ isOffered: true, items: CUSTOMERS, filterKey: '' });
  return (
    <SelectionBar
      design={CUSTOMER_LIST}
      pages={pagesOf()}
      selection={{ ...selection, count: 2, records: CUSTOMERS.slice(0, 2), clear: onClose }}
      bulk={{ canWrite: true, onChanged: done, onDeleted: done }}
    />
  );
}

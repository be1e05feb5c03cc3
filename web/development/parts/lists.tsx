import { Button } from '@blueprintjs/core';
import { People, Plus } from '@blueprintjs/icons';
import { customerList } from '@insuremanager/contracts/customers/customerViews';
import type { ComponentProps, ReactNode } from 'react';
import { CUSTOMER, type Customer } from '../../features/customers/customer';
import { CUSTOMER_LIST } from '../../features/customers/customerListDesign';
import { Avatar } from '../../ui/Avatar';
import { FoundRow } from '../../ui/FoundRow';
import { EmptyState } from '../../ui/list/EmptyState';
import { ErrorPanel } from '../../ui/list/ErrorPanel';
import { Choices, Typed } from '../../ui/list/FilterInputs';
import { FilterTags } from '../../ui/list/FilterTags';
import { ListFrame } from '../../ui/list/ListFrame';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { RecordTable } from '../../ui/list/RecordTable';
import { SearchBox } from '../../ui/list/SearchBox';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { FigureCards, SummaryCards } from '../../ui/list/SummaryCards';
import { SelectBox } from '../../ui/list/selection/SelectBox';
import { useSelection } from '../../ui/list/selection/useSelection';
import { SectionCard } from '../../ui/SectionCard';
import { Badge } from '../../ui/StatusBadge';
import { type Family, inStates, within } from '../family';
import { CUSTOMERS, IDS, nothing, pagesOf, TEXTS } from '../samples';

const FILTER = {
  ...{ kycStatuses: ['pending' as const, 'verified' as const], city: TEXTS.long },
  ...{ addedFrom: '2024-02-29', withoutOwner: true },
};
const CARDS = [
  { label: 'Customers', hint: 'All of them', icon: People, figure: () => '1,234' },
  { label: TEXTS.Malayalam, hint: TEXTS.long, icon: People, figure: () => '₹12,34,56,789.50' },
];

const design = (label: string) => ({ ...CUSTOMER_LIST, label });
const LIST = {
  ...{ filter: {}, firstRow: 0, isFiltered: false, onOpen: nothing, onMenu: nothing },
  sorting: { sort: 'name', direction: 'asc' },
} as const;

type TableProps = Partial<ComponentProps<typeof RecordTable<Customer, string>>> & { label: string };

const Table = ({ label, ...props }: TableProps) => (
  <RecordTable {...LIST} pages={pagesOf()} items={CUSTOMERS} design={design(label)} {...props} />
);

function ChosenTable({ label, isOn = true }: { label: string; isOn?: boolean }) {
  const selection = useSelection<Customer>({ isOffered: true, items: CUSTOMERS, filterKey: '' });
  const has = (id: number) => isOn && id < 13;
  return <Table label={label} selection={{ ...selection, isOn, has, count: isOn ? 2 : 0 }} />;
}

const list = (props: Partial<ComponentProps<typeof RecordList<Customer, string>>>): ReactNode =>
  within(420, <RecordList {...LIST} pages={pagesOf()} design={design('In states')} {...props} />);

/** What a list is made of, and the list in all of its states. */
export const LISTS: Family = {
  EmptyState: {
    'with an action': within(
      420,
      <EmptyState icon={<Plus />} text={TEXTS.Malayalam} action={<Button>Add</Button>} />,
    ),
    'long text': within(420, <EmptyState icon={<People />} text={TEXTS.long} />),
  },
  FoundRow: inStates({ usual: 'Meera Nair', 'long text': TEXTS.long }, (name) =>
    within(
      420,
      <ul className="found-list">
        <FoundRow
          to="/ui"
          sign={<Avatar name={name} />}
          name={name}
          detail={TEXTS.Malayalam}
          state={<Badge tone="bad">Deleted</Badge>}
        />
      </ul>,
    ),
  ),
  SectionCard: {
    'with all that it can have': within(
      560,
      <SectionCard
        title="Verification"
        state={<Badge tone="good">Active</Badge>}
        action={<Button>Verify</Button>}
        hint={TEXTS.long}
      >
        <p>{TEXTS.Malayalam}</p>
      </SectionCard>,
    ),
    'a title alone': within(420, <SectionCard title={TEXTS.long}>{TEXTS.Malayalam}</SectionCard>),
  },
  ErrorPanel: inStates({ usual: 'You are offline.', 'long text': TEXTS.long }, (message) =>
    within(
      420,
      <ErrorPanel title="Failed to load customers" message={message} onRetry={nothing} />,
    ),
  ),
  SkeletonRows: inStates({ 'one line': 44, 'two lines': 56 }, (height) =>
    within(420, <SkeletonRows height={height} what="customers" />),
  ),
  SelectBox: {
    empty: <SelectBox label="Select" isChecked={false} onToggle={nothing} />,
    chosen: <SelectBox label="Select" isChecked onToggle={nothing} />,
    'chosen in part': <SelectBox label="Select" isChecked={false} isMixed onToggle={nothing} />,
  },
  SearchBox: inStates({ empty: '', filled: TEXTS.Malayalam }, (search) => (
    <SearchBox search={search} label="Search customers" placeholder="Search by name" />
  )),
  FilterTags: { 'of each kind': <FilterTags list={customerList} filter={FILTER} /> },
  FigureCards: inStates(
    {
      there: { data: {}, error: null },
      waiting: { data: undefined, error: null },
      failed: { data: undefined, error: 'Away' },
    },
    (answer) => within(560, <FigureCards cards={CARDS} {...answer} onShow={nothing} />),
  ),
  SummaryCards: {
    there: within(
      560,
      <SummaryCards design={CUSTOMER_LIST} cards={CARDS} figures={CUSTOMER.details(IDS.there)} />,
    ),
  },
  RecordTable: {
    'in a line, one open, one just changed': <Table label="Wide" openId={13} />,
    'to be chosen': <ChosenTable label="Not chosen" isOn={false} />,
    'chosen in part': <ChosenTable label="Chosen" />,
    'in two lines, of another list meanwhile': within(
      700,
      <Table label="Medium" pages={pagesOf({ isChanging: true })} />,
    ),
    'beside a panel, cards on a phone': within(358, <Table label="Narrow" />),
    'the same, chosen in part': within(358, <ChosenTable label="Narrow, chosen" />),
  },
  RecordList: {
    waiting: list({ pages: pagesOf({ items: undefined }) }),
    failed: list({ pages: pagesOf({ items: undefined, failure: 'You are offline.' }) }),
    empty: list({ pages: pagesOf({ items: [] }), onAdd: nothing }),
    'none matches': list({ pages: pagesOf({ items: [] }), isFiltered: true }),
    'more than counted': list({ pages: pagesOf({ count: { count: 10_000, exact: false } }) }),
    'more failed': list({ pages: pagesOf({ isMoreFailed: true }) }),
  },
  ListFrame: {
    usual: (
      <ListFrame label="A frame" toolbar={<Button>Add</Button>}>
        <EmptyState icon={<People />} text={TEXTS.short} />
      </ListFrame>
    ),
  },
  ListScreen: {
    'filtered, with a main action': (
      <ListScreen
        {...{
          design: design('A screen'),
          isLoaded: true,
          search: '',
          filter: FILTER,
          onAdd: nothing,
        }}
        searchHint="Search by name"
        advancedSearch={(form) => (
          <>
            <Choices {...form.of('kycStatuses')} />
            <Typed {...form.of('city')} />
          </>
        )}
      >
        <RecordList {...LIST} design={design('In a screen')} pages={pagesOf()} />
      </ListScreen>
    ),
  },
};

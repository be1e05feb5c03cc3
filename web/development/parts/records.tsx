import { Button } from '@blueprintjs/core';
import { CUSTOMER, type Customer } from '../../features/customers/customer';
import { CUSTOMER_GROUPS } from '../../features/customers/customerForm';
import { Avatar } from '../../ui/Avatar';
import { CallIcon, Phone } from '../../ui/Phone';
import { Details, fieldGroups, recordRows } from '../../ui/record/Details';
import { DossierButton } from '../../ui/record/DossierButton';
import { GoneRecord } from '../../ui/record/GoneRecord';
import { HeadFacts } from '../../ui/record/HeadFacts';
import { ChangeList, HistoryEntries, PartOf } from '../../ui/record/HistoryEntries';
import { HistoryPanel } from '../../ui/record/HistoryPanel';
import { HistoryTab } from '../../ui/record/HistoryTab';
import { Loaded, LoadFailure } from '../../ui/record/Loaded';
import { RecordDrawer } from '../../ui/record/RecordDrawer';
import type { PastRecord } from '../../ui/record/usePastRecord';
import { StatusBadge } from '../../ui/StatusBadge';
import { type Family, inStates, within } from '../family';
import { CHANGES, CUSTOMERS, customerOf, HISTORY, IDS, nothing, TEXTS } from '../samples';

const { formatValue } = CUSTOMER;
const OF = { type: CUSTOMER, formatValue } as const;

const details = (customer: Customer) => (
  <Details
    groups={[
      ...fieldGroups(CUSTOMER, CUSTOMER_GROUPS, customer),
      { heading: 'Record', rows: recordRows(customer) },
    ]}
  />
);
const historyTab = (past: Partial<PastRecord<Customer>> | null) =>
  within(
    420,
    <HistoryTab
      {...{ ...OF, id: IDS.there, onDay: nothing }}
      past={
        past && { day: '2026-03-31', record: undefined, error: undefined, retry: nothing, ...past }
      }
    >
      {details}
    </HistoryTab>,
  );
const head = ({ kycStatus, phone }: Customer) => (
  <>
    <StatusBadge status={kycStatus} />
    <HeadFacts facts={[<Phone key="phone" number={phone} />, '₹1,250.50']} />
  </>
);

/** What is shown of a record. */
export const RECORDS: Family = {
  HeadFacts: {
    'with empty ones': <HeadFacts facts={[null, TEXTS.short, false, '', '29/02/2024']} />,
    'long text': within(
      420,
      <HeadFacts facts={[TEXTS.long, TEXTS.Malayalam, '₹12,34,56,789.50']} />,
    ),
  },
  Details: inStates({ 'long text': CUSTOMERS[1], Malayalam: CUSTOMERS[2] }, (customer) =>
    within(420, customer && details(customer)),
  ),
  CallIcon: { alone: <CallIcon /> },
  GoneRecord: { 'with a history': <GoneRecord one="policy" hasHistory /> },
  DossierButton: { 'for auditors': <DossierButton record="customer" id={IDS.there} /> },
  HistoryEntries: { 'of each kind': <HistoryEntries {...OF} entries={HISTORY} /> },
  ChangeList: {
    'to be applied': within(420, <ChangeList {...OF} changes={CHANGES} verb="becomes" />),
  },
  PartOf: {
    'a bulk change': <PartOf batchId="batch" ofImport={null} />,
    'an import': <PartOf batchId="batch" ofImport={{ id: 7, day: '2026-03-27', isUndo: false }} />,
  },
  HistoryPanel: inStates(IDS, (id) => within(420, <HistoryPanel {...OF} id={id} />)),
  HistoryTab: {
    'all that happened': historyTab(null),
    'as of a day': historyTab({ record: customerOf() }),
    'before it was added': historyTab({ record: null }),
    waiting: historyTab({}),
    failed: historyTab({ error: new Error('Offline') }),
  },
  Loaded: inStates(IDS, (id) =>
    within(
      420,
      <Loaded query={CUSTOMER.details(id)} what="the customer" rowHeight={44}>
        {({ record }) => <p>{record?.name ?? 'In no list now'}</p>}
      </Loaded>,
    ),
  ),
  LoadFailure: { usual: <LoadFailure what="the customer" error={null} onRetry={nothing} /> },
  RecordDrawer: inStates(IDS, (id) => (onClose: () => void) => (
    <RecordDrawer
      {...{ type: CUSTOMER, id, onClose, subtitle: head, details }}
      avatar={({ name }) => <Avatar name={name} size="large" />}
      actions={() => <Button>Edit</Button>}
    />
  )),
};

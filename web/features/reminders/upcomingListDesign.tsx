import { Button } from '@blueprintjs/core';
import { Notifications } from '@blueprintjs/icons';
import { type PolicySort, policyList } from '@insuremanager/contracts/policies/policyViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { pick } from '@insuremanager/contracts/rules/objects';
import type { PolicyWithCustomerFragment as Policy } from '../../data/operations.generated';
import { CUSTOMER_COLUMN } from '../../records/customers/CustomerLink';
import { DueBadge } from '../../records/policies/DueBadge';
import { Premium } from '../../records/policies/Premium';
import { REMIND } from '../../records/reminders/remind';
import { useAllowed } from '../../ui/allowed';
import { NOTHING, textColumn } from '../../ui/list/columns';
import type { Column, TableDesign } from '../../ui/list/listDesign';
import { useAddress } from '../../ui/useAddress';
import './upcomingTable.css';

type UpcomingColumn = Column<Policy, PolicySort>;

const number: UpcomingColumn = {
  key: 'number',
  label: 'Policy',
  sort: 'number',
  className: 'record-name tabular ellipsis',
  title: ({ policyNumber }) => policyNumber,
  render: ({ policyNumber }) => policyNumber,
};
const insurer = textColumn<Policy, PolicySort>({
  key: 'insurer',
  label: 'Insurer',
  text: ({ insuranceCompany }) => insuranceCompany,
});
const premium: UpcomingColumn = {
  key: 'premium',
  label: 'Premium',
  sort: 'premium',
  className: 'tabular',
  render: (policy) => <Premium policy={policy} />,
};
const due: UpcomingColumn = {
  key: 'due',
  label: 'Due date',
  sort: 'ends',
  className: 'tabular quiet',
  render: ({ endDate }) => formatDay(endDate),
};
const left: UpcomingColumn = {
  key: 'left',
  label: 'Days left',
  render: ({ daysUntilExpiry }) => <DueBadge days={daysUntilExpiry} />,
};
const reminded: UpcomingColumn = {
  key: 'reminded',
  label: 'Reminded',
  className: 'tabular quiet',
  title: ({ lastReminderDate }) =>
    lastReminderDate ? `Last reminded on ${formatDay(lastReminderDate)}` : 'Not reminded yet',
  render: ({ lastReminderDate }) => (lastReminderDate ? formatDay(lastReminderDate) : NOTHING),
};
const send: UpcomingColumn = {
  key: 'send',
  label: 'Reminder',
  render: ({ id }) => <SendButton id={id} />,
};

/** The menu of the row has the same for the keyboard, where a row is one stop of the Tab key. */
function SendButton({ id }: { id: number }) {
  const { open } = useAddress();
  if (!useAllowed('reminders.write')) return NOTHING;
  return (
    <Button
      size="small"
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        open({ [REMIND]: String(id) });
      }}
    >
      Send Reminder
    </Button>
  );
}

const criteria = {
  ...pick(policyList.criteria, [
    'kind',
    'search',
    'insurer',
    'customerId',
    'premiumFrom',
    'premiumTo',
  ]),
  endsTo: { ...policyList.criteria.endsTo, label: 'Due until' },
} as const;
export type UpcomingCriteria = typeof criteria;

export const UPCOMING_LIST: TableDesign<Policy, PolicySort, UpcomingCriteria> = {
  type: { one: 'renewal', many: 'renewals', nameOf: ({ policyNumber }) => policyNumber },
  label: 'Upcoming renewals',
  nouns: { one: 'upcoming renewal', many: 'upcoming renewals' },
  className: 'upcoming-table',
  columns: [CUSTOMER_COLUMN, number, insurer, premium, due, left, reminded, send],
  list: { ...policyList, criteria, usualSort: 'ends' },
  views: 'upcoming_renewals',
  rowHeights: { wide: 56, medium: 64, card: 148 },
  icon: <Notifications size={20} />,
  nothing: 'No upcoming renewals',
};

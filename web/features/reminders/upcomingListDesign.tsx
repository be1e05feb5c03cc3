import { Button } from '@blueprintjs/core';
import { Notifications } from '@blueprintjs/icons';
import { type PolicySort, policyList } from '@insuremanager/contracts/policies/policyViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { pick } from '@insuremanager/contracts/rules/objects';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import {
  UpcomingRenewalListDocument,
  type UpcomingRenewalListQuery,
} from '../../data/operations.generated';
import { CUSTOMER_COLUMN, PHONE_COLUMN } from '../../records/customers/CustomerLink';
import { DueBadge, formatDue } from '../../records/policies/DueBadge';
import { PREMIUM_COLUMN } from '../../records/policies/Premium';
import { REMIND } from '../../records/reminders/remind';
import { RenewalPhone } from '../../records/renewals/RenewalPhone';
import { useAllowed } from '../../ui/allowed';
import { labelOf } from '../../ui/labels';
import { columnsOf, LONGEST_NUMBER, NOTHING, QUIET } from '../../ui/list/columns';
import type { Column, PagedDesign } from '../../ui/list/listDesign';
import { PHONE_LINKS_WIDTH } from '../../ui/Phone';
import { useAddress } from '../../ui/useAddress';
import './upcomingTable.css';

export type Policy = UpcomingRenewalListQuery['policies']['items'][number];

type UpcomingColumn = Column<Policy, PolicySort>;
const column = columnsOf<Policy, PolicySort>();

const number = column.text('number', 'Policy', ({ policyNumber }) => policyNumber, {
  sort: 'number',
  className: 'record-name',
  least: LONGEST_NUMBER,
});
const insurer = column.text('insurer', 'Insurer', ({ insuranceCompany }) => insuranceCompany);
const due = column.whole('due', 'Due date', ({ endDate }) => formatDay(endDate), {
  ...QUIET,
  sort: 'ends',
});
const left: UpcomingColumn = {
  key: 'left',
  label: 'Days left',
  room: { whole: ({ daysUntilExpiry }) => formatDue(daysUntilExpiry), extra: 36 },
  render: ({ daysUntilExpiry }) => <DueBadge days={daysUntilExpiry} />,
};
const reminded: UpcomingColumn = {
  ...column.whole(
    'reminded',
    'Reminded',
    ({ lastReminderDate }) => lastReminderDate && formatDay(lastReminderDate),
    QUIET,
  ),
  title: ({ lastReminderDate }) =>
    lastReminderDate ? `Last reminded on ${formatDay(lastReminderDate)}` : 'Not reminded yet',
};
const send: UpcomingColumn = {
  key: 'send',
  label: 'Reminder',
  room: {
    whole: (policy) => (mustBeCalled(policy) ? formatPhone(policy.customer.phone) : SEND),
    extra: PHONE_LINKS_WIDTH,
  },
  height: 64,
  title: ({ contact }) => contact?.missing ?? undefined,
  render: (policy) =>
    mustBeCalled(policy) ? (
      <span className="two-lines">
        <span>{policy.contact.unreachable === 'no_contact' ? 'No email: call' : 'Opted out'}</span>
        <RenewalPhone {...policy} isInRow />
      </span>
    ) : (
      <SendButton id={policy.id} />
    ),
};

const kind = column.text('kind', 'Kind', (policy) => labelOf(policy.kind));
const vehicle = column.whole(
  'vehicle',
  'Vehicle',
  ({ vehicleNumber }) => vehicleNumber && formatPlate(vehicleNumber),
);

const SEND = 'Send Reminder';

/** No reminder reaches the customer. */
export const mustBeCalled = (
  policy: Policy,
): policy is Policy & { customer: object; contact: object } =>
  Boolean(policy.customer && policy.contact?.unreachable);

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
      {SEND}
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

export const UPCOMING_LIST: PagedDesign<Policy, PolicySort, UpcomingCriteria> = {
  type: { one: 'renewal', many: 'renewals', nameOf: ({ policyNumber }) => policyNumber },
  label: 'Upcoming renewals',
  names: { one: 'upcoming renewal', many: 'upcoming renewals' },
  className: 'upcoming-table',
  columns: [CUSTOMER_COLUMN, number, insurer, PREMIUM_COLUMN, due, left, reminded, send],
  furtherColumns: [kind, vehicle, PHONE_COLUMN],
  list: { ...policyList, criteria, usualSort: 'ends' },
  document: UpcomingRenewalListDocument,
  views: 'upcoming_renewals',
  rowHeights: { wide: 56, medium: 64 },
  stacks: [['customer', 'number'], ['insurer', 'reminded'], ['premium'], ['left', 'due'], ['send']],
  beside: [
    ['customer', 'number'],
    ['left', 'due'],
  ],
  card: [['customer', 'left'], ['number'], ['insurer', 'premium'], ['due', 'send']],
  icon: <Notifications size={20} />,
  nothing: 'No upcoming renewals',
};

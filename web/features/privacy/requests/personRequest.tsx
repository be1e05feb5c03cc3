import { Inbox } from '@blueprintjs/icons';
import {
  CHANNEL_LABELS,
  OUTCOME_LABELS,
  RIGHT_LABELS,
  RIGHT_SECTIONS,
} from '@insuremanager/contracts/privacy/requestKinds';
import { personRequestList } from '@insuremanager/contracts/privacy/requestViews';
import { daysBetween } from '@insuremanager/contracts/rules/calendar';
import { type Day, formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import {
  type PersonRequestWithCustomerFragment as PersonRequest,
  PersonRequestListDocument,
} from '../../../data/operations.generated';
import { textColumn, wholeColumn } from '../../../ui/list/columns';
import type { Column, PagedDesign } from '../../../ui/list/listDesign';
import { Badge } from '../../../ui/StatusBadge';
import type { Tone } from '../../../ui/statusTones';

export type { PersonRequest };

/** How a request stands, in a word with its colour. */
export function stateOf(
  { outcome, isOverdue, dueOn }: PersonRequest,
  today: Day = kolkataDay(new Date()),
): readonly [Tone, string] {
  if (outcome !== null)
    return [
      outcome === 'done' ? 'good' : outcome === 'refused' ? 'bad' : 'ended',
      OUTCOME_LABELS[outcome],
    ];
  if (isOverdue) return ['bad', 'Overdue'];
  const days = daysBetween(today, dueOn);
  if (days <= 0) return ['wait', 'Due today'];
  return ['wait', days === 1 ? 'Due tomorrow' : `Due in ${days} days`];
}

export const rightOf = ({ right }: Pick<PersonRequest, 'right'>): string =>
  `${RIGHT_LABELS[right]} (${RIGHT_SECTIONS[right]})`;

const nameOf = ({ customer }: PersonRequest): string => customer?.name ?? 'Deleted customer';

type RequestColumn = Column<PersonRequest, 'due'>;

const customer = textColumn<PersonRequest, 'due'>({
  key: 'customer',
  label: 'Customer',
  className: 'record-name',
  least: 140,
  text: nameOf,
});
const right = textColumn<PersonRequest, 'due'>({
  key: 'right',
  label: 'Asks for',
  least: 160,
  text: rightOf,
});
const received = wholeColumn<PersonRequest, 'due'>({
  key: 'received',
  label: 'Received',
  className: 'quiet',
  text: ({ receivedOn, channel }) =>
    `${formatDay(receivedOn)}, ${CHANNEL_LABELS[channel].toLowerCase()}`,
});
const due = wholeColumn<PersonRequest, 'due'>({
  key: 'due',
  label: 'Due',
  text: ({ dueOn }) => formatDay(dueOn),
});
const state: RequestColumn = {
  key: 'state',
  label: 'State',
  room: { badges: (one) => [stateOf(one)[1]] },
  render: (one) => {
    const [tone, label] = stateOf(one);
    return <Badge tone={tone}>{label}</Badge>;
  },
};

export type RequestCriteria = typeof personRequestList.criteria;

/** Open ones first, what is overdue leading. */
export const REQUEST_LIST: PagedDesign<PersonRequest, 'due', RequestCriteria> = {
  type: { one: 'request', many: 'requests', nameOf },
  label: 'Requests of persons',
  names: { one: 'request', many: 'requests' },
  className: 'requests-table',
  columns: [customer, right, state, due, received],
  list: personRequestList,
  document: PersonRequestListDocument,
  rowHeights: { wide: 44, medium: 60 },
  stacks: [['customer', 'right'], ['state', 'due'], ['received']],
  card: [
    ['customer', 'state'],
    ['right', 'due'],
  ],
  icon: <Inbox size={20} />,
  nothing: 'Nobody has asked for anything yet',
};

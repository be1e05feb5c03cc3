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
import { columnsOf, QUIET } from '../../../ui/list/columns';
import type { PagedDesign } from '../../../ui/list/listDesign';
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

const column = columnsOf<PersonRequest, 'due'>();

const customer = column.text('customer', 'Customer', nameOf, {
  className: 'record-name',
  least: 140,
});
const right = column.text('right', 'Asks for', rightOf, { least: 160 });
const received = column.whole(
  'received',
  'Received',
  ({ receivedOn, channel }) => `${formatDay(receivedOn)}, ${CHANNEL_LABELS[channel].toLowerCase()}`,
  QUIET,
);
const due = column.whole('due', 'Due', ({ dueOn }) => formatDay(dueOn));
const state = column.badge('state', 'State', (one) => stateOf(one));

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

import { Notifications } from '@blueprintjs/icons';
import {
  type ReminderCover,
  reminderTypeLabel,
} from '@insuremanager/contracts/reminders/reminderKinds';
import { type ReminderSort, reminderList } from '@insuremanager/contracts/reminders/reminderViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { ReminderListDocument } from '../../data/operations.generated';
import { CUSTOMER_COLUMN } from '../../records/customers/CustomerLink';
import { formatInstant } from '../../ui/format';
import { columnsOf, LONGEST_NUMBER, QUIET } from '../../ui/list/columns';
import type { Column, PagedDesign } from '../../ui/list/listDesign';
import { Badge } from '../../ui/StatusBadge';
import { outcomeOf, policyNumberOf, REMINDER, type Reminder, reasonOf } from './reminder';
import './reminderTable.css';

const COVERS: Readonly<Record<ReminderCover, string | null>> = {
  policy: null,
  third_party: 'Third-party cover',
  instalment: 'Premium',
};

type ReminderColumn = Column<Reminder, ReminderSort>;
const column = columnsOf<Reminder, ReminderSort>();

const number = column.text('number', 'Policy', policyNumberOf, {
  className: 'record-name',
  least: LONGEST_NUMBER,
});
const type: ReminderColumn = {
  key: 'type',
  label: 'Reminder',
  room: {
    cut: ({ reminderType, cover }) => COVERS[cover] ?? reminderTypeLabel(reminderType),
    least: 104,
  },
  height: 40,
  render: ({ reminderType, cover }) => (
    <span className="two-lines">
      <span className="ellipsis">{reminderTypeLabel(reminderType)}</span>
      {COVERS[cover] && <span className="muted ellipsis">{COVERS[cover]}</span>}
    </span>
  ),
};
const due = column.whole('due', 'Due date', ({ dueDate }) => formatDay(dueDate), {
  ...QUIET,
  sort: 'due',
});
const outcome: ReminderColumn = {
  key: 'outcome',
  label: 'Sent by',
  room: { badges: (reminder) => outcomeOf(reminder).map(({ text }) => text) },
  render: (reminder) => (
    <span className="badges">
      {outcomeOf(reminder).map(({ text, tone }) => (
        <Badge key={text} tone={tone}>
          {text}
        </Badge>
      ))}
    </span>
  ),
};
const reason = column.text('reason', 'Reason', reasonOf, QUIET);
const time = column.whole('time', 'Date', ({ requestedAt }) => formatInstant(requestedAt), {
  ...QUIET,
  sort: 'added',
});

const requestedBy = column.text(
  'by',
  'Requested by',
  (reminder) => reminder.requestedBy ?? 'Calendar',
  QUIET,
);
const sent = column.whole('sent', 'Sent', ({ sentAt }) => sentAt && formatInstant(sentAt), QUIET);

export type ReminderCriteria = typeof reminderList.criteria;

export const REMINDER_LIST: PagedDesign<Reminder, ReminderSort, ReminderCriteria> = {
  type: REMINDER,
  label: 'Reminders',
  names: { one: 'reminder', many: 'reminders' },
  className: 'reminder-table',
  columns: [CUSTOMER_COLUMN, number, type, due, outcome, reason, time],
  furtherColumns: [requestedBy, sent],
  list: reminderList,
  document: ReminderListDocument,
  views: 'reminders',
  rowHeights: { wide: 52, medium: 64 },
  stacks: [['customer', 'number'], ['type'], ['outcome', 'reason'], ['time', 'due']],
  beside: [
    ['customer', 'number'],
    ['outcome', 'time'],
  ],
  card: [['customer'], ['number', 'type'], ['outcome'], ['reason'], ['time', 'due']],
  icon: <Notifications size={20} />,
  nothing: 'No reminders have been sent yet',
};

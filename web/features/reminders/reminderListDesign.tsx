import { Notifications } from '@blueprintjs/icons';
import { reminderTypeLabel } from '@insuremanager/contracts/reminders/reminderKinds';
import { type ReminderSort, reminderList } from '@insuremanager/contracts/reminders/reminderViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { CUSTOMER_COLUMN } from '../../records/customers/CustomerLink';
import { formatInstant } from '../../ui/format';
import { textColumn } from '../../ui/list/columns';
import type { Column, TableDesign } from '../../ui/list/listDesign';
import { Badge } from '../../ui/StatusBadge';
import { outcomeOf, policyNumberOf, REMINDER, type Reminder, reasonOf } from './reminder';
import './reminderTable.css';

type ReminderColumn = Column<Reminder, ReminderSort>;

const number: ReminderColumn = {
  key: 'number',
  label: 'Policy',
  className: 'record-name tabular ellipsis',
  title: policyNumberOf,
  render: (reminder) => policyNumberOf(reminder),
};
const type: ReminderColumn = {
  key: 'type',
  label: 'Reminder',
  render: ({ reminderType, cover }) => (
    <span className="two-lines">
      <span className="ellipsis">{reminderTypeLabel(reminderType)}</span>
      {cover === 'third_party' && <span className="muted ellipsis">Third-party cover</span>}
    </span>
  ),
};
const due: ReminderColumn = {
  key: 'due',
  label: 'Due date',
  sort: 'due',
  className: 'tabular quiet',
  render: ({ dueDate }) => formatDay(dueDate),
};
const outcome: ReminderColumn = {
  key: 'outcome',
  label: 'Sent by',
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
const reason = textColumn<Reminder, ReminderSort>({
  key: 'reason',
  label: 'Reason',
  className: 'quiet',
  text: reasonOf,
});
const time: ReminderColumn = {
  key: 'time',
  label: 'Date',
  sort: 'added',
  className: 'tabular quiet ellipsis',
  title: ({ requestedAt }) => formatInstant(requestedAt),
  render: ({ requestedAt }) => formatInstant(requestedAt),
};

export type ReminderCriteria = typeof reminderList.criteria;

export const REMINDER_LIST: TableDesign<Reminder, ReminderSort, ReminderCriteria> = {
  type: REMINDER,
  label: 'Reminders',
  nouns: { one: 'reminder', many: 'reminders' },
  className: 'reminder-table',
  columns: [CUSTOMER_COLUMN, number, type, due, outcome, reason, time],
  list: reminderList,
  views: 'reminders',
  rowHeights: { wide: 52, medium: 64, card: 128 },
  icon: <Notifications size={20} />,
  nothing: 'No reminders have been sent yet',
};

import { Notifications } from '@blueprintjs/icons';
import { reminderTypeLabel } from '@insuremanager/contracts/reminders/reminderKinds';
import { type ReminderSort, reminderList } from '@insuremanager/contracts/reminders/reminderViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { ReminderListDocument } from '../../data/operations.generated';
import { CUSTOMER_COLUMN } from '../../records/customers/CustomerLink';
import { formatInstant } from '../../ui/format';
import { LONGEST_NUMBER, textColumn, wholeColumn } from '../../ui/list/columns';
import type { Column, PagedDesign } from '../../ui/list/listDesign';
import { Badge } from '../../ui/StatusBadge';
import { outcomeOf, policyNumberOf, REMINDER, type Reminder, reasonOf } from './reminder';
import './reminderTable.css';

const THIRD_PARTY = 'Third-party cover';

type ReminderColumn = Column<Reminder, ReminderSort>;

const number: ReminderColumn = {
  key: 'number',
  label: 'Policy',
  room: { cut: policyNumberOf, least: LONGEST_NUMBER },
  className: 'record-name tabular ellipsis',
  title: policyNumberOf,
  render: (reminder) => policyNumberOf(reminder),
};
const type: ReminderColumn = {
  key: 'type',
  label: 'Reminder',
  room: {
    cut: ({ reminderType, cover }) =>
      cover === 'third_party' ? THIRD_PARTY : reminderTypeLabel(reminderType),
    least: 104,
  },
  height: 40,
  render: ({ reminderType, cover }) => (
    <span className="two-lines">
      <span className="ellipsis">{reminderTypeLabel(reminderType)}</span>
      {cover === 'third_party' && <span className="muted ellipsis">{THIRD_PARTY}</span>}
    </span>
  ),
};
const due: ReminderColumn = wholeColumn({
  key: 'due',
  label: 'Due date',
  sort: 'due',
  className: 'quiet',
  text: ({ dueDate }) => formatDay(dueDate),
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
const reason = textColumn<Reminder, ReminderSort>({
  key: 'reason',
  label: 'Reason',
  className: 'quiet',
  text: reasonOf,
});
const time: ReminderColumn = wholeColumn({
  key: 'time',
  label: 'Date',
  sort: 'added',
  className: 'quiet',
  text: ({ requestedAt }) => formatInstant(requestedAt),
});

const requestedBy = textColumn<Reminder, ReminderSort>({
  key: 'by',
  label: 'Requested by',
  className: 'quiet',
  text: (reminder) => reminder.requestedBy ?? 'Calendar',
});
const sent = wholeColumn<Reminder, ReminderSort>({
  key: 'sent',
  label: 'Sent',
  className: 'quiet',
  text: ({ sentAt }) => sentAt && formatInstant(sentAt),
});

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

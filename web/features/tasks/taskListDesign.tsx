import { TickCircle } from '@blueprintjs/icons';
import type { SortIn } from '@insuremanager/contracts/fields/list';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { taskList } from '@insuremanager/contracts/tasks/taskViews';
import { TaskListDocument } from '../../data/operations.generated';
import { labelOf } from '../../ui/labels';
import { ADDED, columnsOf, QUIET } from '../../ui/list/columns';
import type { Column, ListDesign } from '../../ui/list/listDesign';
import { StatusBadge } from '../../ui/StatusBadge';
import { TASK, type Task } from './task';

type TaskSort = SortIn<typeof taskList>;
type TaskColumn = Column<Task, TaskSort>;
const column = columnsOf<Task, TaskSort>();

const text = column.text('text', 'What', (task) => task.text, { least: 200 });
const customer = column.text(
  'customer',
  'Customer',
  (task) => (task.customerId === null ? null : (task.customer?.name ?? 'Deleted customer')),
  { least: 120 },
);
const kind = column.text('kind', 'Kind', (task) => labelOf(task.kind));
const due = column.whole(
  'due',
  'Due',
  ({ dueOn, dueAt }) => dueOn && `${formatDay(dueOn)}${dueAt ? ` ${dueAt}` : ''}`,
  { ...QUIET, sort: 'due' },
);
const repeats = column.text('repeats', 'Repeats', (task) =>
  task.repeats === 'never' ? null : labelOf(task.repeats),
);
const putOff = column.whole(
  'putOff',
  'Put off until',
  ({ snoozedUntil }) => snoozedUntil && formatDay(snoozedUntil),
  QUIET,
);
const author = column.text('author', 'Written by', (task) => task.author);
const status: TaskColumn = {
  key: 'status',
  label: 'Status',
  room: { badges: (task) => [labelOf(task.status)] },
  render: (task) => <StatusBadge status={task.status} />,
};

export type TaskCriteria = typeof taskList.criteria;

export const TASK_LIST: ListDesign<Task, TaskSort, TaskCriteria> = {
  type: TASK,
  label: 'Tasks',
  names: TASK,
  className: 'task-table',
  columns: [text, customer, kind, due, status],
  furtherColumns: [repeats, putOff, author, ADDED],
  list: taskList,
  document: TaskListDocument,
  views: 'tasks',
  rowHeights: { wide: 44, medium: 64 },
  stacks: [['text', 'customer'], ['kind', 'due'], ['status']],
  beside: [
    ['text', 'customer'],
    ['due', 'status'],
  ],
  card: [['text'], ['customer', 'status'], ['kind', 'due']],
  icon: <TickCircle size={20} />,
  exported: 'tasks',
  addLabel: 'Add Task',
};

import { Button, Intent } from '@blueprintjs/core';
import { Edit, Reset, Tick, TickCircle } from '@blueprintjs/icons';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { CustomerLink, customerGroup } from '../../records/customers/CustomerLink';
import { useOwners } from '../../records/renewals/useOwners';
import { TaskAbout } from '../../records/tasks/TaskAbout';
import { useAllowedOf } from '../../ui/allowed';
import { formatInstant } from '../../ui/format';
import { IconButton } from '../../ui/IconButton';
import { MoreActions } from '../../ui/list/RowMenu';
import { Details, fieldGroups, recordRows } from '../../ui/record/Details';
import { HeadFacts } from '../../ui/record/HeadFacts';
import { type DrawerProps, RecordDrawer } from '../../ui/record/RecordDrawer';
import { StatusBadge } from '../../ui/StatusBadge';
import { TaskActions } from './TaskActions';
import { TASK, TASK_NEEDS, type Task, type TaskAction } from './task';

/** A task beside the list: what it is about, and all that happened to it. */
export default function TaskDrawer({ id, onClose, onAction }: DrawerProps<Task, TaskAction>) {
  return (
    <RecordDrawer
      type={TASK}
      id={id}
      onClose={onClose}
      subtitle={(task) => <Head task={task} />}
      avatar={() => <TickCircle size={20} />}
      actions={(task) => <Actions task={task} onAction={onAction} />}
      details={(task) => <TaskDetails task={task} />}
    />
  );
}

const Head = ({ task }: { task: Task }) => (
  <>
    <StatusBadge status={task.status} />
    <HeadFacts
      facts={[
        task.customerId !== null && <CustomerLink key="customer" customer={task.customer} />,
        task.dueOn && `Due ${formatDay(task.dueOn)}${task.dueAt ? ` at ${task.dueAt}` : ''}`,
      ]}
    />
  </>
);

function Actions({
  task,
  onAction,
}: Pick<DrawerProps<Task, TaskAction>, 'onAction'> & { task: Task }) {
  const may = useAllowedOf(TASK_NEEDS);
  if (!may('edit')) return null;
  const next = task.status === 'open' ? 'finish' : task.status === 'done' ? 'reopen' : null;
  return (
    <>
      {next && (
        <Button
          intent={next === 'finish' ? Intent.PRIMARY : Intent.NONE}
          icon={next === 'finish' ? <Tick /> : <Reset />}
          onClick={() => onAction(next, task)}
        >
          {next === 'finish' ? 'Done' : 'Reopen'}
        </Button>
      )}
      <IconButton text="Edit" icon={<Edit />} onClick={() => onAction('edit', task)} />
      <MoreActions of={task.text}>
        <TaskActions
          task={task}
          without={next ? ['view', 'edit', next] : ['view', 'edit']}
          onAction={(action) => onAction(action, task)}
        />
      </MoreActions>
    </>
  );
}

function TaskDetails({ task }: { task: Task }) {
  const { nameOf } = useOwners();
  return (
    <Details
      groups={[
        ...fieldGroups(
          TASK,
          [{ heading: 'What', fields: ['text', 'kind', 'dueOn', 'dueAt', 'repeats'] }],
          task,
        ),
        {
          heading: 'Who',
          rows: [
            {
              label: 'Whose',
              value: task.assigneeId === null ? 'Anybody' : nameOf(task.assigneeId),
            },
            { label: 'Written by', value: task.author },
            { label: 'About', value: <TaskAbout task={task} /> },
            { label: 'Put off until', value: task.snoozedUntil && formatDay(task.snoozedUntil) },
            { label: 'Done', value: task.doneAt && formatInstant(task.doneAt) },
          ],
        },
        ...(task.customerId === null ? [] : [customerGroup(task)]),
        { heading: 'Record', rows: recordRows(task) },
      ]}
    />
  );
}

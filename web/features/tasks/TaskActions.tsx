import { Reset, Tick, Time } from '@blueprintjs/icons';
import { ActionItems } from '../../ui/list/RowMenu';
import { actionsFor, TASK, TASK_NEEDS, type Task, type TaskAction } from './task';

const LOOKS = {
  finish: { text: 'Done', icon: Tick },
  reopen: { text: 'Reopen', icon: Reset },
  snooze: { text: 'Put off until tomorrow', icon: Time },
} as const;

interface TaskActionsProps {
  task: Task;
  without?: readonly TaskAction[];
  onAction: (action: TaskAction) => void;
}

/** What can be done with a task, as it stands; items of a menu. */
export const TaskActions = ({ task, ...rest }: TaskActionsProps) => (
  <ActionItems<TaskAction>
    type={TASK}
    needs={TASK_NEEDS}
    looks={LOOKS}
    actions={actionsFor(task)}
    {...rest}
  />
);

import { addDays } from '@insuremanager/contracts/rules/calendar';
import { CustomerCriterion } from '../../records/criteria';
import { useCustomer } from '../../records/customers/useCustomer';
import { useTaskSteps } from '../../records/tasks/useTaskSteps';
import { lazyDialog, lazyDrawer } from '../../ui/lazyDialog';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { Choices, DayBound, Flag } from '../../ui/list/FilterInputs';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { RowMenu } from '../../ui/list/RowMenu';
import { beginList, useListScreen } from '../../ui/list/useListScreen';
import { useToday } from '../../ui/useToday';
import { TaskActions } from './TaskActions';
import type { Task, TaskAction } from './task';
import { TASK_LIST, type TaskCriteria } from './taskListDesign';

const TaskDrawer = lazyDrawer(() => import('./TaskDrawer'));
const TaskDialog = lazyDialog(() => import('./TaskDialog'));

export const begin = beginList(TASK_LIST);

const advancedSearch = (form: FilterForm<TaskCriteria>) => (
  <>
    <Choices {...form.of('statuses')} />
    <Choices {...form.of('kinds')} />
    <CustomerCriterion {...form.of('customerId')} />
    <div className="advanced-search-pair">
      <DayBound {...form.of('dueFrom')} />
      <DayBound {...form.of('dueTo')} />
    </div>
    <Flag {...form.of('due')} />
  </>
);

/** All tasks, notes and calls. */
export default function TasksScreen() {
  const { filter, actions, screen, list, menu, drawer, dialog, afterChange } =
    useListScreen(TASK_LIST);
  const customer = useCustomer(filter.customerId ?? null);
  const today = useToday();
  const steps = useTaskSteps(afterChange);
  const act = (action: TaskAction, task: Task) => {
    const { id, dueOn } = task;
    if (action === 'finish') return void steps.finish({ id, dueOn });
    if (action === 'reopen') return void steps.reopen(id);
    if (action === 'snooze') return void steps.snooze(id, addDays(today, 1));
    void actions[action](task);
  };
  return (
    <ListScreen
      {...screen}
      searchHint="Search by text or customer"
      advancedSearch={advancedSearch}
      names={{ customerId: customer?.name }}
    >
      <RecordList {...list} />
      <RowMenu {...menu}>
        {(task) => <TaskActions task={task} onAction={(action) => act(action, task)} />}
      </RowMenu>
      <TaskDrawer {...drawer} onAction={act} />
      {dialog && <TaskDialog {...dialog} />}
    </ListScreen>
  );
}

import { requiredChoice } from '@insuremanager/contracts/fields/choiceFields';
import { RECORDS } from '@insuremanager/contracts/records/records';
import { taskFields } from '@insuremanager/contracts/tasks/taskFields';
import { TASK_STATUSES } from '@insuremanager/contracts/tasks/taskKinds';
import { TaskOperations, type TaskWithCustomerFragment } from '../../data/operations.generated';
import type { Needs } from '../../ui/allowed';
import { recordType } from '../../ui/record/recordType';

export type Task = TaskWithCustomerFragment;

const status = requiredChoice({ label: 'Status', options: TASK_STATUSES });

export const TASK = recordType<Task>(RECORDS.task, TaskOperations, {
  fields: { ...taskFields, status },
  name: 'text',
  invalidates: ['myDay', 'taskHistory', 'tasks'],
});

export type TaskAction = 'view' | 'edit' | 'delete' | 'finish' | 'reopen' | 'snooze';

const WRITE = RECORDS.task.write;
export const TASK_NEEDS: Needs<TaskAction> = {
  edit: WRITE,
  delete: WRITE,
  finish: WRITE,
  reopen: WRITE,
  snooze: WRITE,
};

/** What can be done with one, as it stands; the likeliest first. */
export const actionsFor = ({ status: stands }: Pick<Task, 'status'>): TaskAction[] => [
  'view',
  ...(stands === 'open' ? (['finish', 'snooze'] as const) : []),
  ...(stands === 'done' ? (['reopen'] as const) : []),
  'edit',
  'delete',
];

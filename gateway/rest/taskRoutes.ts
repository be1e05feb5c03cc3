import { DoneInput, SnoozeInput } from '@insuremanager/contracts/tasks/taskFields';
import { taskRecord } from '@insuremanager/contracts/tasks/taskViews';
import { z } from 'zod';
import { recordRoutes } from './recordRoutes.js';
import type { RestRoute } from './restRoute.js';

const task = recordRoutes({
  ...taskRecord,
  descriptions: {
    create: 'A note or a call with a day is to be followed up then, without one it is only noted.',
  },
});

/** Tasks, notes and calls by REST: the record, and what is done about it. */
export const taskRoutes: readonly RestRoute[] = [
  ...task.routes,
  task.change({
    path: '/done',
    body: { TaskDoneInput: DoneInput },
    mayBeEmpty: true,
    operationId: 'finishTask',
    summary: 'Say that a task is done; a repeated one is due again on its next day',
    change: ({ tasks }, ...asked) => tasks.finish(...asked),
  }),
  task.change({
    path: '/reopen',
    body: { TaskReopenInput: z.object({}) },
    mayBeEmpty: true,
    operationId: 'reopenTask',
    summary: 'Open a task again that was done',
    change: ({ tasks }, id, _nothing, context) => tasks.reopen(id, context),
  }),
  task.change({
    path: '/snooze',
    body: { TaskSnoozeInput: SnoozeInput },
    operationId: 'snoozeTask',
    summary: 'Put a task off until a day',
    change: ({ tasks }, ...asked) => tasks.snooze(...asked),
  }),
];

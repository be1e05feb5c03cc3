import { taskEventDefinitions } from '@insuremanager/contracts/tasks/taskEvents';
import type { TaskKind } from '@insuremanager/contracts/tasks/taskKinds';
import { type TaskView, taskRecord } from '@insuremanager/contracts/tasks/taskViews';
import { defineSlice } from '../platform/slice.js';
import { createTasks } from './createTasks.js';
import { taskProjector, tasksTable } from './taskTables.js';

export type { Tasks, TasksOfBook } from './createTasks.js';
export { createTasks, tasksTable };

const TITLES: Readonly<Record<TaskKind, string>> = { task: 'Task', note: 'Note', call: 'Call' };

export const tasksSlice = defineSlice({
  events: taskEventDefinitions,
  projectors: [taskProjector],
  owned: {
    declared: taskRecord,
    table: tasksTable,
    purpose: 'To know what was spoken with you, and what we promised to do.',
    titleOf: (view) => TITLES[(view as TaskView).kind],
  },
  open: createTasks,
});

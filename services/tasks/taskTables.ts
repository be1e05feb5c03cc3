import { ERASED } from '@insuremanager/contracts/history';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { TaskEvent } from '@insuremanager/contracts/tasks/taskEvents';
import { taskRecord } from '@insuremanager/contracts/tasks/taskViews';
import { listIndexes } from '../platform/readModels/listFilter.js';
import { defineProjector, type Table } from '../platform/readModels/projector.js';
import { added, recordColumns, rowChange } from '../platform/readModels/recordColumns.js';
import { searchColumn } from '../platform/search/searchPatterns.js';

export const taskColumns = recordColumns({
  ...taskRecord,
  keys: { text_key: ['text', searchKey] },
});

/** The column of each sort. */
export const TASK_SORTS = { due: 'due_key', added: 'created_at' } as const;

/** One row per existing task, note or call. Nothing of the customer is here but their number. */
export const tasksTable = {
  name: 'tasks',
  key: 'id',
  columns: {
    ...taskColumns.columns,
    is_done: { type: 'boolean' },
    status: {
      type: 'text',
      generatedAs: `CASE WHEN kind <> 'task' AND due_on IS NULL THEN 'noted'
        WHEN is_done THEN 'done' ELSE 'open' END`,
    },
    /** Since when it is to be done; those without a day come last. */
    due_key: {
      type: 'date',
      generatedAs: `greatest(coalesce(due_on, '9999-12-31'::date), snoozed_until)`,
    },
    search_text: searchColumn('text_key'),
  },
  book: 'customer_id',
  assignedBy: 'assignee_id',
  indexes: [
    'USING gin (search_text gin_trgm_ops)',
    '(on_id, on_record)',
    `(assignee_id, due_key, id) WHERE NOT is_done`,
    ...listIndexes(taskRecord.list, TASK_SORTS).filter(
      (index) => !/^\((on_id|on_record)/.test(index),
    ),
  ],
} as const satisfies Table;

const TABLE = tasksTable.name;
const change = rowChange(tasksTable, 'taskId');

export const taskProjector = defineProjector<TaskEvent>()({
  name: 'tasks',
  version: 1,
  tables: [tasksTable],
  on: {
    TaskAdded: ({ data, at, revision, metadata }, rows) => {
      const { details, personal, customerId, onRecord, onId } = data;
      rows.put(
        TABLE,
        {
          ...{ id: data.taskId, customer_id: customerId, is_done: false },
          ...{ snoozed_until: null, done_at: null, author: metadata.actor.username },
          ...added(at, revision),
        },
        taskColumns.toRow({ ...details, onRecord, onId, text: personal?.text ?? ERASED }),
      );
    },
    TaskChanged: (event, rows) => {
      const { details, personal } = event.data;
      const words = personal ?? { text: ERASED };
      change(event, rows, {
        ...taskColumns.toRow({ ...details, ...words }),
        ...(details.dueOn !== undefined && { is_done: false, snoozed_until: null }),
      });
    },
    TaskDone: (event, rows) => {
      const { nextDueOn: next } = event.data;
      const done = { snoozed_until: null, done_at: event.at };
      change(event, rows, { ...done, ...(next === null ? { is_done: true } : { due_on: next }) });
    },
    TaskReopened: (event, rows) => change(event, rows, { is_done: false }),
    TaskSnoozed: (event, rows) => change(event, rows, { snoozed_until: event.data.until }),
    TaskDeleted: ({ data }, rows) => rows.remove(TABLE, data.taskId),
  },
});

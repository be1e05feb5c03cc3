import { ERASED, type HistoryEntry } from '@insuremanager/contracts/history';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { TaskEvent } from '@insuremanager/contracts/tasks/taskEvents';
import { taskFields } from '@insuremanager/contracts/tasks/taskFields';
import type { TaskKind } from '@insuremanager/contracts/tasks/taskKinds';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { describeHistory, type EventDescription } from '../platform/history.js';
import { listed } from '../platform/listed.js';
import { changedFields } from '../platform/records/createRecords.js';
import { type Task, taskDecider } from './task.js';

/** Every event of a task in words, oldest first, each with what it changed from and to. */
export const taskHistory = (events: readonly RecordedEvent<TaskEvent>[]): HistoryEntry[] =>
  describeHistory(events, taskDecider, (event, before: Task, after: Task) => {
    const changes = changedFields(taskFields, before, after);
    return { summary: summaryOf(event, changes), changes };
  });

const NAMES: Readonly<Record<TaskKind, string>> = { task: 'Task', note: 'Note', call: 'Call' };

function summaryOf(event: RecordedEvent<TaskEvent>, changes: EventDescription['changes']): string {
  switch (event.type) {
    case 'TaskAdded':
      return `${NAMES[event.data.details.kind]}: ${event.data.personal?.text ?? ERASED}`;
    case 'TaskChanged':
      return `${listed(changes.map(({ label }) => label)) || 'Task'} changed`;
    case 'TaskDone': {
      const { nextDueOn: next } = event.data;
      return next === null ? 'Done' : `Done; due again on ${formatDay(next)}`;
    }
    case 'TaskReopened':
      return 'Opened again';
    case 'TaskSnoozed':
      return `Put off until ${formatDay(event.data.until)}`;
    case 'TaskDeleted':
      return 'Deleted';
  }
}

import { z } from 'zod';
import { dayText, instantText } from '../fields/dayFields.js';
import { describeList } from '../fields/list.js';
import { declareRecord, recordStamps, systemField, systemReference } from '../fields/record.js';
import { RECORDS } from '../records/records.js';
import { taskFields } from './taskFields.js';
import { TASK_KINDS, TASK_RECORDS, TASK_STATUSES } from './taskKinds.js';

const taskSystemFields = {
  customerId: systemReference('Of the record that it is about; null: it is about nobody'),
  status: systemField('text', z.enum(TASK_STATUSES), 'Status'),
  snoozedUntil: systemField(
    'date',
    dayText().nullable().describe('Put off until then'),
    'Put off until',
  ),
  doneAt: systemField(
    'timestamptz',
    instantText().nullable().describe('When it was last done'),
    'Done',
  ),
  author: systemField('text', z.string().describe('The username of who added it'), 'Written by'),
  ...recordStamps,
};

export const taskList = describeList({
  criteria: {
    search: {
      kind: 'search',
      description: 'Part of its text, or of the customer’s name or phone',
    },
    statuses: { kind: 'anyOf', parameter: 'status', options: TASK_STATUSES, label: 'Status' },
    kinds: { kind: 'anyOf', parameter: 'kind', options: TASK_KINDS, label: 'Kind' },
    due: {
      kind: 'flag',
      label: 'Due',
      description: 'Only open ones whose day has come and that are not put off',
    },
    assigneeId: { kind: 'reference', thing: 'user', label: 'Whose' },
    customerId: { kind: 'reference', thing: 'customer', label: 'Customer' },
    onRecord: { kind: 'oneOf', options: TASK_RECORDS, label: 'About' },
    onId: { kind: 'reference', thing: 'record', label: 'Record' },
    dueFrom: { kind: 'dayFrom', of: 'dueOn', label: 'Due from' },
    dueTo: { kind: 'dayTo', of: 'dueOn', label: 'Due until' },
  },
  sorts: ['due', 'added'],
  usualSort: 'due',
  descending: ['added'],
});

/** Tasks, notes and calls, as both faces serve them. */
export const taskRecord = declareRecord(RECORDS.task, {
  fields: taskFields,
  system: taskSystemFields,
  list: taskList,
});
export type TaskView = z.output<typeof taskRecord.view>;
/** What is shown of one that was found. */
export const TaskMatch = taskRecord.view.pick({ id: true, text: true, status: true, dueOn: true });
export type TaskMatch = z.output<typeof TaskMatch>;

import { z } from 'zod';
import { customerStream } from '../customers/customerEvents.js';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';
import { TASK_KINDS, TASK_RECORDS, TASK_REPEATS } from './taskKinds.js';

const TaskId = z.int().positive();
/** Of the record that it is about; null: it is about nobody. */
const CustomerId = z.int().positive().nullable();
/** YYYY-MM-DD in Asia/Kolkata. */
const CalendarDay = z.string();

const taskStream = (taskId: number): string => `task-${taskId}`;
/** What is about nobody is sealed with a key of its own: nobody knows what is written there. */
const subject = ({ taskId, customerId }: { taskId: number; customerId: number | null }): string =>
  customerId === null ? taskStream(taskId) : customerStream(customerId);

export const TaskDetails = z.object({
  kind: z.enum(TASK_KINDS),
  dueOn: CalendarDay.nullable(),
  /** HH:MM in Asia/Kolkata. */
  dueAt: z.string().nullable(),
  repeats: z.enum(TASK_REPEATS),
  /** The user who sees to it; null: anybody. */
  assigneeId: z.int().positive().nullable(),
});
/** Personal: what is written down of a talk. */
const TaskWords = z.object({ text: z.string() });
const Field = z.enum([...TaskDetails.keyof().options, ...TaskWords.keyof().options]);

export const TaskAdded = defineEvent('TaskAdded', 1, {
  schema: z.object({
    taskId: TaskId,
    customerId: CustomerId,
    onRecord: z.enum(TASK_RECORDS).nullable(),
    onId: z.int().positive().nullable(),
    details: TaskDetails,
  }),
  personal: { schema: TaskWords, subject },
  begins: { kind: 'task', id: ({ taskId }) => taskId },
});

export const TaskChanged = defineEvent('TaskChanged', 1, {
  schema: z.object({
    taskId: TaskId,
    customerId: CustomerId,
    /** What changed, readable also after an erasure. */
    fields: z.array(Field),
    details: TaskDetails.partial(),
  }),
  personal: { schema: TaskWords.partial(), subject },
});

export const TaskDone = defineEvent('TaskDone', 1, {
  schema: z.object({
    taskId: TaskId,
    on: CalendarDay,
    /** Of a repeated one, which goes on by the same event: the next one cannot come twice. */
    nextDueOn: CalendarDay.nullable(),
  }),
});

export const TaskReopened = defineEvent('TaskReopened', 1, {
  schema: z.object({ taskId: TaskId }),
});

export const TaskSnoozed = defineEvent('TaskSnoozed', 1, {
  schema: z.object({ taskId: TaskId, until: CalendarDay }),
});

/** Out of every list; the history stays. */
export const TaskDeleted = defineEvent('TaskDeleted', 1, {
  schema: z.object({ taskId: TaskId }),
  deletes: { kind: 'task', id: ({ taskId }) => taskId },
});

export const taskEventDefinitions = [
  TaskAdded,
  TaskChanged,
  TaskDone,
  TaskReopened,
  TaskSnoozed,
  TaskDeleted,
] as const;
export type TaskEvent = EventIn<typeof taskEventDefinitions>;

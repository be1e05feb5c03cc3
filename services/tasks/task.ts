import { ERASED } from '@insuremanager/contracts/history';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { omitUndefined, pick } from '@insuremanager/contracts/rules/objects';
import {
  TaskAdded,
  TaskChanged,
  TaskDeleted,
  TaskDetails,
  TaskDone,
  type TaskEvent,
  TaskReopened,
  TaskSnoozed,
} from '@insuremanager/contracts/tasks/taskEvents';
import type { DoneInput, SnoozeInput } from '@insuremanager/contracts/tasks/taskFields';
import {
  nextDueOn,
  type TaskRecord as RecordKind,
  type TaskStatus,
  taskStatus,
} from '@insuremanager/contracts/tasks/taskKinds';
import type { taskRecord } from '@insuremanager/contracts/tasks/taskViews';
import type { z } from 'zod';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { Decider } from '../platform/commands/command.js';
import { conflict, invalid, notFound } from '../platform/errors.js';
import type { RecordCommand, RecordState } from '../platform/records/recordService.js';
import { unreachable } from '../platform/unreachable.js';

type Details = z.infer<typeof TaskDetails>;

/** A task, a note or a call, folded from its stream. Its names are those of the fields. */
export interface TaskState extends Details {
  readonly id: number;
  /** `ERASED` once the customer has been erased. */
  readonly text: string;
  readonly onRecord: RecordKind | null;
  readonly onId: number | null;
  readonly customerId: number | null;
  readonly status: TaskStatus;
  /** The day that somebody chose, from which repetitions are counted. */
  readonly firstDueOn: Day | null;
  readonly snoozedUntil: Day | null;
  readonly doneAt: Date | null;
  readonly author: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
export type Task = RecordState<TaskState>;

export type OwnTaskCommand =
  | { readonly type: 'finish'; readonly id: number; readonly done: DoneInput }
  | { readonly type: 'reopen'; readonly id: number }
  | { readonly type: 'snooze'; readonly id: number; readonly snooze: SnoozeInput };

/** What a decision needs beside the task. */
export interface TaskFacts {
  readonly today: Day;
  /** Of a new one: the customer of the record that it is about; undefined: there is no such record. */
  readonly customerId?: number | null | undefined;
  /** Who adds it. */
  readonly userId?: number;
  /** The assignee that is named is a user. */
  readonly isUser?: boolean;
}

export type TaskCommand = (RecordCommand<typeof taskRecord> | OwnTaskCommand) & TaskFacts;
type CommandOf<Type extends TaskCommand['type']> = Extract<TaskCommand, { type: Type }>;

const DETAILS = TaskDetails.keyof().options;

const evolve = (task: Task, event: RecordedEvent<TaskEvent>): Task => {
  const { at, metadata } = event;
  if (event.type === 'TaskAdded') {
    const { taskId: id, details, personal, customerId, onRecord, onId } = event.data;
    const record: TaskState = {
      ...{ id, customerId, onRecord, onId, ...details, text: personal?.text ?? ERASED },
      ...{ firstDueOn: details.dueOn, snoozedUntil: null, doneAt: null },
      status: taskStatus({ ...details, isDone: false }),
      ...{ author: metadata.actor.username, createdAt: at, updatedAt: at },
    };
    return { phase: 'existing', record };
  }
  if (task.phase === 'unknown') return task;
  const { record } = task;
  const changed = (change: Partial<TaskState>): Task => ({
    ...task,
    record: { ...record, ...change, updatedAt: at },
  });
  switch (event.type) {
    case 'TaskChanged': {
      const { details, personal } = event.data;
      const { kind = record.kind, dueOn = record.dueOn } = details;
      const isDone = record.status === 'done' && details.dueOn === undefined;
      return changed({
        ...details,
        text: personal ? (personal.text ?? record.text) : ERASED,
        ...(details.dueOn !== undefined && { firstDueOn: details.dueOn, snoozedUntil: null }),
        status: taskStatus({ kind, dueOn, isDone }),
      });
    }
    case 'TaskDone': {
      const { nextDueOn: next } = event.data;
      const after = next === null ? { status: 'done' as const } : { dueOn: next };
      return changed({ ...after, snoozedUntil: null, doneAt: at });
    }
    case 'TaskReopened':
      return changed({ status: 'open' });
    case 'TaskSnoozed':
      return changed({ snoozedUntil: event.data.until });
    case 'TaskDeleted':
      return { phase: 'deleted', record: { ...record, updatedAt: at } };
    default:
      return unreachable(event);
  }
};

const decide = (command: TaskCommand, task: Task): TaskEvent[] => {
  if (command.type === 'create') return add(command, task);
  if (task.phase !== 'existing') throw notFound('task', command.id);
  const { record } = task;
  switch (command.type) {
    case 'update':
      return change(command, record);
    case 'finish':
      return finish(command, record);
    case 'reopen':
      return record.status === 'done' ? [TaskReopened({ taskId: record.id })] : [];
    case 'snooze':
      return snooze(command, record);
    case 'delete':
      return [TaskDeleted({ taskId: record.id })];
    default:
      return unreachable(command);
  }
};

export const taskDecider: Decider<Task, TaskCommand, TaskEvent> = {
  initial: { phase: 'unknown' },
  evolve,
  decide,
};

const wrong = (field: string, code: string, message: string) => invalid([{ field, code, message }]);

const add = (command: CommandOf<'create'>, task: Task): TaskEvent[] => {
  if (task.phase !== 'unknown') throw conflict('task-exists', 'It has been added already.');
  const { id: taskId, input, customerId, userId } = command;
  const { text, kind, dueOn, dueAt, repeats, assigneeId, onRecord, onId } = input;
  if ((onRecord ?? null) === null ? (onId ?? null) !== null : (onId ?? null) === null) {
    throw wrong(
      'onId',
      'record-missing',
      'Name the kind of the record and its number, or neither.',
    );
  }
  if (customerId === undefined) {
    throw wrong('onId', `${onRecord}-unknown`, 'There is no such record. Choose another one.');
  }
  requireUser(command);
  const details: Details = {
    ...{ kind: kind ?? 'task', dueOn: dueOn ?? null, dueAt: dueAt ?? null },
    ...{ repeats: repeats ?? 'never' },
    // Who writes it down sees to it, unless it is somebody’s or, by null, anybody’s.
    assigneeId: assigneeId === undefined ? (userId ?? null) : assigneeId,
  };
  requirePossible(details);
  return [
    TaskAdded({
      ...{ taskId, customerId, onRecord: onRecord ?? null, onId: onId ?? null },
      ...{ details, personal: { text } },
    }),
  ];
};

const requireUser = ({ isUser = true }: TaskFacts): void => {
  if (!isUser) throw wrong('assigneeId', 'user-unknown', 'There is no such user.');
};

/** @throws Refusal naming what lacks a day. */
const requirePossible = ({ dueOn, dueAt, repeats }: Details): void => {
  if (dueOn !== null) return;
  const message = 'Enter the day, too.';
  if (dueAt !== null) throw wrong('dueOn', 'day-missing', message);
  if (repeats !== 'never') throw wrong('dueOn', 'day-missing', message);
};

const change = (command: CommandOf<'update'>, record: TaskState): TaskEvent[] => {
  const { patch } = command;
  const { id: taskId, customerId } = record;
  for (const name of ['onRecord', 'onId'] as const) {
    if (patch[name] !== undefined && (patch[name] ?? null) !== record[name]) {
      throw wrong(name, 'task-record-fixed', 'What it is about does not change. Add another one.');
    }
  }
  if (record.text === ERASED) {
    throw conflict('customer-erased', 'The customer is gone; nothing can be written about them.');
  }
  requireUser(command);
  const after = { ...record, ...omitUndefined(pick(patch, [...DETAILS, 'text'])) } as TaskState;
  const details = DETAILS.filter((name) => record[name] !== after[name]);
  const isReworded = record.text !== after.text;
  if (details.length === 0 && !isReworded) return [];
  requirePossible(after);
  return [
    TaskChanged({
      ...{ taskId, customerId, fields: [...details, ...(isReworded ? ['text' as const] : [])] },
      details: pick(after, details),
      personal: isReworded ? { text: after.text } : {},
    }),
  ];
};

/** Two who do the same one at once do it once: the next one is of another day. */
const finish = ({ done, today }: CommandOf<'finish'>, record: TaskState): TaskEvent[] => {
  const { id: taskId, status, dueOn, firstDueOn, repeats } = record;
  const { dueOn: seen } = done;
  if (status !== 'open' || (seen !== undefined && seen !== null && seen !== dueOn)) return [];
  const after = dueOn !== null && dueOn > today ? dueOn : today;
  const next = firstDueOn === null ? null : nextDueOn(repeats, firstDueOn, after);
  return [TaskDone({ taskId, on: today, nextDueOn: next })];
};

const snooze = (
  { snooze: { until }, today }: CommandOf<'snooze'>,
  record: TaskState,
): TaskEvent[] => {
  const { id: taskId, status, snoozedUntil } = record;
  if (status !== 'open') throw conflict('task-not-open', 'There is nothing to be done about it.');
  if (until <= today) throw wrong('until', 'day-past', 'Choose a day to come.');
  return until === snoozedUntil ? [] : [TaskSnoozed({ taskId, until })];
};

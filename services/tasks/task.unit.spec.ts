import {
  TaskAdded,
  TaskChanged,
  TaskDeleted,
  TaskDone,
  type TaskEvent,
  TaskReopened,
  TaskSnoozed,
} from '@insuremanager/contracts/tasks/taskEvents';
import { taskRecord } from '@insuremanager/contracts/tasks/taskViews';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { type Task, type TaskCommand, taskDecider } from './task.js';

const TODAY = '2026-11-27';
const details = {
  kind: 'task',
  dueOn: TODAY,
  dueAt: null,
  repeats: 'never',
  assigneeId: 3,
} as const;
const about = { customerId: 12, onRecord: 'policy', onId: 40 } as const;
const added = (own: object = {}, text = 'Call Anitha') =>
  TaskAdded({
    ...{ taskId: 1, ...about, details: { ...details, ...own }, personal: { text } },
  });
const { given } = scenario(taskDecider);
/** Where what was typed is refused, by the code of its field. */
const refusedFor = (state: Task, command: TaskCommand, code: string) =>
  expect(() => taskDecider.decide(command, state)).toThrow(
    expect.objectContaining({ fields: [expect.objectContaining({ code })] }),
  );
const asked = (command: object) => ({ id: 1, today: TODAY, ...command }) as TaskCommand;
const input = (typed: object) => taskRecord.input.parse({ text: 'Call Anitha', ...typed });
const create = (typed: object = {}, facts: object = {}) =>
  asked({ type: 'create', input: input(typed), customerId: null, userId: 3, ...facts });

describe('adding a task', () => {
  it('gives it to who adds it, unless it is said whose it is', () => {
    const own = { dueOn: null };
    const nobodys = { customerId: null, onRecord: null, onId: null };
    const made = (assigneeId: number | null) =>
      TaskAdded({
        ...{ taskId: 1, ...nobodys, details: { ...details, ...own, assigneeId } },
        personal: { text: 'Call Anitha' },
      });
    given().when(create()).then(made(3));
    given()
      .when(create({ assigneeId: '5' }))
      .then(made(5));
    given()
      .when(create({ assigneeId: '' }))
      .then(made(null));
  });

  it('is about a record that exists, which has a kind and a number', () => {
    refusedFor(given().state, create({ onRecord: 'policy' }), 'record-missing');
    refusedFor(given().state, create({ onId: '4' }), 'record-missing');
    refusedFor(
      given().state,
      create({ onRecord: 'policy', onId: 4 }, { customerId: undefined }),
      'policy-unknown',
    );
  });

  it('has a day where it has an hour or is repeated', () => {
    refusedFor(given().state, create({ dueAt: '4 pm' }), 'day-missing');
    refusedFor(given().state, create({ repeats: 'daily' }), 'day-missing');
    given()
      .when(create({ dueAt: '4 pm', dueOn: TODAY, repeats: 'daily' }))
      .then(
        TaskAdded({
          ...{ taskId: 1, customerId: null, onRecord: null, onId: null },
          details: { ...details, dueAt: '16:00', repeats: 'daily' },
          personal: { text: 'Call Anitha' },
        }),
      );
  });

  it('is for a user there is', () =>
    refusedFor(given().state, create({ assigneeId: '9' }, { isUser: false }), 'user-unknown'));

  it('happens once', () => given(added()).when(create()).thenRefused('task-exists'));
});

describe('doing a task', () => {
  const finish = (dueOn?: string) => asked({ type: 'finish', done: { dueOn } });
  const reopen = asked({ type: 'reopen' });
  const done = (nextDueOn: string | null) => TaskDone({ taskId: 1, on: TODAY, nextDueOn });

  it('is over, where it is not repeated', () => {
    given(added()).when(finish()).then(done(null));
    expect(given(added(), done(null)).state).toMatchObject({ record: { status: 'done' } });
  });

  it('brings the next one by the same event, after today', () => {
    given(added({ repeats: 'weekly', dueOn: '2026-11-06' }))
      .when(finish())
      .then(done('2026-12-04'));
    // Done before its day: the one of that day is done.
    given(added({ repeats: 'weekly', dueOn: '2026-11-29' }))
      .when(finish())
      .then(done('2026-12-06'));
  });

  it('brings it once, whoever else does the same one at that moment', () => {
    const repeated = added({ repeats: 'daily' });
    const again = given(repeated, done('2026-11-28'));
    again.when(finish(TODAY)).thenNothing();
    again.when(finish('2026-11-28')).then(done('2026-11-29'));
  });

  it('changes nothing once it is done, or where there was nothing to do', () => {
    given(added(), done(null)).when(finish()).thenNothing();
    given(added({ kind: 'note', dueOn: null }))
      .when(finish())
      .thenNothing();
  });

  it('keeps the last day of months from the first day', () => {
    const first = added({ repeats: 'monthly', dueOn: '2026-10-31' });
    given(first).when(finish()).then(done('2026-11-30'));
    given(first, done('2026-11-30')).when(finish()).then(done('2026-12-31'));
  });

  it('is opened again', () => {
    given(added(), done(null))
      .when(reopen)
      .then(TaskReopened({ taskId: 1 }));
    given(added()).when(reopen).thenNothing();
  });
});

describe('putting a task off', () => {
  const snooze = (until: string) => asked({ type: 'snooze', snooze: { until } });
  const putOff = TaskSnoozed({ taskId: 1, until: '2026-11-28' });

  it('leads to a day to come', () => {
    given(added()).when(snooze('2026-11-28')).then(putOff);
    given(added(), putOff).when(snooze('2026-11-28')).thenNothing();
    refusedFor(given(added()).state, snooze(TODAY), 'day-past');
  });

  it('is for what is open', () =>
    given(added({ kind: 'call', dueOn: null }))
      .when(snooze('2026-11-28'))
      .thenRefused('task-not-open'));

  it('ends when it is done, or gets another day', () => {
    const day = TaskChanged({
      ...{ taskId: 1, customerId: 12, fields: ['dueOn'], details: { dueOn: '2026-12-05' } },
      personal: {},
    });
    expect(given(added(), putOff).state).toMatchObject({ record: { snoozedUntil: '2026-11-28' } });
    expect(given(added(), putOff, day).state).toMatchObject({ record: { snoozedUntil: null } });
  });
});

describe('changing a task', () => {
  const update = (patch: object) => asked({ type: 'update', patch: taskRecord.patch.parse(patch) });

  it('says what changed', () => {
    const changed = TaskChanged({
      ...{ taskId: 1, customerId: 12, fields: ['dueOn', 'text'] },
      ...{ details: { dueOn: '2026-12-05' }, personal: { text: 'Call Ravi' } },
    });
    given(added())
      .when(update({ text: 'Call Ravi', dueOn: '05/12/2026' }))
      .then(changed);
    given(added())
      .when(update({ text: 'Call Anitha' }))
      .thenNothing();
  });

  it('opens one again that gets another day', () => {
    const day = TaskChanged({
      ...{ taskId: 1, customerId: 12, fields: ['dueOn'], details: { dueOn: '2026-12-05' } },
      personal: {},
    });
    const done = TaskDone({ taskId: 1, on: TODAY, nextDueOn: null });
    expect(given(added(), done, day).state).toMatchObject({ record: { status: 'open' } });
  });

  it('leaves what it is about', () => {
    refusedFor(given(added()).state, update({ onId: '41' }), 'task-record-fixed');
    given(added())
      .when(update({ onId: '40', onRecord: 'policy' }))
      .thenNothing();
  });

  it('is refused once the customer is erased', () => {
    const erased = { ...added(), data: { ...added().data, personal: null } } as TaskEvent;
    given(erased)
      .when(update({ text: 'Call Ravi' }))
      .thenRefused('customer-erased');
  });

  it('is refused of one that is deleted', () =>
    given(added(), TaskDeleted({ taskId: 1 }))
      .when(update({ text: 'Call Ravi' }))
      .thenRefused('task-not-found'));
});

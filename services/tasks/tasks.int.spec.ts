import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { DoneInput, SnoozeInput } from '@insuremanager/contracts/tasks/taskFields';
import { taskRecord } from '@insuremanager/contracts/tasks/taskViews';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CommandContext } from '../platform/commands/command.js';
import type { EventLogPlace } from '../platform/eventLog/openEventLog.js';
import { by, textOfLog } from '../platform/testing/serviceFixture.js';
import { openPolicyFixture } from '../policies/testing/policyFixture.js';
import { createTasks, tasksSlice } from './index.js';

const NOW = '2026-11-27T06:00:00Z';
const TODAY = '2026-11-27';
const MEERA = 11;
const JOSE = 12;

const fixture = testFixture(async (servers: EventLogPlace) => {
  const opened = await openPolicyFixture(servers, undefined, [tasksSlice]);
  const { platform, readModels, projected, customers, policies } = opened;
  const none = {
    besideNow: async () => ({ revision: null, past: null, now: null, lastKnown: null }),
  };
  const tasks = createTasks(platform, readModels, {
    ...{ customers, policies, quotations: none, claims: none, documents: none },
  });
  return {
    ...{ ...opened, tasks },
    customer: async (name: string, ownerId: number | null = null) => {
      const { id } = await opened.customer(name);
      await projected(await customers.reassign(id, ownerId, by()));
      return id;
    },
    policy: async (customerId: number, policyNumber: string) =>
      (await opened.issue('health', { customerId, policyNumber })).record.id,
    add: async (fields: object, context: Partial<CommandContext> = {}) => {
      const typed = taskRecord.input.parse({ text: 'Call back', ...fields });
      return (await projected(await tasks.create(typed, { ...by(), ...context }))).record;
    },
    all: async (filter: object = {}, of: Pick<typeof tasks, 'list'> = tasks) =>
      (await of.list({ filter, sort: 'due', direction: 'asc', limit: 50 })).items,
  };
});

beforeEach(() => fixture.setTime(NOW));

const on = (onRecord: string, onId: number) => ({ onRecord, onId: String(onId) });

describe('a task', () => {
  it('is about a record, and so about its customer', async () => {
    const customerId = await fixture.customer('Sunita Rao');
    const policyId = await fixture.policy(customerId, 'TSK/1');
    const task = await fixture.add({ ...on('policy', policyId), dueOn: TODAY, dueAt: '4 pm' });
    expect(task).toMatchObject({
      ...{ customerId, onRecord: 'policy', onId: policyId, dueOn: TODAY, dueAt: '16:00' },
      ...{ status: 'open', kind: 'task', assigneeId: by().actor.userId },
    });
    expect(await fixture.all({ customerId })).toMatchObject([{ id: task.id, text: 'Call back' }]);
    expect(await fixture.all(on('policy', policyId))).toHaveLength(1);
    expect(await fixture.all({ search: 'Sunita back' })).toEqual([]);
    expect(await fixture.all({ search: 'Sunita' })).toMatchObject([{ id: task.id }]);
    expect((await fixture.tasks.match('call')).items).toContainEqual(
      expect.objectContaining({ id: task.id, customerId }),
    );
  });

  it('is about a record there is', async () => {
    for (const record of ['customer', 'policy', 'quotation', 'claim', 'document']) {
      await expect(fixture.add(on(record, 999_999))).rejects.toMatchObject({
        fields: [{ field: 'onId', code: `${record}-unknown` }],
      });
    }
  });

  it('is listed as it stands: what is noted, open, put off, done', async () => {
    const customerId = await fixture.customer('Biju Paul');
    const of = on('customer', customerId);
    const noted = await fixture.add({ ...of, kind: 'note', text: 'Likes mails' });
    const call = await fixture.add({ ...of, kind: 'call', dueOn: '30/11/2026' });
    const due = await fixture.add({ ...of, dueOn: '26/11/2026' });
    const list = async (filter: object) =>
      (await fixture.all({ customerId, ...filter })).map(({ id }) => id);
    expect(await list({})).toEqual([due.id, call.id, noted.id]);
    expect(await list({ statuses: ['noted'] })).toEqual([noted.id]);
    expect(await list({ due: true })).toEqual([due.id]);
    const { tasks, projected } = fixture;
    await projected(await tasks.snooze(due.id, SnoozeInput.parse({ until: '2026-12-01' }), by()));
    expect(await list({ due: true })).toEqual([]);
    expect(await list({})).toEqual([call.id, due.id, noted.id]);
    fixture.setTime('2026-12-01T06:00:00Z');
    expect(await list({ due: true })).toEqual([call.id, due.id]);
    await projected(await tasks.finish(due.id, DoneInput.parse({}), by()));
    expect(await list({ statuses: ['done'] })).toEqual([due.id]);
    expect(await tasks.history(due.id)).toMatchObject([
      { summary: 'Task: Call back' },
      { summary: 'Put off until 01/12/2026' },
      { summary: 'Done' },
    ]);
  });

  it('comes again once, however many do it at the same moment', async () => {
    const { id } = await fixture.add({ dueOn: TODAY, repeats: 'daily' });
    const done = DoneInput.parse({ dueOn: TODAY });
    const { tasks, projected } = fixture;
    const all = await Promise.all([1, 2, 3, 4].map(() => tasks.finish(id, done, by())));
    expect(all.filter(({ position }) => position !== null)).toHaveLength(1);
    for (const one of all) await projected(one);
    const [saved] = all;
    expect(saved?.record).toMatchObject({ status: 'open', dueOn: '2026-11-28' });
    expect(await tasks.find(id)).toMatchObject({ status: 'open', dueOn: '2026-11-28' });
    // The same command again writes nothing, and answers as it did.
    const context = by();
    const tomorrow = DoneInput.parse({ dueOn: '2026-11-28' });
    const first = await tasks.finish(id, tomorrow, context);
    const again = await tasks.finish(id, tomorrow, context);
    expect([first.repeated, again.repeated]).toEqual([false, true]);
    expect(again.record).toMatchObject({ dueOn: '2026-11-29' });
  });

  it('is due to whose it is, and where it is nobody’s to all', async () => {
    const { tasks, projected } = fixture;
    const mine = await fixture.add({ dueOn: TODAY, assigneeId: '' });
    const someday = await fixture.add({ dueOn: '30/11/2026', assigneeId: '' });
    const ids = async (userId: number | null) => (await tasks.due(userId, 50)).map(({ id }) => id);
    expect(await ids(MEERA)).toContain(mine.id);
    expect(await ids(null)).toContain(mine.id);
    expect(await ids(MEERA)).not.toContain(someday.id);
    await projected(await tasks.delete(mine.id, by()));
    expect(await ids(MEERA)).not.toContain(mine.id);
  });
});

describe('an agent with a book of their own', () => {
  const actor = (userId: number) => ({ actor: { userId, username: 'jose', role: 'agent' } });

  it('has what is theirs and what is of their customers, and nothing else', async () => {
    const own = await fixture.customer('Own Customer', MEERA);
    const others = await fixture.customer('Customer of Jose', JOSE);
    const ofOwn = await fixture.add(on('customer', own), actor(JOSE));
    const ofOthers = await fixture.add(on('customer', others), actor(JOSE));
    const given = await fixture.add(on('customer', others), actor(MEERA));
    const alone = await fixture.add({ text: 'Buy stamps' }, actor(MEERA));
    const joses = await fixture.add({ text: 'Buy paper' }, actor(JOSE));
    const anybodys = await fixture.add({ text: 'Buy ink', assigneeId: '' });
    const book = fixture.tasks.within({ ownerId: MEERA });
    const seen = (await fixture.all({}, book)).map(({ id }) => id);
    for (const { id } of [ofOwn, given, alone, anybodys]) {
      expect(seen).toContain(id);
      expect(await book.history(id)).toHaveLength(1);
    }
    for (const { id } of [ofOthers, joses]) {
      expect(seen).not.toContain(id);
      expect(await book.find(id)).toBeNull();
      await expect(book.history(id)).rejects.toMatchObject({ code: 'task-not-found' });
      await expect(book.finish(id, DoneInput.parse({}), by())).rejects.toMatchObject({
        code: 'task-not-found',
      });
    }
    await expect(
      book.create(taskRecord.input.parse({ text: 'x', ...on('customer', others) }), by()),
    ).rejects.toMatchObject({ fields: [{ code: 'customer-unknown' }] });
  });
});

describe('what is written', () => {
  it('lies sealed in the log, and goes with the key of the customer', async () => {
    const { tasks, platform } = fixture;
    const customerId = await fixture.customer('Leela Das');
    const note = await fixture.add({
      ...on('customer', customerId),
      ...{ kind: 'note', text: 'Sugar since 2019, hides it' },
    });
    const free = await fixture.add({ text: 'Ask Doctor Varghese' });
    const log = await textOfLog(platform.eventLog);
    expect(log).toContain('TaskAdded');
    expect(log).not.toContain('Sugar since');
    expect(log).not.toContain('Varghese');
    await platform.vault.destroyKey(customerStream(customerId));
    expect(await tasks.history(note.id)).toMatchObject([{ summary: 'Note: (erased)' }]);
    expect(await tasks.history(free.id)).toMatchObject([{ summary: 'Task: Ask Doctor Varghese' }]);
    await expect(
      tasks.update(note.id, taskRecord.patch.parse({ text: 'New' }), by()),
    ).rejects.toMatchObject({ code: 'customer-erased' });
  });
});

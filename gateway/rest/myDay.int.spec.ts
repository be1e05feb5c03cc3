import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { describe, expect, it } from 'vitest';

const { send, ask } = gatewayFixture();

const rest = (path: string, body?: object) =>
  send(body ? 'POST' : 'GET', path, { ...(body && { body }) });
const keys = async (): Promise<string[]> => {
  const { json } = await rest('/api/my-day');
  return (json.items as unknown as { key: string }[]).map(({ key }) => key);
};

describe('my day by REST', () => {
  it('is that of GraphQL; what is set aside is gone until it is put back', async () => {
    const today = kolkataDay(new Date());
    const born = { name: 'Anitha Nair', phone: '9876543210', dateOfBirth: `1990${today.slice(4)}` };
    const { json: customer } = await rest('/api/customers', born);
    await rest('/api/tasks', { text: 'Ring', dueOn: today });
    const { json, status } = await rest('/api/my-day');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      today,
      items: [
        { kind: 'task', title: 'Ring', record: 'task' },
        { kind: 'birthday', customerId: customer.id },
      ],
      counts: [
        { kind: 'task', count: 1, isExact: true },
        { kind: 'birthday', count: 1, isExact: true },
      ],
    });
    const ofItem = 'key kind customerId record recordId title day hour amount missing version';
    const { json: other } = await ask(
      `{ myDay { today items { ${ofItem} } counts { kind count isExact } } }`,
    );
    expect(other.data?.myDay).toEqual(json);
    const { json: some } = await ask(`{ myDay(first: 1) { items { ${ofItem} } } }`);
    expect(some.data?.myDay).toEqual({ items: [(json.items as unknown as object[])[0]] });
    const { json: refused } = await ask('{ myDay(first: 0) { today } }');
    expect(refused.errors).toMatchObject([{ message: 'first must be from 1 to 450' }]);

    const key = `birthday:${customer.id}:${today.slice(0, 4)}`;
    expect(await keys()).toContain(key);
    expect((await rest('/api/my-day/set-aside', { key })).status).toBe(204);
    expect(await keys()).not.toContain(key);
    expect((await rest('/api/my-day/put-back', { key })).status).toBe(204);
    expect(await keys()).toContain(key);
    const until = addDays(today, 2);
    expect((await rest('/api/my-day/set-aside', { key, until })).status).toBe(204);
    expect(await keys()).not.toContain(key);
  });

  it('refuses in words', async () => {
    const key = 'birthday:1:2026';
    expect((await rest('/api/my-day?userId=me')).json).toMatchObject({
      error: 'userId must be the number of a user',
    });
    expect((await rest('/api/my-day/set-aside', { key: 'all' })).status).toBe(400);
    const until = 'some day';
    expect((await rest('/api/my-day/set-aside', { key, until })).json).toMatchObject({
      error: 'Until must be a date that exists, as DD/MM/YYYY',
    });
    // A task has a command of its own.
    expect((await rest('/api/my-day/set-aside', { key: 'task:1:0' })).status).toBe(404);
  });
});

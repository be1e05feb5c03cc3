import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import type { NewPersonRequest } from '@insuremanager/contracts/privacy/requestViews';
import { oneGateway } from '@insuremanager/deploy/testing/gatewayFixture';
import { describe, expect, it } from 'vitest';
import { by, textOfLog } from '../platform/testing/serviceFixture.js';

let now = new Date('2026-11-20T06:00:00Z');
const gateway = oneGateway({ clock: { now: () => now } });

const shown = async <Result>(result: Result): Promise<Result> => {
  const head = await gateway.services.platform.eventLog.head();
  expect(head && (await gateway.services.readModels.waitFor(head, 300_000))).toBe(true);
  return result;
};
const customer = async (name: string) => {
  const input = CustomerInput.parse({ name, phone: '9876500000' });
  return (await shown(await gateway.services.customers.create(input, by()))).record.id;
};
const receive = async (customerId: number, fields: Partial<NewPersonRequest> = {}) => {
  const asked: NewPersonRequest = {
    ...{ customerId, right: 'access', channel: 'email', receivedOn: '2026-11-20' },
    ...{ words: 'A zypher of my data' },
    ...fields,
  };
  const { personRequests } = gateway.services;
  return (await shown(await personRequests.receive(asked, by()))).record;
};
const listed = async (filter: object = {}) => {
  const request = { filter, sort: 'due', direction: 'asc', limit: 100 } as const;
  return (await gateway.services.personRequests.list(request)).items;
};

describe('requests of persons', () => {
  it('are due by the days that the agency allows itself when they come in', async () => {
    const ravi = await customer('Ravi');
    expect((await receive(ravi)).dueOn).toBe('2026-12-20');
    await gateway.services.agency.change({ requestDays: 10 }, by());
    expect((await receive(ravi)).dueOn).toBe('2026-11-30');
    await gateway.services.agency.change({ requestDays: 30 }, by());
    const [first] = await listed({ customerId: ravi });
    expect(first?.dueOn).toBe('2026-11-30');
  });

  it('are listed with what is overdue first and what is closed last', async () => {
    const leela = await customer('Leela');
    const late = await receive(leela, { receivedOn: '2026-10-01', right: 'grievance' });
    const open = await receive(leela);
    const closed = await receive(leela, { receivedOn: '2026-09-01' });
    const { personRequests } = gateway.services;
    const closing = { outcome: 'refused', answer: 'Kept by law until 2036' } as const;
    await shown(await personRequests.close(closed.id, closing, by()));
    const own = await listed({ customerId: leela });
    expect(own.map(({ id }) => id)).toEqual([late.id, open.id, closed.id]);
    expect(own.map(({ isOverdue }) => isOverdue)).toEqual([true, false, false]);
    const ids = async (state: string) =>
      (await listed({ customerId: leela, state })).map(({ id }) => id);
    expect(await ids('overdue')).toEqual([late.id]);
    expect(await ids('open')).toEqual([late.id, open.id]);
    expect(await ids('closed')).toEqual([closed.id]);
    expect((await personRequests.due(5, 100)).map(({ id }) => id)).toEqual([late.id]);

    await shown(await personRequests.reopen(closed.id, by()));
    expect(await ids('overdue')).toEqual([closed.id, late.id]);
    const { history } = await personRequests.details(closed.id);
    expect(history.map(({ summary }) => summary)).toEqual([
      'Access asked for on 01/09/2026 (email), to be answered by 01/10/2026',
      'Closed: refused',
      'Reopened',
    ]);
  });

  it('stand in the bell of admins and of nobody else', async () => {
    now = new Date('2026-12-18T06:00:00Z');
    const { notifications } = gateway.services;
    const due = async (role: 'admin' | 'manager') =>
      (await notifications.list({ userId: 1, role })).items.filter(
        ({ kind }) => kind === 'request-due',
      );
    expect((await due('admin'))[0]).toMatchObject({ record: 'request', customerName: 'Leela' });
    expect(await due('manager')).toEqual([]);
  });

  it('are entered for customers who exist', async () => {
    await expect(receive(9999)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('outlive a person without what they said, and are in the audit log', async () => {
    const paul = await customer('Paul');
    const request = await receive(paul, { right: 'erasure' });
    const { erasures, personRequests, platform, audit } = gateway.services;
    const reason = 'Asked for it in writing';
    await shown(await erasures.erase(paul, { reason, overridesRetention: true }, by()));
    const { words, history, request: after } = await personRequests.details(request.id);
    expect(words).toBeNull();
    expect(after).toMatchObject({ right: 'erasure', customerId: paul });
    expect(JSON.stringify(history)).not.toContain('zypher');
    expect((await textOfLog(platform.eventLog)).toLowerCase()).not.toContain('zypher');
    const filter = { customerId: paul, kinds: ['privacy' as const] };
    const entries = await audit.list({ filter, sort: 'time', direction: 'asc', limit: 10 });
    expect(entries.items.map(({ summary }) => summary)).toEqual([
      `Entered a request of a customer: erasure (request ${request.id})`,
    ]);
  });
});

import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { describe, expect, it } from 'vitest';

const FIELDS = 'items { key kind customerName record recordId number day isRead } unreadKeys';

const { send, ask } = gatewayFixture();

const mark = (keys: string[], isRead: boolean) =>
  ask(
    `mutation Mark($keys: [String!]!, $isRead: Boolean!) {
      markNotifications(keys: $keys, isRead: $isRead) { ${FIELDS} }
    }`,
    { keys, isRead },
  );

describe('notifications', () => {
  it('name what ends and lead to it; marked as read they stay that', async () => {
    const person = { name: 'Anitha Nair', phone: '9876543210', kycStatus: 'verified' };
    const post = (path: string, body: object) => send('POST', path, { body });
    const customer = await post('/api/customers', person);
    const today = kolkataDay(new Date());
    const endDate = addDays(today, 3);
    const policy = await post('/api/health-policies', {
      ...{ customerId: customer.json.id, policyNumber: 'H/1', insuranceCompany: 'Star Health' },
      ...{ policyType: 'family', sumAssured: '500000', premiumAmount: '9000' },
      ...{ premiumFrequency: 'yearly', startDate: addDays(endDate, -364), endDate },
    });
    expect(policy.status, policy.text).toBe(201);

    const { json } = await ask(`{ notifications { ${FIELDS} counts { kind count isExact } } }`);
    const key = `renewal-due:${policy.json.id}:${endDate}`;
    const item = {
      ...{ key, kind: 'renewal_due', customerName: 'Anitha Nair', record: 'health' },
      ...{ recordId: policy.json.id, number: 'H/1', day: endDate },
    };
    expect(json.data?.notifications).toEqual({
      items: [{ ...item, isRead: false }],
      counts: [{ kind: 'renewal_due', count: 1, isExact: true }],
      unreadKeys: [key],
    });
    expect((await mark([key], true)).json.data?.markNotifications).toEqual({
      items: [{ ...item, isRead: true }],
      unreadKeys: [],
    });
    expect((await mark([key], false)).json.data?.markNotifications).toMatchObject({
      unreadKeys: [key],
    });
  });

  it.each([
    ['a name', ['Anitha Nair']],
    ['something long', [`renewal-due:${'1'.repeat(60)}`]],
    ['more than there can be', Array.from({ length: 701 }, (_, nth) => `renewal-due:1:${nth}`)],
  ])('cannot be marked by %s', async (_what, keys) => {
    const { json } = await mark(keys, true);
    expect(json.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });
});

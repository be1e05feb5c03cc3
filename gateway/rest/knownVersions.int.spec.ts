import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signIn } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';
import { sampleQuotationInput } from '../testing/quotationFixture.js';

let now = testClock.now();
const { fixture, gateway, send } = gatewayFixture({ clock: { now: () => now } });
let customerId: number;
beforeAll(async () => {
  customerId = await add('customers', { name: 'Asha Nair', phone: '9876543210' });
});

const api = (method: string, path: string, options: object = {}) =>
  send(method, `/api/${path}`, { ...options });
const add = async (path: string, body: object): Promise<number> =>
  Number((await api('POST', path, { body })).json.id);

describe('a record whose version is known', () => {
  it.each([
    ['health-policies', () => samplePolicyInput('health', customerId, 'K/1'), 'daysUntilExpiry'],
    ['quotations', () => sampleQuotationInput('health', customerId), 'isPastValidity'],
  ])(
    'is answered all the same when it is one of %s: it changes with the day',
    async (path, fields, field) => {
      const id = await add(path, fields());
      const before = await api('GET', `${path}/${id}`);
      const day = now;
      now = new Date(day.getTime() + 60 * 24 * 60 * 60 * 1000);
      fixture.cookie = await signIn(gateway.url);

      const headers = { 'If-None-Match': String(before.headers.etag) };
      const after = await api('GET', `${path}/${id}`, { headers });
      now = day;
      expect(after.status).toBe(200);
      expect(after.headers.etag).toBe(before.headers.etag);
      expect(after.json[field]).not.toEqual(before.json[field]);
    },
  );
});

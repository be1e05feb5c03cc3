import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import {
  type Answer,
  type Call,
  call,
  signIn,
  startTestGateway,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';

let gateway: TestGateway;
let cookie: string;
let customerId: number;
let before: unknown;

beforeAll(async () => {
  gateway = await startTestGateway({ clock: testClock });
  cookie = await signIn(gateway.url);
  const { json } = await send('POST', 'customers', { body: { name: 'Asha', phone: '9876543210' } });
  customerId = Number(json.id);
});
afterAll(() => gateway.stop());

// Whatever is refused here leaves no trace in the log.
const traces = () => gateway.platform.eventLog.head();

const send = (method: string, path: string, options: Call = {}): Promise<Answer> =>
  call(gateway.url, `/api/${path}`, { method, cookie, ...options });

function expectFault(answer: Answer, field: string): void {
  expect(answer.status).toBe(400);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.json).toMatchObject({ code: 'invalid-input', fields: [{ field }] });
}

describe.each(POLICY_KINDS)('a %s policy', (kind) => {
  const list = `${kind}-policies`;
  let path: string;
  beforeAll(async () => {
    const body = samplePolicyInput(kind, customerId, `KEPT-${kind}`);
    path = `${list}/${(await send('POST', list, { body })).json.id}`;
  });
  beforeEach(async () => {
    before = await traces();
  });
  afterEach(async () => {
    expect(await traces()).toEqual(before);
  });

  const valid = () => samplePolicyInput(kind, customerId, 'NEW-1');
  const refused = async (fields: object, field: string): Promise<void> => {
    expectFault(await send('POST', list, { body: { ...valid(), ...fields } }), field);
    expectFault(await send('PUT', path, { body: fields }), field);
  };

  // All that a field may not be: contracts/policies/badPolicyInput.unit.spec.ts.
  it.each([
    ['premiumAmount', '-1'],
    ['policyNumber', { $gt: '' }],
    ['startDate', '2026-02-30'],
  ])('%s may not be %j', (field, value) => refused({ [field]: value }, field));

  it('may not end before it starts', () =>
    Promise.all([
      send('POST', list, { body: { ...valid(), endDate: '2025-06-30' } }),
      send('PUT', path, { body: { endDate: '30/06/2025' } }),
      send('PUT', path, { body: { startDate: '01/07/2026' } }),
      send('POST', `${path}/renew`, { body: { endDate: '2026-06-01' } }),
    ]).then((answers) => {
      for (const answer of answers) expectFault(answer, 'endDate');
    }));

  it('may not be renewed into its own days', async () => {
    const body = { startDate: '2026-06-30' };
    expectFault(await send('POST', `${path}/renew`, { body }), 'startDate');
  });

  it('names every fault at once', async () => {
    const { json } = await send('POST', list, { body: { endDate: 'x', premiumAmount: '-1' } });
    const { fields } = json as unknown as { fields: { field: string }[] };
    const own = kind === 'health' ? ['policyType'] : ['vehicleNumber', 'vehicleType'];
    expect(fields.map(({ field }) => field).sort()).toEqual(
      [
        'customerId',
        'endDate',
        'insuranceCompany',
        'policyNumber',
        'premiumAmount',
        'premiumFrequency',
        'startDate',
        'sumAssured',
        ...own,
      ].sort(),
    );
  });

  it.each([
    ['cancel', {}, 'reason'],
    ['cancel', { reason: 'bored' }, 'reason'],
    ['cancel', { reason: ['other'] }, 'reason'],
    ['cancel', { reason: 'other', cancelledOn: '2026-02-30' }, 'cancelledOn'],
    ['cancel', { reason: 'other', cancelledOn: '2030-01-01' }, 'cancelledOn'],
    ['cancel', { reason: 'other', note: 'x'.repeat(501) }, 'note'],
    ['reinstate', { note: {} }, 'note'],
    ['endorse', { reason: 'x', changes: { premiumAmount: '1' } }, 'effectiveFrom'],
    ['endorse', { effectiveFrom: '2026-06-01', changes: { premiumAmount: '1' } }, 'reason'],
    ['endorse', { effectiveFrom: '2026-06-01', reason: 'x' }, 'changes'],
    ['endorse', { effectiveFrom: '2026-06-01', reason: 'x', changes: [] }, 'changes'],
    ['endorse', { effectiveFrom: '2026-06-01', reason: 'x', changes: {} }, 'changes'],
    [
      'endorse',
      { effectiveFrom: '2026-06-01', reason: 'x', changes: { premiumAmount: '12.345' } },
      'changes.premiumAmount',
    ],
    ['renew', { premiumAmount: '-5' }, 'premiumAmount'],
    ['renew', { startDate: 'soon' }, 'startDate'],
    ['renew', { sumAssured: {} }, 'sumAssured'],
  ])('is not %sed by %j', async (verb, body, field) => {
    expectFault(await send('POST', `${path}/${verb}`, { body }), field);
  });

  it.each(['[]', '"text"', 'null', '12'])('cannot be %s', async (body) => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await send('POST', list, { headers, body })).status).toBe(400);
    expect((await send('PUT', path, { headers, body })).status).toBe(400);
    expect((await send('POST', `${path}/cancel`, { headers, body })).status).toBe(400);
  });

  it('is not found under a number that is none', async () => {
    for (const id of ['999999', '2147483648', '0', '-1', '1.5', 'abc', '%00']) {
      for (const answer of [
        await send('GET', `${list}/${id}`),
        await send('GET', `${list}/${id}/history`),
        await send('DELETE', `${list}/${id}`),
        await send('PUT', `${list}/${id}`, { body: { premiumAmount: '1' } }),
        await send('POST', `${list}/${id}/renew`, { body: {} }),
        await send('POST', `${list}/${id}/reinstate`, { body: {} }),
      ]) {
        expect(answer.status).toBe(404);
        expect(answer.json.code).toBe('policy-not-found');
      }
    }
  });

  it.each([
    ['PATCH', '', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['GET', '/1/renew', 'POST, OPTIONS'],
    ['DELETE', '/1/history', 'GET, HEAD, OPTIONS'],
  ])('does not know %s %s', async (method, rest, allow) => {
    const answer = await send(method, `${list}${rest}`);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe(allow);
  });

  it('is nothing for strangers', async () => {
    for (const [method, to] of [
      ['GET', list],
      ['POST', list],
      ['GET', path],
      ['POST', `${path}/renew`],
      ['GET', 'dashboard/metrics'],
      ['GET', 'dashboard/revenue-trend'],
      ['GET', 'reminders/upcoming'],
      ['GET', 'search?q=asha'],
    ] as const) {
      const body = method === 'POST' ? {} : undefined;
      expect((await send(method, to, { cookie: 'none=none', body })).status).toBe(401);
    }
  });
});

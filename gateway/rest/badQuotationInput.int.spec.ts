import { quotationEmailFields } from '@insuremanager/contracts/quotations/quotationFields';
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
import { sampleQuotationInput } from '../testing/quotationFixture.js';

let gateway: TestGateway;
let cookie: string;
let customerId: number;
let path: string;
let before: unknown;

beforeAll(async () => {
  gateway = await startTestGateway({ clock: testClock });
  cookie = await signIn(gateway.url);
  const { json } = await send('POST', 'customers', { body: { name: 'Asha', phone: '9876543210' } });
  customerId = Number(json.id);
  const body = { ...sampleQuotationInput('vehicle', customerId), status: 'accepted' };
  path = `quotations/${(await send('POST', 'quotations', { body })).json.id}`;
});
afterAll(() => gateway.stop());

// Whatever is refused here leaves no trace in the log.
const traces = () => gateway.platform.eventLog.head();
beforeEach(async () => {
  before = await traces();
});
afterEach(async () => {
  expect(await traces()).toEqual(before);
});

const send = (method: string, to: string, options: Call = {}): Promise<Answer> =>
  call(gateway.url, `/api/${to}`, { method, cookie, ...options });

function expectFault(answer: Answer, field: string): void {
  expect(answer.status).toBe(400);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.json).toMatchObject({ code: 'invalid-input', fields: [{ field }] });
}

const refused = async (fields: object, field: string): Promise<void> => {
  const body = { ...sampleQuotationInput('vehicle', customerId), ...fields };
  expectFault(await send('POST', 'quotations', { body }), field);
  expectFault(await send('PUT', path, { body: fields }), field);
};

describe('a quotation', () => {
  // All that a field may not be: contracts/quotations/badQuotationInput.unit.spec.ts.
  it.each([
    ['premiumAmount', '-1'],
    ['insuranceType', { $gt: '' }],
    ['validityDays', 366],
  ])('%s may not be %j', (field, value) => refused({ [field]: value }, field));

  it.each([
    [{}, 'to'],
    [{ to: '' }, 'to'],
    [{ to: 'asha' }, 'to'],
    [{ to: 'a@b.in, c@d.in' }, 'to'],
    [{ to: 'a@b.in\r\nBcc: c@d.in' }, 'to'],
    [{ to: ['a@b.in'] }, 'to'],
    [{ to: { address: 'a@b.in' } }, 'to'],
    [{ to: 'a@b.in', message: 5 }, 'message'],
    [{ to: 'a@b.in', message: ['x'] }, 'message'],
    [{ to: 'a@b.in', message: 'x'.repeat(quotationEmailFields.message.limit + 1) }, 'message'],
  ])('is not sent by %j', async (body, field) => {
    expectFault(await send('POST', `${path}/email`, { body }), field);
  });

  it.each([
    [{ endDate: '2026-02-30' }, 'endDate'],
    [{ premiumAmount: '-5' }, 'premiumAmount'],
    [{ vehicleType: null }, 'vehicleType'],
    [{ customerId: 'x' }, 'customerId'],
  ])('does not become a policy by %j', async (fields, field) => {
    const body = { ...samplePolicyInput('vehicle', customerId, 'Q/1'), ...fields };
    expectFault(await send('POST', `${path}/convert`, { body }), field);
  });

  it.each(['[]', '"text"', 'null', '12'])('cannot be %s', async (body) => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await send('POST', 'quotations', { headers, body })).status).toBe(400);
    expect((await send('PUT', path, { headers, body })).status).toBe(400);
    expect((await send('POST', `${path}/email`, { headers, body })).status).toBe(400);
    expect((await send('POST', `${path}/convert`, { headers, body })).status).toBe(400);
  });

  it('is not found under a number that is none', async () => {
    for (const id of ['999999', '2147483648', '0', '-1', '1.5', 'abc', '%00']) {
      const one = `quotations/${id}`;
      for (const answer of [
        await send('GET', one),
        await send('GET', `${one}/history`),
        await send('GET', `${one}/pdf`),
        await send('DELETE', one),
        await send('PUT', one, { body: { premiumAmount: '1' } }),
        await send('POST', `${one}/convert`, {
          body: samplePolicyInput('health', customerId, 'Q/1'),
        }),
        await send('POST', `${one}/email`, { body: { to: 'a@b.in' } }),
      ]) {
        expect(answer.status).toBe(404);
        expect(answer.json.code).toBe('quotation-not-found');
      }
    }
  });

  it.each([
    ['PATCH', '', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['POST', '/1/pdf', 'GET, HEAD, OPTIONS'],
    ['POST', '/compare.pdf', 'GET, HEAD, OPTIONS'],
    ['GET', '/1/convert', 'POST, OPTIONS'],
    ['GET', '/1/email', 'POST, OPTIONS'],
  ])('does not know %s %s', async (method, rest, allow) => {
    const answer = await send(method, `quotations${rest}`);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe(allow);
  });

  it('is nothing for strangers', async () => {
    for (const [method, to] of [
      ['GET', 'quotations'],
      ['POST', 'quotations'],
      ['GET', path],
      ['PUT', path],
      ['DELETE', path],
      ['GET', `${path}/pdf`],
      ['POST', `${path}/convert`],
      ['POST', `${path}/email`],
    ] as const) {
      const body = method === 'POST' || method === 'PUT' ? {} : undefined;
      expect((await send(method, to, { cookie: 'none=none', body })).status).toBe(401);
    }
  });
});

describe('the list of quotations', () => {
  it.each([
    ['status=lost', 'status.0'],
    ['pastValidity=maybe', 'pastValidity'],
    ['insuranceType=life', 'insuranceType'],
    ['customerId=x', 'customerId'],
    ['createdFrom=2026-02-30', 'createdFrom'],
    ['createdTo=2026-01-01&createdTo=2026-01-02', 'createdTo'],
    ['totalFrom=abc', 'totalFrom'],
    ['totalTo[]=1', null],
    ['search[x]=1', null],
    [`search=${'x'.repeat(201)}`, 'search'],
    ['sort=notes', 'sort'],
    ['limit=0', 'limit'],
    ['cursor=nonsense', 'cursor'],
  ])('asked for by %s is refused, or what is odd is ignored', async (query, field) => {
    const answer = await send('GET', `quotations?${query}`);
    if (field === null) expect(answer.status).toBe(200);
    else expectFault(answer, field);
  });
});

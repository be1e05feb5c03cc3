import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { type Answer, call } from '@insuremanager/deploy/testing/testGateway';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';
import { sampleQuotationInput } from '../testing/quotationFixture.js';

const { fixture, gateway, send } = gatewayFixture({ clock: testClock });
const person = { name: 'Asha', phone: '9876543210' };

/** A record of each list. */
const paths: Record<string, string> = {};
let path: string;
let customerId: number;
let before: unknown;

/** A new record of each list, as it would be taken. */
const inputOf = (list: string): object => {
  if (list === 'customers') return person;
  if (list === 'quotations') return sampleQuotationInput('vehicle', customerId);
  return samplePolicyInput(list === 'health-policies' ? 'health' : 'vehicle', customerId, 'NEW-1');
};
const add = async (list: string, more: object = {}): Promise<number> => {
  const answer = await send('POST', `/api/${list}`, { body: { ...inputOf(list), ...more } });
  expect(answer.status, answer.text).toBe(201);
  paths[list] = `/api/${list}/${answer.json.id}`;
  return Number(answer.json.id);
};
beforeAll(async () => {
  customerId = await add('customers');
  path = `/api/customers/${customerId}`;
  await add('health-policies', { policyNumber: 'KEPT-1' });
  await add('vehicle-policies', { policyNumber: 'KEPT-2' });
  await add('quotations', { status: 'accepted' });
});

// Whatever is refused here leaves no trace: neither in the log nor in the tables of ids.
const traces = async () => ({
  head: await gateway.platform.eventLog.head(),
  ids: (await gateway.platform.pool.query('SELECT * FROM ids.allocation')).rows,
});
beforeEach(async () => {
  before = await traces();
});
afterEach(async () => {
  expect(await traces()).toEqual(before);
});

const json = { 'Content-Type': 'application/json' };

function expectProblem(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.json).toMatchObject({ type: 'about:blank', status, code });
  expect(String(answer.json.error)).toMatch(/[.?]$|\w$/);
  expect(answer.json.correlationId).toBe(answer.headers['x-request-id']);
}

function expectFault(answer: Answer, field: string): void {
  expectProblem(answer, 400, 'invalid-input');
  expect(answer.json.fields).toMatchObject([{ field }]);
}

// All that a field may not be: contracts/**/bad*Input.unit.spec.ts.
describe('a field at fault is named', () => {
  it.each([
    ['customers', 'email', 'nowhere'],
    ['customers', 'city', { $gt: '' }],
    ['health-policies', 'premiumAmount', '-1'],
    ['vehicle-policies', 'startDate', '2026-02-30'],
    ['quotations', 'validityDays', 366],
    ['quotations', 'insuranceType', { $gt: '' }],
  ])('among %s: %s may not be %j', async (list, field, value) => {
    const body = { ...inputOf(list), [field]: value };
    expectFault(await send('POST', `/api/${list}`, { body }), field);
    expectFault(await send('PUT', paths[list] ?? '', { body: { [field]: value } }), field);
  });

  it.each([
    ['health-policies', 'cancel', { reason: 'bored' }, 'reason'],
    ['health-policies', 'cancel', { reason: 'other', cancelledOn: '2030-01-01' }, 'cancelledOn'],
    ['vehicle-policies', 'reinstate', { note: {} }, 'note'],
    [
      'health-policies',
      'endorse',
      { effectiveFrom: '2026-06-01', reason: 'x', changes: { premiumAmount: '12.345' } },
      'changes.premiumAmount',
    ],
    [
      'vehicle-policies',
      'endorse',
      { effectiveFrom: '2026-06-01', reason: 'x', changes: {} },
      'changes',
    ],
    ['vehicle-policies', 'renew', { sumAssured: {} }, 'sumAssured'],
    ['quotations', 'email', { to: 'a@b.in\r\nBcc: c@d.in' }, 'to'],
    ['quotations', 'email', { to: 'a@b.in', message: 5 }, 'message'],
  ])('by %s/…/%s with %j', async (list, verb, body, field) => {
    expectFault(await send('POST', `${paths[list]}/${verb}`, { body }), field);
  });

  it.each([
    [{ endDate: '2026-02-30' }, 'endDate'],
    [{ vehicleType: null }, 'vehicleType'],
  ])('by a conversion with %j', async (fields, field) => {
    const body = { ...samplePolicyInput('vehicle', customerId, 'Q/1'), ...fields };
    expectFault(await send('POST', `${paths.quotations}/convert`, { body }), field);
  });

  it('with all others at once', async () => {
    const body = { name: ' ', email: 'nowhere', dateOfBirth: '31/02/2020', kycStatus: 'maybe' };
    const answer = await send('POST', '/api/customers', { body });
    const { fields } = answer.json as unknown as { fields: { field: string }[] };
    expect(fields.map(({ field }) => field).sort()).toEqual([
      'dateOfBirth',
      'email',
      'kycStatus',
      'name',
      'phone',
    ]);
  });
});

describe('a body', () => {
  it.each(['[]', '"text"', 'null', '12'])('cannot be %s', async (body) => {
    const asked = [
      ...Object.keys(paths).map((list) => ['POST', `/api/${list}`] as const),
      ...Object.values(paths).map((one) => ['PUT', one] as const),
      ['POST', `${paths['health-policies']}/cancel`] as const,
      ['POST', `${paths.quotations}/email`] as const,
      ['POST', `${paths.quotations}/convert`] as const,
    ];
    for (const [method, to] of asked) {
      expect((await send(method, to, { headers: json, body })).status).toBe(400);
    }
  });

  it('that is no JSON is refused', async () => {
    for (const body of ['{"name": "Asha"', '{name: Asha}', '{"a": undefined}', '\u0000']) {
      expectProblem(
        await send('POST', '/api/customers', { headers: json, body }),
        400,
        'broken-json',
      );
    }
  });

  it('of a megabyte is refused', async () => {
    const body = { name: 'x'.repeat(1_000_000), phone: '1' };
    expectProblem(await send('POST', '/api/customers', { body }), 413, 'too-large');
    expectProblem(await send('PUT', path, { body }), 413, 'too-large');
    expectProblem(await send('POST', '/api/auth/login', { body }), 413, 'too-large');
    expectProblem(await send('POST', '/graphql', { body }), 413, 'too-large');
  });

  it('that says it is something else is refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await send('POST', '/api/customers', {
        headers: { 'Content-Type': type },
        body: '{"name":"Asha","phone":"9876543210"}',
      });
      expectProblem(answer, 415, 'not-json');
    }
  });

  it('in an encoding that we do not speak is refused', async () => {
    const headers = { 'Content-Type': 'application/json; charset=latin1' };
    const answer = await send('POST', '/api/customers', { headers, body: '{"name":"Asha"}' });
    expectProblem(answer, 415, 'unsupported-encoding');
  });

  it('that is empty is as good as an empty object', async () => {
    expectProblem(await send('POST', '/api/customers'), 400, 'invalid-input');
    const empty = await send('POST', '/api/customers', { headers: json, body: '' });
    expectProblem(empty, 400, 'invalid-input');
  });
});

describe('an id', () => {
  it.each(['999999', '2147483648', '99999999999999999999', '0', '-1', '1.5', 'abc', '1e3', '%00'])(
    '%s names no customer',
    async (id) => {
      expectProblem(await send('GET', `/api/customers/${id}`), 404, 'customer-not-found');
      expectProblem(await send('DELETE', `/api/customers/${id}`), 404, 'customer-not-found');
      const put = await send('PUT', `/api/customers/${id}`, { body: { city: 'Kochi' } });
      expectProblem(put, 404, 'customer-not-found');
      expectProblem(await send('GET', `/api/customers/${id}/history`), 404, 'customer-not-found');
    },
  );

  it.each([
    ['health-policies', 'policy', ['/renew', '/reinstate']],
    ['vehicle-policies', 'policy', ['/renew', '/reinstate']],
    ['quotations', 'quotation', ['/convert', '/email']],
  ])('of no record of %s is not found', async (list, record, verbs) => {
    const inputs: Record<string, object> = {
      '/convert': inputOf('health-policies'),
      '/email': { to: 'a@b.in' },
    };
    for (const id of ['999999', '2147483648', 'abc']) {
      const one = `/api/${list}/${id}`;
      const answers = [
        await send('GET', one),
        await send('GET', `${one}/history`),
        await send('DELETE', one),
        await send('PUT', one, { body: { premiumAmount: '1' } }),
      ];
      for (const verb of verbs) {
        answers.push(await send('POST', one + verb, { body: inputs[verb] ?? {} }));
      }
      if (list === 'quotations') answers.push(await send('GET', `${one}/pdf`));
      for (const answer of answers) expectProblem(answer, 404, `${record}-not-found`);
    }
  });

  it('that cannot be decoded is refused', async () => {
    expectProblem(await send('GET', '/api/customers/%E0%A4%A'), 400, 'bad-request');
  });
});

describe('an address', () => {
  it.each([
    ['PATCH', '/api/customers', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/api/customers', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/api/customers/1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['PUT', '/api/customers/1/history', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/api/health-policies', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/api/vehicle-policies/1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['GET', '/api/health-policies/1/renew', 'POST, OPTIONS'],
    ['DELETE', '/api/vehicle-policies/1/history', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/api/quotations', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/api/quotations/1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['POST', '/api/quotations/1/pdf', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/quotations/compare.pdf', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/quotations/1/convert', 'POST, OPTIONS'],
    ['GET', '/api/quotations/1/email', 'POST, OPTIONS'],
    ['GET', '/api/auth/login', 'POST, OPTIONS'],
    ['GET', '/api/auth/logout', 'POST, OPTIONS'],
    ['GET', '/graphql', 'POST, OPTIONS'],
    ['POST', '/health/ready', 'GET, HEAD, OPTIONS'],
    ['POST', '/customers', 'GET, HEAD, OPTIONS'],
  ])('%s %s answers 405', async (method, to, allow) => {
    const answer = await send(method, to);
    expectProblem(answer, 405, 'method-not-allowed');
    expect(answer.headers.allow).toBe(allow);
  });

  it('says what it allows', async () => {
    const answer = await send('OPTIONS', '/api/customers');
    expect(answer.status).toBe(204);
    expect(answer.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
  });

  it.each(['/api', '/api/', '/api/policies', '/api/customers/1/nothing', '/health', '/metrics/x'])(
    '%s does not exist',
    async (to) => {
      expectProblem(await send('GET', to), 404, 'path-not-found');
      expectProblem(await call(gateway.url, to), 404, 'path-not-found');
    },
  );
});

describe('a parameter', () => {
  it.each([
    ['search', 'a', 'b'],
    ['limit', '1', '2'],
    ['sort', 'name', 'city'],
    ['direction', 'asc', 'desc'],
    ['cursor', 'a', 'b'],
    ['city', 'Kochi', 'Thrissur'],
    ['addedFrom', '2026-01-01', '2026-02-01'],
  ])(
    '%s of one value is refused when it comes twice, be they the same',
    async (name, ...values) => {
      for (const second of values) {
        const twice = `${name}=${values[0]}&${name}=${second}`;
        for (const list of ['/api/customers', '/api/exports/customers.csv']) {
          expect((await send('GET', `${list}?${twice}`)).status, `${list}?${twice}`).toBe(400);
        }
      }
    },
  );

  it('of several values takes them all', async () => {
    const { status } = await send('GET', '/api/customers?kycStatus=pending&kycStatus=verified');
    expect(status).toBe(200);
  });

  it('is read where it belongs: an address adds nothing to a body, a body nothing to an address', async () => {
    const query = 'name=Nobody&city=Nowhere&id=1';
    expect((await send('PUT', `${path}?${query}`, { body: { city: 7 } })).status).toBe(400);
    const added = await send('POST', `/api/customers?${query}`, { body: {} });
    expectProblem(added, 400, 'invalid-input');
    const elsewhere = {
      headers: { 'X-Limit': '1', limit: '1', Cookie: `${fixture.cookie}; limit=x` },
    };
    expect((await send('GET', '/api/customers', elsewhere)).status).toBe(200);
  });
});

describe('a header', () => {
  it.each(['3', 'W/"3"', '"a"', '"1", "2"', '""'])('If-Match: %s is refused', async (tag) => {
    const answer = await send('PUT', path, { headers: { 'If-Match': tag }, body: { city: 'X' } });
    expectProblem(answer, 400, 'invalid-if-match');
  });

  it('If-Match of a version that never was is stale', async () => {
    const headers = { 'If-Match': '"999999"' };
    expectProblem(await send('PUT', path, { headers, body: { city: 'X' } }), 412, 'stale-version');
  });

  it.each(['', 'x'.repeat(201)])('Idempotency-Key: %s is refused', async (key) => {
    const headers = { 'Idempotency-Key': key };
    const answer = await send('PUT', path, { headers, body: { city: 'X' } });
    expectProblem(answer, 400, 'invalid-idempotency-key');
  });
});

import {
  type Answer,
  type Call,
  call,
  signIn,
  startTestGateway,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let gateway: TestGateway;
let cookie: string;
let path: string;
let before: unknown;

beforeAll(async () => {
  gateway = await startTestGateway();
  cookie = await signIn(gateway.url);
  const body = { name: 'Asha', phone: '9876543210' };
  const { json } = await call(gateway.url, '/api/customers', { method: 'POST', cookie, body });
  path = `/api/customers/${json.id}`;
});
afterAll(() => gateway.stop());

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

const send = (method: string, to: string, options: Call = {}): Promise<Answer> =>
  call(gateway.url, to, { method, cookie, ...options });

const json = { 'Content-Type': 'application/json' };

function expectProblem(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.json).toMatchObject({ type: 'about:blank', status, code });
  expect(String(answer.json.error)).toMatch(/[.?]$|\w$/);
  expect(answer.json.correlationId).toBe(answer.headers['x-request-id']);
}

describe('a customer’s fields', () => {
  // All that a field may not be: contracts/customers/badCustomerInput.unit.spec.ts.
  it.each([
    ['email', 'nowhere'],
    ['city', { $gt: '' }],
    ['name', 'x'.repeat(201)],
  ])('%s may not be %j', async (field, value) => {
    const body = { name: 'Asha', phone: '9876543210', [field]: value };
    for (const [method, to] of [
      ['POST', '/api/customers'],
      ['PUT', path],
    ] as const) {
      const answer = await send(method, to, { body });
      expectProblem(answer, 400, 'invalid-input');
      expect(answer.json.fields).toMatchObject([{ field }]);
    }
  });

  it('name every fault at once', async () => {
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

  it.each(['[]', '"text"', 'null', '12'])('cannot be %s', async (body) => {
    const answer = await send('POST', '/api/customers', { headers: json, body });
    expect(answer.status).toBe(400);
  });
});

describe('a body', () => {
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

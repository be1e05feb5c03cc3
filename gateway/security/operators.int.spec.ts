import {
  call,
  startTestGateway,
  TEST_OPS_TOKEN,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

let gateway: TestGateway;
let withoutToken: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  withoutToken = await startTestGateway({ beside: gateway, opsToken: null });
  // The read models are built in the first moments.
  await vi.waitFor(async () => {
    for (const { url } of [gateway, withoutToken]) {
      expect((await call(url, '/health/ready')).status).toBe(200);
    }
  }, 60_000);
});
afterAll(async () => {
  await withoutToken.stop();
  await gateway.stop();
});

const asOperator = (authorization: string) => ({ headers: { Authorization: authorization } });

describe('where everybody connects', () => {
  it('readiness is one word, for whoever asks', async () => {
    for (const { url } of [gateway, withoutToken]) {
      const { status, json } = await call(url, '/health/ready');
      expect({ status, json }).toEqual({ status: 200, json: { status: 'ready' } });
    }
  });

  it('there are no figures, unless operators have a token', async () => {
    const none = await call(withoutToken.url, '/metrics', asOperator(`Bearer ${TEST_OPS_TOKEN}`));
    expect(none.status).toBe(404);
    const closed = await call(gateway.url, '/metrics');
    expect(closed.status).toBe(401);
    expect(closed.headers['www-authenticate']).toBe('Bearer');
    expect(closed.text).not.toContain('process_');
  });

  it.each([
    ['no token', 'Bearer '],
    ['a longer one', `Bearer ${TEST_OPS_TOKEN}x`],
    ['a shorter one', `Bearer ${TEST_OPS_TOKEN.slice(0, -1)}`],
    ['two', `Bearer ${TEST_OPS_TOKEN} ${TEST_OPS_TOKEN}`],
    ['another scheme', `Basic ${TEST_OPS_TOKEN}`],
    ['no scheme', TEST_OPS_TOKEN],
    ['a long one', `Bearer ${'a'.repeat(5000)}`],
  ])('nothing is opened by %s', async (_case, authorization) => {
    expect((await call(gateway.url, '/metrics', asOperator(authorization))).status).toBe(401);
    const ready = await call(gateway.url, '/health/ready', asOperator(authorization));
    expect(ready.json).toEqual({ status: 'ready' });
  });

  it('the token opens both, by any method that reads', async () => {
    const operator = asOperator(`Bearer ${TEST_OPS_TOKEN}`);
    expect((await call(gateway.url, '/metrics', operator)).text).toContain('process_');
    const { json } = await call(gateway.url, '/health/ready', operator);
    expect(json).toMatchObject({ status: 'ready', missing: [], database: 'reachable' });
    const head = await call(gateway.url, '/metrics', { ...operator, method: 'HEAD' });
    expect(head.status).toBe(200);
  });
});

describe('the port of operations', () => {
  it('says how it is without a token', async () => {
    expect((await call(gateway.opsUrl, '/metrics')).text).toContain('process_');
    expect((await call(gateway.opsUrl, '/health/ready')).json.database).toBe('reachable');
    expect((await call(gateway.opsUrl, '/health/live')).json).toEqual({ status: 'live' });
  });

  it.each(['/', '/login', '/api/customers', '/api/auth/login', '/graphql', '/api/openapi.json'])(
    'has no %s',
    async (path) => {
      const answer = await call(gateway.opsUrl, path, { headers: { Accept: 'text/html' } });
      expect(answer.status).toBe(404);
      expect(answer.json.code).toBe('path-not-found');
    },
  );
});

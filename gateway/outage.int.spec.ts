import { randomUUID } from 'node:crypto';
import { oneGateway } from '@insuremanager/deploy/testing/gatewayFixture';
import {
  type Answer,
  call,
  signIn,
  startTestGateway,
  TEST_ADMIN,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import { describe, expect, it } from 'vitest';
import { samplePolicyInput } from './testing/policyFixture.js';

const gateway = oneGateway();

/** What the log says under the id that an answer names. */
const linesOf = ({ logged }: TestGateway, { json }: Answer): object[] =>
  logged
    .map((line) => JSON.parse(line))
    .filter(({ correlationId }) => correlationId === json.correlationId);

const AWAY = expect.objectContaining({ level: 'warn', code: 'unavailable' });

describe('an unforeseen failure', () => {
  it('shows the user nothing but an id, and the log no personal data', async () => {
    const cookie = await signIn(gateway.url);
    await gateway.platform.pool.query('ALTER TABLE identity.sessions RENAME TO sessions_gone');
    const answer = await call(gateway.url, '/api/customers?search=Asha%20Secret', { cookie });
    const graphql = await call(gateway.url, '/graphql', {
      method: 'POST',
      cookie,
      body: { query: '{ customers(filter: { search: "Asha Secret" }) { items { id } } }' },
    });
    await gateway.platform.pool.query('ALTER TABLE identity.sessions_gone RENAME TO sessions');

    expect(answer.status).toBe(500);
    expect(answer.json.error).toMatch(/^Something went wrong/);
    expect(answer.text).not.toContain('sessions');
    expect(graphql.status).toBe(500);
    expect(graphql.json.error).toMatch(/^Something went wrong/);
    expect(graphql.text).not.toContain('sessions');

    for (const { json } of [answer, graphql]) {
      const line = gateway.logged.find((line) => line.includes(String(json.correlationId)));
      expect(line).toContain('42P01');
    }
    expect(gateway.logged.join('')).not.toContain('Secret');
  });
});

describe('a log that is away', () => {
  it('is a warning of one who is ready, since reading and signing out still work', async () => {
    const cookie = await signIn(gateway.url);
    const eventStoreUrl = 'esdb://127.0.0.1:1?tls=false';
    const alone = await startTestGateway({ beside: gateway, eventStoreUrl });
    try {
      const ready = await call(alone.opsUrl, '/health/ready');
      expect(ready.status).toBe(200);
      expect(ready.json).toMatchObject({
        status: 'ready',
        missing: [],
        warnings: [{ code: 'event-log-away', message: expect.stringContaining('EVENTSTORE_URL') }],
        eventLog: 'unreachable',
        database: 'reachable',
      });
      expect((await call(alone.url, '/health/live')).status).toBe(200);

      const create = await call(alone.url, '/api/customers', {
        method: 'POST',
        cookie,
        body: { name: 'Asha', phone: '9876543210' },
      });
      expect(create.status).toBe(503);
      expect(create.headers['retry-after']).toBe('2');
      expect(create.json.code).toBe('unavailable');
      expect(linesOf(alone, create)).toContainEqual(AWAY);

      for (const [path, body] of [
        ['/api/health-policies', samplePolicyInput('health', 1, 'AWAY-1')],
        ['/api/health-policies/1/renew', {}],
        ['/api/vehicle-policies/1/cancel', { reason: 'other' }],
      ] as const) {
        const change = await call(alone.url, path, { method: 'POST', cookie, body });
        expect(change.status).toBe(503);
        expect(change.json.code).toBe('unavailable');
      }

      for (const path of ['customers', 'health-policies', 'dashboard/metrics', 'search?q=asha']) {
        expect((await call(alone.url, `/api/${path}`, { cookie })).status).toBe(200);
      }
      const out = await call(alone.url, '/api/auth/logout', { method: 'POST', cookie });
      expect(out.status).toBe(204);
      expect((await call(alone.url, '/api/auth/me', { cookie })).status).toBe(401);
    } finally {
      await alone.stop();
    }
  });
});

describe('a database that goes away', () => {
  it.each([
    ['customers', '/api/customers'],
    ['policies', '/api/vehicle-policies'],
    ['policies', '/api/search?q=asha'],
    ['policies', '/api/reminders/upcoming'],
  ])('in the middle of reading %s is no defect: %s says when to come back', async (table, path) => {
    const cookie = await signIn(gateway.url);
    const { pool } = gateway.platform;
    const blocker = await pool.connect();
    await blocker.query('BEGIN');
    await blocker.query(`LOCK TABLE ${gateway.readModels.schema}.${table}`);
    const pending = call(gateway.url, path, { cookie });
    const endWaiting = () =>
      pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
    await expect.poll(async () => (await endWaiting()).rowCount).toBeGreaterThan(0);
    const answer = await pending;
    await blocker.query('ROLLBACK');
    blocker.release();

    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.json.code).toBe('unavailable');
    expect(linesOf(gateway, answer)).toContainEqual(AWAY);
    expect((await call(gateway.url, path, { cookie })).status).toBe(200);
  });
});

describe('a database without room', () => {
  it('says so when something is to be written, and what to do', async () => {
    const { pool } = gateway.platform;
    // As when the disk is full.
    await pool.query(`
      CREATE FUNCTION identity.refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION USING errcode = 'disk_full', message = 'No space left'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON identity.sessions
        FOR EACH ROW EXECUTE FUNCTION identity.refuse()`);
    const body = { username: TEST_ADMIN.username, password: TEST_ADMIN.password };
    const answer = await call(gateway.url, '/api/auth/login', { method: 'POST', body });
    await pool.query('DROP FUNCTION identity.refuse CASCADE');
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('60');
    expect(answer.json).toMatchObject({
      code: 'storage-full',
      error:
        'There is no room left in the database. Nothing was lost; free some space, then try again.',
    });
  });
});

describe('an event that cannot be projected', () => {
  it('is named to operators without what it says of the person', async () => {
    const broken = {
      id: randomUUID(),
      type: 'CustomerDeleted',
      data: { customerId: 'Asha Secret' },
      metadata: { schemaVersion: 1 },
    };
    await gateway.platform.eventLog.append('customer-99', 'no-stream', [broken]);
    await expect
      .poll(async () => (await call(gateway.opsUrl, '/health/ready')).json.warnings)
      .toMatchObject([
        {
          code: 'read-models-stopped',
          message: expect.stringMatching(/^Lists stay as they are: .* customer-99\. /),
        },
      ]);

    const ready = await call(gateway.opsUrl, '/health/ready');
    expect(ready.status).toBe(200);
    expect(ready.json.readModels).toMatchObject({
      state: 'stopped',
      poison: { stream: 'customer-99', type: 'CustomerDeleted' },
    });
    expect(ready.text).not.toContain('Secret');
    const { text } = await call(gateway.opsUrl, '/metrics');
    expect(text).toMatch(/^insuremanager_read_model_stopped 1$/m);
    expect(text).toMatch(/^insuremanager_read_model_lag_seconds \d/m);

    const cookie = await signIn(gateway.url);
    expect((await call(gateway.url, '/api/customers', { cookie })).status).toBe(200);
  });
});

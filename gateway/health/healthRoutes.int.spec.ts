import { oneGateway } from '@insuremanager/deploy/testing/gatewayFixture';
import {
  call,
  signIn,
  startTestGateway,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import { createRecordingBus } from '@insuremanager/services/platform/bus/testing/recordingBus';
import { inTransaction } from '@insuremanager/services/platform/postgres/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const gateway = oneGateway();

it('a sweep that refuses is a warning of one who is ready, until one is done', async () => {
  const { sweepReports } = gateway.platform;
  const ready = async () => {
    const { status, json } = await call(gateway.opsUrl, '/health/ready');
    return { status, warnings: json.warnings, sweeps: json.sweeps };
  };
  // The read models are built in the first moments.
  await expect.poll(ready).toEqual({ status: 200, warnings: [], sweeps: [] });

  const prefix = 'documents/';
  const at = new Date('2026-11-21T20:00:00Z');
  await sweepReports.record({ prefix, at, result: 'log-lost', removed: 0 });
  expect(await ready()).toEqual({
    status: 200,
    warnings: [
      {
        code: 'sweep-refused',
        message: expect.stringMatching(
          /^Sweeps of documents\/ remove nothing\. .* Restore the newer/,
        ),
        since: at.toISOString(),
      },
    ],
    sweeps: [{ prefix, at: at.toISOString(), result: 'log-lost', removed: 0 }],
  });

  await sweepReports.record({ prefix, at, result: 'done', removed: 3 });
  expect(await ready()).toMatchObject({ warnings: [], sweeps: [{ result: 'done', removed: 3 }] });
});

describe('messages for other systems', () => {
  const bus = createRecordingBus();
  let relaying: TestGateway;
  beforeAll(async () => {
    bus.refuses = ({ type }) => type === 'CustomerDeleted';
    relaying = await startTestGateway({ bus });
  });
  afterAll(() => relaying.stop());

  const health = async () => {
    const { status, json } = await call(relaying.opsUrl, '/health/ready');
    return { status, warnings: json.warnings, relay: json.relay };
  };

  it('are not spoken of where there is no bus', async () => {
    expect((await call(gateway.opsUrl, '/health/ready')).json).toMatchObject({ relay: null });
    expect((await call(gateway.opsUrl, '/metrics')).text).not.toContain('insuremanager_relay_');
  });

  it('are published without anything personal when somebody works', async () => {
    const cookie = await signIn(relaying.url);
    const body = { name: 'Asha Menon', phone: '9876543210' };
    const headers = { Origin: 'http://localhost:4000' };
    const added = await call(relaying.url, '/api/customers', {
      ...{ method: 'POST', headers, cookie, body },
    });
    expect(added.status).toBe(201);
    await expect.poll(() => bus.stored.map(({ type }) => type)).toEqual(['CustomerRegistered']);
    expect(JSON.stringify(bus.stored)).not.toMatch(/Asha|98765|admin/);
    const { id } = added.json;
    await call(relaying.url, `/api/customers/${id}`, { method: 'DELETE', headers, cookie });
  });

  it('that are parked are a warning of one who is ready, and figures', async () => {
    await expect.poll(health).toMatchObject({
      status: 200,
      warnings: [{ code: 'events-parked', message: expect.stringContaining('Parked events: 1') }],
      relay: { state: 'live', lagEvents: 0, lagSeconds: 0, parked: { events: 1, streams: 1 } },
    });
    const { text } = await call(relaying.opsUrl, '/metrics');
    expect(text).toMatch(/^insuremanager_relay_parked_events 1$/m);
    expect(text).toMatch(/^insuremanager_relay_lag_events 0$/m);
    expect(text).toMatch(/^insuremanager_relay_live 1$/m);
  });

  it('that wait for the bus are a warning, too', async () => {
    bus.isAway = true;
    const cookie = await signIn(relaying.url);
    const headers = { Origin: 'http://localhost:4000' };
    const body = { name: 'Ravi', phone: '9876543211' };
    await call(relaying.url, '/api/customers', {
      ...{ method: 'POST', headers, cookie, body },
    });
    await expect.poll(health).toMatchObject({
      status: 200,
      warnings: [
        {
          code: 'relay-waits',
          message: expect.stringMatching(/^Messages are not published\. The bus cannot be reached/),
        },
        { code: 'events-parked' },
      ],
      relay: { state: 'waiting' },
    });
    bus.isAway = false;
    await expect.poll(health).toMatchObject({ relay: { state: 'live' } });
  });

  it('are unknown, with a warning, while nobody says how far they are', async () => {
    await inTransaction(relaying.platform.pool, async (client) => {
      await client.query('LOCK TABLE relay.checkpoints');
      expect(await health()).toMatchObject({
        status: 200,
        warnings: [{ code: 'relay-unknown' }],
        relay: { state: 'unknown' },
      });
    });
    await expect.poll(health).toMatchObject({ relay: { state: 'live' } });
  });
});

import { randomUUID } from 'node:crypto';
import {
  addressThrough,
  type FaultyNetwork,
  networkTo,
} from '@insuremanager/deploy/testing/faultyNetwork';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import {
  call,
  signIn,
  startTestGateway,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import {
  type EventStoreDouble,
  startEventStoreDouble,
} from '@insuremanager/services/platform/eventLog/eventStoreDb/testing/eventStoreDouble';
import { afterAll, beforeAll, expect, it } from 'vitest';

let backend: TestBackend;
let eventStore: EventStoreDouble;
let network: FaultyNetwork;
let gateway: TestGateway;
let cookie: string;
beforeAll(async () => {
  backend = await startTestBackend();
  eventStore = await startEventStoreDouble();
  network = await networkTo(eventStore.url);
  const eventStoreUrl = addressThrough(eventStore.url, network);
  gateway = await startTestGateway({ backend, eventStoreUrl });
  cookie = await signIn(gateway.url);
});
afterAll(async () => {
  network?.heal();
  await gateway?.stop();
  await network?.close();
  await eventStore?.stop();
  await backend?.stop();
});

const add = (name: string, key: string) =>
  call(gateway.url, '/api/customers', {
    ...{ method: 'POST', cookie, body: { name, phone: '9876543210' } },
    headers: { 'Idempotency-Key': key },
  });
const found = async (name: string): Promise<number> => {
  const { json } = await call(gateway.url, `/api/customers?search=${name}`, { cookie });
  return (json as unknown as object[]).length;
};

it.each(['swallow', 'refuse'] as const)(
  'an event store whose network does %s lets people read, refuses what they save in time, and comes back',
  async (fault) => {
    const [before, during] = [randomUUID(), randomUUID()];
    expect((await add(before, before)).status).toBe(201);
    network[fault]();
    expect(await add(during, during)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
      json: {
        code: 'unavailable',
        error:
          'The event store cannot be reached just now. Nothing was lost; please try again in a moment.',
      },
    });
    expect(await found(before)).toBe(1);
    expect((await call(gateway.opsUrl, '/health/live')).status).toBe(200);
    network.heal();
    // As a browser repeats it, under the same id.
    await expect.poll(async () => (await add(during, during)).status).toBe(201);
    await expect.poll(() => found(during)).toBe(1);
    const isReady = async () => (await call(gateway.opsUrl, '/health/ready')).status;
    await expect.poll(isReady).toBe(200);
  },
);

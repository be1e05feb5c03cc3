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
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

/** Longer than it is waited for an answer of Postgres, and for a new connection. */
const TIMEOUT_MS = 60_000;
const AWAY = {
  status: 503,
  json: {
    code: 'unavailable',
    error:
      'The database cannot be reached just now. Nothing was lost; please try again in a moment.',
  },
};

let backend: TestBackend;
let network: FaultyNetwork;
let gateway: TestGateway;
let cookie: string;
beforeAll(async () => {
  backend = await startTestBackend();
  network = await networkTo(backend.databaseUrl);
  // The log stays reachable: its node has a way of its own.
  const databaseUrl = addressThrough(backend.databaseUrl, network);
  gateway = await startTestGateway({ backend: { ...backend, databaseUrl } });
  cookie = await signIn(gateway.url);
});
afterAll(async () => {
  network?.heal();
  await gateway?.stop();
  await network?.close();
  await backend?.stop();
});
afterEach(() => network.heal());

const customers = (path = '') => call(gateway.url, `/api/customers${path}`, { cookie });
const add = (name: string, key: string) =>
  call(gateway.url, '/api/customers', {
    ...{ method: 'POST', cookie, body: { name, phone: '9876543210' } },
    headers: { 'Idempotency-Key': key },
  });
const found = async (name: string): Promise<number> => {
  const { json } = await customers(`?search=${encodeURIComponent(name)}`);
  return (json as unknown as object[]).length;
};
const ready = () => call(gateway.opsUrl, '/health/ready');
const isReady = async () => (await ready()).status;

/** As a browser does: the same command, under its id, until it is answered with success. */
async function addUntilDone(name: string, key: string): Promise<void> {
  await expect.poll(async () => (await add(name, key)).status, { timeout: TIMEOUT_MS }).toBe(201);
}

async function everythingWorks(): Promise<void> {
  await expect.poll(isReady, { timeout: TIMEOUT_MS }).toBe(200);
  const name = `After ${randomUUID()}`;
  await addUntilDone(name, randomUUID());
  await expect.poll(() => found(name), { timeout: TIMEOUT_MS }).toBe(1);
}

/**
 * Four agents add customers, each repeating what was not acknowledged; the fault strikes whenever
 * one more was. They are refused with 503 alone, and not even that when it strikes while no query
 * is under way.
 */
async function addUnder(fault: () => unknown): Promise<void> {
  const names = Array.from({ length: 24 }, () => `Customer ${randomUUID()}`);
  const waiting = [...names];
  const answers = new Set<number>();
  let added = 0;
  const work = async (): Promise<void> => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const key = randomUUID();
      let status = 0;
      while (status !== 201) {
        status = (await add(name, key)).status;
        answers.add(status);
      }
      added += 1;
    }
  };
  const strike = async (): Promise<void> => {
    for (let seen = -1; seen < names.length - 1; seen = added) {
      await expect.poll(() => added, { timeout: TIMEOUT_MS, interval: 5 }).toBeGreaterThan(seen);
      await fault();
    }
  };
  await Promise.all([strike(), ...Array.from({ length: 4 }, work)]);
  await everythingWorks();
  for (const name of names) expect(await found(name)).toBe(1);
  expect([201, 503]).toEqual(expect.arrayContaining([...answers]));
}

describe('a network to Postgres', () => {
  it('that is slow delays answers, and changes none', async () => {
    network.delay(40);
    const name = `Slow ${randomUUID()}`;
    expect((await add(name, randomUUID())).status).toBe(201);
    expect(await found(name)).toBe(1);
    expect(await isReady()).toBe(200);
  });

  it('that is cut again and again under load loses and doubles nothing', async () => {
    await addUnder(network.cut);
  });

  it('that refuses connections is named at once, and everything comes back', async () => {
    network.refuse();
    // What is cut in the middle of a query may be told of first.
    await expect.poll(customers).toMatchObject(AWAY);
    const key = randomUUID();
    expect(await add(`Refused ${key}`, key)).toMatchObject(AWAY);
    expect(await isReady()).toBe(503);
    expect((await call(gateway.opsUrl, '/health/live')).status).toBe(200);
    network.heal();
    await everythingWorks();
    await addUntilDone(`Refused ${key}`, key);
    expect(await found(`Refused ${key}`)).toBe(1);
  });

  it('that swallows everything is given up, and everything comes back', async () => {
    network.swallow();
    const key = randomUUID();
    const [list, addition] = await Promise.all([customers(), add(`Swallowed ${key}`, key)]);
    expect(list).toMatchObject(AWAY);
    expect(list.headers['retry-after']).toBe('2');
    expect(addition).toMatchObject(AWAY);
    network.heal();
    await everythingWorks();
    await addUntilDone(`Swallowed ${key}`, key);
    expect(await found(`Swallowed ${key}`)).toBe(1);
  });
});

describe('a Postgres that ends connections', () => {
  it('under load loses and doubles nothing, and no answer is a defect', async () => {
    // Those of the log's node have no name: without it nothing is written.
    const endAll = () =>
      gateway.platform.pool
        .query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name <> ''
           AND pid <> pg_backend_pid()`,
        )
        // Another round may have ended this connection.
        .catch(() => undefined);
    await addUnder(endAll);
  });
});

describe('connections to Postgres that are all in use', () => {
  const holders = {
    lists: async () => {
      const { client } = gateway.readModels.knex;
      const held = await Promise.all(
        Array.from({ length: client.pool.max }, () => client.acquireConnection()),
      );
      return () => Promise.all(held.map((connection) => client.releaseConnection(connection)));
    },
    changes: async () => {
      const { pool } = gateway.platform;
      const held = await Promise.all(
        Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()),
      );
      return async () => held.map((connection) => connection.release());
    },
  };

  const whileNoneIsFree = {
    lists: { status: 200, json: { missing: [], warnings: [{ code: 'lists-wait' }] } },
    changes: { status: 503 },
  };

  it.each(['lists', 'changes'] as const)(
    'are waited for, those of %s, but not for ever',
    async (which) => {
      const ask = which === 'lists' ? customers : () => add('Waiting', randomUUID());
      await everythingWorks();
      let release = await holders[which]();
      const waiting = ask();
      await expect.poll(ready, { timeout: TIMEOUT_MS }).toMatchObject(whileNoneIsFree[which]);
      await release();
      expect((await waiting).status).toBe(which === 'lists' ? 200 : 201);
      await expect
        .poll(ready, { timeout: TIMEOUT_MS })
        .toMatchObject({ status: 200, json: { warnings: [] } });

      release = await holders[which]();
      const begun = performance.now();
      const refused = await ask();
      await release();
      expect(refused).toMatchObject(AWAY);
      expect(refused.headers['retry-after']).toBe('2');
      expect(performance.now() - begun).toBeLessThan(30_000);
      await everythingWorks();
    },
  );
});

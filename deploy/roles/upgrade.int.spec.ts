import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, send, signIn } from '../harness/client.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { startTestBackend, type TestBackend } from '../testing/testBackend.js';
import { openIdentity, type Services } from './openServices.js';
import { type ReadyProxy, startReadyProxy } from './testing/readyProxy.js';
import {
  allReady,
  type Environment,
  environmentOf,
  eventually,
  lookInside,
  type ProcessUnderTest,
  startProcess,
} from './testing/rolesUnderTest.js';

const whole = isExhaustive(import.meta.url);

const NEXT_RELEASE = 'testing/nextRelease.js';
/** Gateways of each release. */
const GATEWAYS = whole ? ['1', '2'] : ['1'];
const CLIENTS = 2;
/** Of a client after each round: one that never rests takes the processors from what starts. */
const REST_MS = 50;
/** So much is written with each release, and while both serve. */
const WRITTEN = whole ? 30 : 10;

const masterKey = Buffer.alloc(32, 3);
let backend: TestBackend;
let services: Services;
let proxy: ReadyProxy;
let environment: Environment;
const started: ProcessUnderTest[] = [];

const start = async (role: string, name: string, entry?: string): Promise<ProcessUnderTest> => {
  const process = await startProcess(role, name, environment, entry);
  started.push(process);
  if (role === 'gateway') proxy.add(process);
  return process;
};

beforeAll(async () => {
  backend = await startTestBackend();
  services = await lookInside({ ...backend, masterKey });
  const identity = await openIdentity(services, 'http://localhost:4000');
  await identity.ensureFirstAdmin({ ...ADMIN, email: 'admin@example.in' });
  await identity.close();
  proxy = await startReadyProxy();
  environment = {
    ...environmentOf({ ...backend, masterKey, smtpUrl: 'smtp://127.0.0.1:9' }),
    // Until the test says that the proxy has noticed.
    DRAIN_SECONDS: '300',
  };
});

const startGateways = async (release: string, entry?: string): Promise<ProcessUnderTest[]> => {
  const gateways: ProcessUnderTest[] = [];
  for (const number of GATEWAYS)
    gateways.push(await start('gateway', `${release} ${number}`, entry));
  return gateways;
};

afterAll(async () => {
  for (const process of started) await process.kill();
  await proxy?.stop();
  await services?.close();
  await backend?.stop();
});

/** Clients that write and read through the proxy until they are ended. */
function startLoad(cookie: string) {
  const written: string[] = [];
  const failures: string[] = [];
  let isEnded = false;

  const ask = async (path: string, body?: object): Promise<boolean> => {
    const what = body ? `POST ${path}` : `GET ${path}`;
    try {
      const method = body ? 'POST' : 'GET';
      const answer = await send(`${proxy.url}${path}`, {
        method,
        headers: { cookie },
        ...(body && { body }),
      });
      if (answer.status < 300) return true;
      failures.push(`${what}: ${answer.status} ${answer.text}`);
    } catch (error) {
      failures.push(`${what}: ${error}`);
    }
    return false;
  };

  const client = async (number: number): Promise<void> => {
    for (let count = 1; !isEnded; count += 1) {
      const name = `Customer ${number} ${count}`;
      if (await ask('/api/customers', { name, phone: '9876543210' })) written.push(name);
      await ask('/api/customers?limit=20');
      await ask('/api/dashboard/metrics');
      await pause(REST_MS);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  return {
    written,
    failures,
    more: (count: number) => {
      const enough = written.length + count;
      return eventually(
        () => written.length >= enough || failures.length > 0,
        'what clients write',
      );
    },
    async end() {
      isEnded = true;
      await clients;
    },
  };
}

/** As an orchestrator does, which waits until the proxy sends nothing more. */
async function retire(gateway: ProcessUnderTest): Promise<void> {
  gateway.signal('SIGTERM');
  await proxy.left(gateway);
  gateway.signal('SIGTERM');
  expect(await gateway.ended()).toBe(0);
}

const health = async ({ opsUrl }: ProcessUnderTest) => {
  const { status, json } = await send(`${opsUrl}/health/ready`);
  return { status, missing: json.missing };
};

describe('an upgrade to a release with other read models', () => {
  it('fails no request and loses nothing', async () => {
    const old = await startGateways('old');
    const oldProjector = await start('projector', 'old projector');
    await allReady([...old, oldProjector]);
    const cookie = await signIn(old[0]?.url ?? '');
    await eventually(
      async () => (await send(`${proxy.url}/health/ready`)).status === 200,
      'the proxy',
    );
    const load = startLoad(cookie);
    await load.more(WRITTEN);

    // They are there, and get nothing to do before there are lists to show.
    const next = await startGateways('next', NEXT_RELEASE);
    for (const gateway of next) {
      await eventually(async () => (await health(gateway).catch(() => null)) !== null, 'an answer');
      expect(await health(gateway)).toEqual({ status: 503, missing: ['readModels'] });
    }
    await load.more(WRITTEN);
    for (const gateway of next) expect(proxy.sent(gateway)).toBe(0);

    const nextProjector = await start('projector', 'next projector', NEXT_RELEASE);
    await allReady([...next, nextProjector]);
    for (const gateway of next) await proxy.chosen(gateway);
    await load.more(WRITTEN);

    for (const gateway of old) await retire(gateway);
    await oldProjector.stop();
    await load.more(WRITTEN);
    await load.end();

    expect(load.failures).toEqual([]);
    await eventually(
      async () => (await namesOf(next, cookie)).length >= load.written.length,
      'all',
    );
    expect((await namesOf(next, cookie)).sort()).toEqual([...load.written].sort());
  });
});

/** All customers, as the first of those gateways lists them. */
async function namesOf([gateway]: ProcessUnderTest[], cookie: string): Promise<string[]> {
  const { text } = await send(`${gateway?.url}/api/customers?limit=1000`, { headers: { cookie } });
  return (JSON.parse(text) as { name: string }[]).map(({ name }) => name);
}

import { topicOf } from '@insuremanager/contracts/messages/messageDefinition';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { openStream } from '@insuremanager/gateway/testing/eventStreams';
import { testMailServer } from '@insuremanager/services/platform/mail/testing/testMailServer';
import type { AdvisoryLock } from '@insuremanager/services/platform/postgres/advisoryLocks';
import { RELAY_NAME, relayLock } from '@insuremanager/services/platform/relay/relayStatus';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  kafkaMissing,
  startKafka,
} from '../../services/platform/bus/kafka/testing/kafkaServer.spec.js';
import { readTopic } from '../../services/platform/bus/kafka/testing/readTopic.js';
import { s3Missing, startS3 } from '../../services/platform/files/testing/s3Server.spec.js';
import { expectNoErrorLines } from '../crash/testing/nothingLost.js';
import { ADMIN, type Answer, send, signIn, uploadForm } from '../harness/client.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { startTestBackend, type TestBackend } from '../testing/testBackend.js';
import { openIdentity, type Services } from './openServices.js';
import { PROCESS_ROLES, type ProcessRole } from './roles.js';
import {
  allReady,
  environmentOf,
  eventually,
  holderOf,
  lookInside,
  type ProcessUnderTest,
  startProcess,
} from './testing/rolesUnderTest.js';

const whole = isExhaustive(import.meta.url);

const masterKey = Buffer.alloc(32, 7);
const today = kolkataDay(new Date());

let backend: TestBackend;
let services: Services;
let mail: Awaited<ReturnType<typeof testMailServer>>;
let s3: Awaited<ReturnType<typeof startS3>> | undefined;
let kafka: Awaited<ReturnType<typeof startKafka>> | undefined;
let cookie: string;
const running = new Map<ProcessRole, [ProcessUnderTest, ProcessUnderTest]>();

const both = (role: ProcessRole): [ProcessUnderTest, ProcessUnderTest] => {
  const pair = running.get(role);
  if (!pair) throw new Error(`No ${role} was started`);
  return pair;
};

beforeAll(async () => {
  mail = await testMailServer();
  backend = await startTestBackend();
  s3 = s3Missing === undefined ? await startS3() : undefined;
  kafka = whole && kafkaMissing === undefined ? await startKafka() : undefined;
  services = await lookInside({ ...backend, masterKey });
  const identity = await openIdentity(services, 'http://localhost:4000');
  await identity.ensureFirstAdmin({ ...ADMIN, email: 'admin@example.in' });
  await identity.close();
  const environment = {
    ...environmentOf({
      ...{ ...backend, masterKey, smtpUrl: mail.url },
      ...(s3 && { files: s3.settings }),
    }),
    ...(kafka && { KAFKA_BROKERS: kafka.settings.brokers.join(',') }),
  };
  for (const role of whole ? PROCESS_ROLES : (['gateway', 'projector', 'notifier'] as const)) {
    const start = (number: number) => startProcess(role, `${role} ${number}`, environment);
    running.set(role, [await start(1), await start(2)]);
  }
  await allReady([...running.values()].flat());
  cookie = await signIn(both('gateway')[0].url);
  // The calendar stays out of what is asked for by hand.
  await changed(0, '/api/reminders/settings', {
    ...{ method: 'PUT', body: { days: [], hour: 9, quietWeekdays: [], quietDays: [] } },
  });
});

afterAll(async () => {
  for (const one of [...running.values()].flat()) await one.kill();
  await services?.close();
  await backend?.stop();
  await s3?.stop();
  await kafka?.stop();
  await mail?.stop();
});

type Sent = Parameters<typeof send>[1];

const ask = (gateway: 0 | 1, path: string, options: Sent = {}): Promise<Answer> =>
  send(`${both('gateway')[gateway].url}${path}`, {
    ...options,
    headers: { cookie, ...options?.headers },
  });

/** What a change answers. @throws unless it was carried out. */
async function changed(gateway: 0 | 1, path: string, options: Sent): Promise<Answer> {
  const answer = await ask(gateway, path, { method: 'POST', ...options });
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
}

const addCustomer = async (gateway: 0 | 1, name: string): Promise<number> => {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
  const body = { name, phone: '9876543210', email };
  return Number((await changed(gateway, '/api/customers', { body })).json.id);
};

const addPolicy = async (customerId: number, endDate: string): Promise<number> => {
  const body = {
    ...{ customerId, policyNumber: `H/${customerId}`, insuranceCompany: 'Star Health' },
    ...{ policyType: 'family', sumAssured: '500000', premiumAmount: '12000' },
    ...{ premiumFrequency: 'yearly', startDate: addDays(endDate, -364), endDate },
  };
  return Number((await changed(0, '/api/health-policies', { body })).json.id);
};

const isListed = async (gateway: 0 | 1, name: string): Promise<boolean> => {
  const { text } = await ask(gateway, `/api/customers?search=${encodeURIComponent(name)}`);
  return text.includes(`"${name}"`);
};

describe('two gateways', () => {
  it('show each other’s changes at once', async () => {
    for (const [one, other] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const name = `Asha of ${one}`;
      await addCustomer(one, name);
      expect(await isListed(other, name)).toBe(true);
    }
  });

  it('know each other’s sessions', async () => {
    const [one, other] = both('gateway');
    const own = { headers: { cookie: await signIn(one.url) } };
    expect((await send(`${other.url}/api/auth/me`, own)).status).toBe(200);
    const out = await send(`${other.url}/api/auth/logout`, { ...own, method: 'POST' });
    expect(out.status).toBe(204);
    expect((await send(`${one.url}/api/auth/me`, own)).status).toBe(401);
  });

  it('count wrong passwords together', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const { url } = both('gateway')[attempt % 2 === 0 ? 0 : 1];
      const body = { username: 'somebody', password: 'a wrong guess' };
      statuses.push((await send(`${url}/api/auth/login`, { method: 'POST', body })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  it('count exports together', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) {
      statuses.push((await ask(count % 2 === 0 ? 0 : 1, '/api/exports/customers.csv')).status);
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
  });

  it('tell the browsers of one what happens at the other', async () => {
    const stream = await openStream(both('gateway')[1].url, { cookie });
    const id = await addCustomer(0, 'Seen elsewhere');
    const reported = () =>
      stream.reports().some(({ records }) => records.some(({ ids }) => ids?.includes(id)));
    await eventually(reported, 'the report');
    stream.leave();
  });

  it.skipIf(s3Missing)('have the same files', async () => {
    const customerId = await addCustomer(0, 'With a file');
    const content = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
    const form = uploadForm(customerId, Buffer.from(content));
    const { json } = await changed(0, '/api/documents/upload', { body: form });
    const { text } = await ask(1, `/api/documents/${json.id}/download`);
    expect(text).toBe(content);
  });
});

describe('a role that one process has for itself', () => {
  /** Kills who has it. How long it took until another one had it, in milliseconds. */
  async function takeover(role: ProcessRole, lock: AdvisoryLock): Promise<number> {
    const { pool } = services.platform;
    await eventually(async () => (await holderOf(pool, lock)) !== undefined, `a ${role} at work`);
    const before = await holderOf(pool, lock);
    const active = both(role).find(({ name }) => name === before);
    if (!active) throw new Error(`${before} is no ${role}`);
    const killedAt = performance.now();
    await active.kill();
    await eventually(async () => {
      const now = await holderOf(pool, lock);
      return now !== undefined && now !== before;
    }, `another ${role}`);
    return performance.now() - killedAt;
  }

  /** Emails by their ids; those of reminders follow from the notice. */
  const mailed = () => mail.taken.map(({ raw }) => /^Message-ID: (.*)\r$/im.exec(raw)?.[1]);

  const reminders = async () => {
    const request = { filter: {}, sort: 'added', direction: 'asc', limit: 100 } as const;
    return (await services.reminders.list(request)).items;
  };

  const addInsured = async (numbers: readonly number[]): Promise<void> => {
    for (const number of numbers) {
      await addPolicy(await addCustomer(0, `Insured ${number}`), addDays(today, 20));
    }
  };

  /** Reminds everybody by a bulk; resolves when so many reminders have been sent in all. */
  async function remindAll(expected: number): Promise<void> {
    await changed(1, '/api/reminders/bulk', { body: {} });
    await eventually(async () => {
      const all = await reminders();
      return all.length === expected && all.every(({ status }) => status === 'sent');
    }, `${expected} reminders`);
    await eventually(
      async () => ((await ask(0, '/api/reminders/bulk')).json.state as string) !== 'running',
      'the end of the bulk',
    );
    expect(mailed()).toHaveLength(expected);
    expect(new Set(mailed()).size).toBe(expected);
  }

  it('projector: lists go on', async ({ annotate }) => {
    const lock = { space: 'roles', name: services.readModels.schema } as const;
    const ms = await takeover('projector', lock);
    await annotate(`another projector after ${Math.round(ms)} ms`);
    await addCustomer(0, 'After the projector');
    await eventually(() => isListed(1, 'After the projector'), 'the row');
  });

  it.skipIf(kafkaMissing || !whole)('relay: what is published arrives', async ({ annotate }) => {
    const killing = takeover('relay', relayLock(RELAY_NAME));
    const ids = [await addCustomer(0, 'While the relay dies')];
    await annotate(`another relay after ${Math.round(await killing)} ms`);
    ids.push(await addCustomer(0, 'After the relay'));
    const published = await readTopic(kafka?.settings, topicOf('customers'), (messages) =>
      ids.every((id) => messages.some(({ key }) => key === `customer-${id}`)),
    );
    expect(published.map(({ type }) => type)).toContain('CustomerRegistered');
  });

  it('notifiers share what is due, and go on without one that is killed: each is sent once', async () => {
    await addInsured([1, 2, 3]);
    await remindAll(3);
    await both('notifier')[0].kill();
    // Those who were reminded a moment ago are left out.
    await addInsured([4, 5, 6]);
    await remindAll(6);
  });

  it.runIf(whole)('scheduler: jobs are run, and do nothing twice', async ({ annotate }) => {
    const ms = await takeover('scheduler', { space: 'roles', name: 'jobs are run' });
    await annotate(`another scheduler after ${Math.round(ms)} ms`);
    const id = await addPolicy(await addCustomer(0, 'Insured long ago'), addDays(today, -3));
    const path = `/api/health-policies/${id}`;
    await eventually(async () => (await ask(1, path)).json.status === 'expired', 'the expiry');
    const events = await services.platform.eventLog.readStream(`policy-${id}`);
    expect(events.filter(({ type }) => type === 'PolicyExpired')).toHaveLength(1);
  });

  it('is no matter for an operator when it is taken over', () => {
    for (const { said } of [...running.values()].flat()) expectNoErrorLines(said());
  });
});

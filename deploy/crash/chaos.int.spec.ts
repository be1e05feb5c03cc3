import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { testMailServer } from '@insuremanager/services/platform/mail/testing/testMailServer';
import { unusedPort } from '@insuremanager/services/platform/testing/unusedPorts';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import {
  kafkaMissing,
  startBroker,
} from '../../services/platform/bus/kafka/testing/kafkaServer.spec.js';
import { minioProgram, startMinio } from '../../services/platform/files/testing/minio.spec.js';
import { type Dice, dice } from '../demo/dice.js';
import { startEmbeddedPostgres } from '../embedded/postgres/embeddedPostgres.js';
import { forgetfulSettings, tunedSettings } from '../embedded/postgres/tuning.js';
import { send, signIn } from '../harness/client.js';
import { makeDataFolder } from '../harness/processes.js';
import {
  type InstallationUnderTest,
  isReady,
  makeInstallation,
} from '../harness/testing/installationUnderTest.js';
import { until } from '../harness/waiting.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { addressThrough, type FaultyNetwork, networkTo } from '../testing/faultyNetwork.js';
import { type Load, startLoad } from './testing/agents.js';
import { CustomerAnswer } from './testing/book.js';
import { emailsIn } from './testing/checks.js';
import {
  expectNoDefects,
  expectNoErrorLines,
  expectNothingLost,
  expectRowsAsRebuilt,
} from './testing/nothingLost.js';
import { acknowledgedPolicy, newPolicy } from './testing/policyWork.js';
import { downloaded, type Gateway, openBeside } from './testing/whatRemains.js';

const whole = isExhaustive(import.meta.url);

/** `CHAOS_SEED=<seed>` strikes as a run before did. */
const SEED = Number(process.env.CHAOS_SEED ?? randomBytes(4).readUInt32BE());
const AGENTS = 4;
/** How often each fault strikes. */
const ROUNDS = 1;
const MINUTES = 60_000;
/** Longest that a fault lasts, in milliseconds. */
const LONGEST_FAULT_MS = 2_500;

const DAY_MS = 24 * 60 * 60 * 1000;
/** The addresses of customers who are reminded meanwhile. */
const REMINDED = Array.from({ length: 8 }, (_, index) => `reminded-${index}@example.in`);

/** Something that goes wrong, for a while. */
interface Fault {
  readonly name: string;
  strike(): unknown;
  /** Absent where it passes by itself. */
  heal?(): unknown;
}

const closing: (() => unknown)[] = [];
let installation: InstallationUnderTest;
let faults: Fault[];
let mail: Awaited<ReturnType<typeof testMailServer>>;

beforeEach(async () => {
  mail = await testMailServer();
  closing.push(mail.stop);
  const postgres = await postgresUnderTest();
  const network = await networkTo(postgres.url);
  closing.push(network.close);
  faults = [...networkFaults(network), ...postgres.faults];
  const environment: Record<string, string> = {
    DATABASE_URL: addressThrough(postgres.url, network),
    SMTP_URL: mail.url,
    MAIL_FROM: 'office@example.in',
    ...(await kafkaUnderTest()),
    ...(await minioUnderTest()),
  };
  installation = await makeInstallation(environment);
  closing.push(installation.remove);
  faults.push(...processFaults(installation));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const networkFaults = ({ delay, cut, refuse, swallow, heal }: FaultyNetwork): Fault[] => [
  { name: 'Postgres far away', strike: () => delay(25), heal },
  { name: 'connections to Postgres cut', strike: cut },
  { name: 'Postgres refusing', strike: refuse, heal },
  { name: 'Postgres silent', strike: swallow, heal },
];

const processFaults = ({ stall, resume, kill }: InstallationUnderTest): Fault[] => [
  { name: 'the app stalled', strike: () => stall('app'), heal: resume },
  { name: 'the app killed', strike: () => kill('app') },
];

/** A Postgres of the test's own, which can be restarted. */
async function postgresUnderTest(): Promise<{ url: string; faults: Fault[] }> {
  const folder = await makeDataFolder('chaos');
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const options = {
    folder: join(folder, 'postgres'),
    port: await unusedPort(),
    password: randomBytes(16).toString('hex'),
    settings: { ...tunedSettings(), ...forgetfulSettings },
  };
  let server = await startEmbeddedPostgres(options);
  closing.push(() => server.stop());
  const ask = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server.url('postgres') });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await ask('CREATE DATABASE insuremanager');
  const endAll = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                  WHERE datname = 'insuremanager'`;
  const stop = () => server.stop();
  const start = async () => {
    server = await startEmbeddedPostgres(options);
  };
  return {
    url: server.url('insuremanager'),
    faults: [
      { name: 'Postgres ending connections', strike: () => ask(endAll) },
      { name: 'Postgres restarted', strike: stop, heal: start },
    ],
  };
}

/** Settings of an installation with a Kafka, where one can be had. */
async function kafkaUnderTest(): Promise<Record<string, string>> {
  if (kafkaMissing || !process.env.KAFKA_HOME) return {};
  const kafka = await startBroker();
  closing.push(kafka.stop);
  faults.push({ name: 'Kafka stalled', strike: kafka.freeze, heal: kafka.thaw });
  faults.push({ name: 'Kafka away', strike: kafka.kill, heal: kafka.start });
  return { KAFKA_BROKERS: kafka.settings.brokers.join(',') };
}

/** Settings of an installation with files on a MinIO, where one can be had. */
async function minioUnderTest(): Promise<Record<string, string>> {
  const program = minioProgram();
  if (!program) return {};
  const minio = await startMinio(program);
  closing.push(minio.stop);
  faults.push({ name: 'MinIO away', strike: minio.kill, heal: minio.start });
  const { endpoint, accessKey, secretKey } = minio.settings;
  return { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
}

/** Each fault as often as the others, in an order that looks random. */
function schedule(chance: Dice): Fault[] {
  const remaining = Array.from({ length: ROUNDS }, () => faults).flat();
  const order: Fault[] = [];
  while (remaining.length > 0) order.push(...remaining.splice(chance.below(remaining.length), 1));
  return order;
}

describe('an installation whose servers fail in turn', () => {
  it.runIf(whole)(
    `keeps every acknowledged write, once, and comes back each time (seed ${SEED})`,
    async () => {
      const struck: string[] = [];
      onTestFailed(() => {
        process.stderr.write(`${installation.said()}\nStruck in turn: ${struck.join(', ')}\n`);
      });
      const chance = dice(SEED);
      const { url, dataDir } = installation;
      installation.start();
      await installation.announced();
      const cookie = await signIn(url);
      const load = startLoad({ url, cookie, agents: AGENTS, seed: SEED });
      onTestFailed(load.abandon);
      await stopCalendar({ url, cookie });
      await insure(load, { url, cookie });
      await load.moreAcknowledged(30);
      const reminding = remindAll({ url, cookie });
      // Met at the end; until then it is no unhandled rejection.
      reminding.catch(() => undefined);

      const order = schedule(chance);
      for (const [index, { name, strike, heal }] of order.entries()) {
        if (order.length - index === ROUNDS) load.insist();
        struck.push(name);
        await strike();
        await pause(chance.below(LONGEST_FAULT_MS));
        await heal?.();
        await load.moreAcknowledged(2 * AGENTS);
      }
      await load.finish();
      await until(() => isReady(url), 'readiness');
      await reminding;

      await expectNoDefects(load, { url, cookie });
      const beside = await openBeside(dataDir);
      try {
        const log = await expectNothingLost(load, { beside, url, cookie });
        for (const id of emailsIn(log)) expectSent(`<${id}@`);
        for (const address of REMINDED) expectSent(address);
        for (const { id, sha256, isDeleted } of load.book.documents.values()) {
          const expected = isDeleted ? '404' : sha256;
          expect(await downloaded(id, { url, cookie }), `document ${id}`).toBe(expected);
        }
        await expectRowsAsRebuilt(beside);
      } finally {
        await beside.close();
      }
      expect(await installation.stop()).toBe(0);
      expect(await installation.leftovers()).toEqual([]);
      expectNoErrorLines(installation.said());
    },
  );
});

const gatewayOf = ({ url, cookie }: Gateway) => ({
  ask: (method: string, path: string, key: string, body?: object) =>
    send(`${url}/api/${path}`, { method, body, headers: { cookie, 'idempotency-key': key } }),
});

/** It asks for the same reminders as the bulk, which leaves out those that were quicker. */
async function stopCalendar(gateway: Gateway): Promise<void> {
  const settings = { days: [], hour: 9, quietWeekdays: [], quietDays: [] };
  const { ask } = gatewayOf(gateway);
  expect((await ask('PUT', 'reminders/settings', 'no calendar', settings)).status).toBe(200);
}

/** Customers with a policy each that is about to end, all acknowledged before anything fails. */
async function insure({ book }: Load, gateway: Gateway): Promise<void> {
  const { ask } = gatewayOf(gateway);
  const inDays = (days: number) => kolkataDay(new Date(Date.now() + days * DAY_MS));
  for (const [index, email] of REMINDED.entries()) {
    const key = `insured ${index}`;
    const added = await ask('POST', 'customers', key, { name: key, phone: '9876543210', email });
    const customer = { ...CustomerAnswer.parse(added.json), isDeleted: false };
    book.customers.set(customer.id, customer);
    const stream = customerStream(customer.id);
    book.commands.push({ key, stream, events: customer.version + 1, type: null });
    const policyKey = `${key}, policy`;
    const issued = await ask('POST', 'health-policies', policyKey, {
      ...newPolicy('health', {
        ...{ customerId: customer.id, policyNumber: policyKey, premium: '9000.00' },
        chance: dice(index),
      }),
      ...{ startDate: inDays(-350), endDate: inDays(15) },
    });
    const policy = acknowledgedPolicy(issued.json);
    book.policies.set(policy.id, policy);
    book.commands.push({
      ...{ key: policyKey, stream: policyStream(policy.id), events: 1, type: 'PolicyIssued' },
    });
  }
}

/** Asks for a reminder of each of them, until that is acknowledged; resolves once all are sent. */
async function remindAll(gateway: Gateway): Promise<void> {
  const { ask } = gatewayOf(gateway);
  const answered = (method: string) =>
    ask(method, 'reminders/bulk', 'remind all').catch(() => null);
  await until(async () => (await answered('POST'))?.status === 202, 'the bulk');
  let last: string | undefined;
  const areSent = async () => {
    const answer = await answered('GET');
    last = answer?.text;
    return answer?.json.sent === REMINDED.length;
  };
  await until(areSent, () => `all reminders to be sent: ${last}`, 10 * MINUTES);
}

/** An email went out; twice at most, where nobody knew what had become of it. */
function expectSent(mark: string): void {
  const times = mail.taken.filter(({ raw }) => raw.includes(mark)).length;
  expect([1, 2], `times that an email with ${mark} was sent`).toContain(times);
}

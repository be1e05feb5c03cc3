import { randomBytes } from 'node:crypto';
import { platform } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFailed,
} from 'vitest';
import { dice } from '../demo/dice.js';
import { ADMIN, send, signIn } from '../harness/client.js';
import {
  healthOf,
  type InstallationUnderTest,
  isReady,
  makeInstallation,
  OPS_TOKEN,
  serversOf,
} from '../harness/testing/installationUnderTest.js';
import { until } from '../harness/waiting.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { expectNoErrorLines } from './testing/nothingLost.js';

const whole = isExhaustive(import.meta.url);

const SEED = 20_260_102;
const KILLS = whole ? 10 : 1;
/** Some starts are killed while they make the database, some while they serve. Milliseconds. */
const LATEST_KILL_MS = 2_500;

const worksAndStops = async (installation: InstallationUnderTest): Promise<void> => {
  const cookie = await signIn(installation.url);
  const name = 'Asha Menon';
  const customer = await send(`${installation.url}/api/customers`, {
    method: 'POST',
    body: { name, phone: '9876543210' },
    headers: { cookie },
  });
  expect(customer.status).toBe(201);
  expect(await installation.stop()).toBe(0);
  expect(await installation.leftovers()).toEqual([]);
  expectNoErrorLines(installation.said());
};

describe('an application that runs', () => {
  const [masterKey, smtpPassword] = [randomBytes(32).toString('hex'), 'hush-of-the-mail'];
  let installation: InstallationUnderTest;
  beforeAll(async () => {
    installation = await makeInstallation({
      MASTER_KEY: masterKey,
      SMTP_URL: `smtp://office:${smtpPassword}@127.0.0.1:9`,
      TZ: 'Asia/Kolkata',
    });
    installation.start();
    await installation.announced();
    await until(() => isReady(installation.url), 'readiness');
  });
  beforeEach(() => onTestFailed(() => void process.stderr.write(installation.said())));
  afterAll(() => installation?.remove());

  it('is not started again', async () => {
    const second = await installation.startSecond();
    expect(second.code).toBe(1);
    expect(second.said).toContain(`already running on ${installation.dataDir}`);
    expect(second.said).toContain(installation.url);
    expect(await isReady(installation.url)).toBe(true);
  });

  it('tells operators how it is, on a port of theirs or with their token, and nobody else', async () => {
    const { url, opsUrl } = installation;
    expect((await send(`${url}/metrics`)).status).toBe(401);
    expect((await send(`${url}/health/ready`)).json).toEqual({ status: 'ready' });
    expect((await healthOf(url)).json).toMatchObject({ status: 'ready', database: 'reachable' });
    expect((await send(`${opsUrl}/health/ready`)).json).toMatchObject({ missing: [] });
    expect((await send(`${opsUrl}/metrics`)).text).toContain('job_failures_in_a_row');
    expect((await send(`${opsUrl}/api/customers`)).status).toBe(404);
  });

  it.skipIf(platform() !== 'linux')(
    'leaves no secret in the environments of what it starts',
    async () => {
      const { databaseUrl } = await serversOf(installation.dataDir);
      const databasePassword = new URL(databaseUrl).password;
      const secrets = [masterKey, smtpPassword, ADMIN.password, OPS_TOKEN, databasePassword];
      expect(secrets.every((secret) => secret.length > 0)).toBe(true);

      const found = await installation.environments();
      const telling = found.filter(({ environment }) =>
        secrets.some((secret) => environment.includes(secret)),
      );
      expect(telling.map(({ command }) => command)).toEqual([]);
      // The app, Postgres and its own processes.
      const commands = found.map(({ command }) => command).join('\n');
      for (const part of ['roles/main.js', 'bin/postgres', 'checkpointer']) {
        expect(commands).toContain(part);
      }
      const app = found.find(({ command }) => command.includes('roles/main.js'));
      expect(app?.environment.split('\0')).toContain('TZ=Asia/Kolkata');
      // Nor can others see them in the list of processes.
      for (const secret of secrets) expect(commands).not.toContain(secret);
      expect(installation.said()).not.toContain(databasePassword);
    },
  );

  it('works, and stops without leaving anything', () => worksAndStops(installation));
});

describe('a start', () => {
  let installation: InstallationUnderTest;
  beforeEach(async () => {
    installation = await makeInstallation();
    onTestFailed(() => void process.stderr.write(installation.said()));
  });
  afterEach(() => installation.remove());

  it.runIf(whole)(
    `succeeds ${KILLS} times in a row after everything was killed at once`,
    async () => {
      for (let time = 1; time <= KILLS; time += 1) {
        installation.start();
        await installation.announced();
        await installation.kill('everything');
      }
      installation.start();
      await installation.announced();
      await worksAndStops(installation);
    },
  );

  it(`succeeds after ${KILLS} starts that were killed half-way, the very first included`, async () => {
    const chance = dice(SEED);
    for (let time = 1; time <= KILLS; time += 1) {
      installation.start();
      // Not a wait for anything: the moment of the kill.
      await pause(chance.below(LATEST_KILL_MS));
      await installation.kill(chance.chance(0.5) ? 'supervisor' : 'everything');
    }
    installation.start();
    await installation.announced();
    await until(() => isReady(installation.url), 'readiness');
    await worksAndStops(installation);
  });
});

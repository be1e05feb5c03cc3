import { openStream } from '@insuremanager/gateway/testing/eventStreams';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, send, signIn } from '../harness/client.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { startTestBackend, type TestBackend } from '../testing/testBackend.js';
import { openIdentity } from './openServices.js';
import {
  allReady,
  type Environment,
  environmentOf,
  eventually,
  launch,
  lookInside,
  type ProcessUnderTest,
  startProcess,
} from './testing/rolesUnderTest.js';

const whole = isExhaustive(import.meta.url);

const masterKey = Buffer.alloc(32, 5);
let backend: TestBackend;
let environment: Environment;
const started: ProcessUnderTest[] = [];

const start = async (role: string, more: Environment = {}): Promise<ProcessUnderTest> => {
  const process = await startProcess(role, role, { ...environment, ...more });
  started.push(process);
  return process;
};

beforeAll(async () => {
  backend = await startTestBackend();
  environment = environmentOf({ ...backend, masterKey, smtpUrl: 'smtp://127.0.0.1:9' });
  const services = await lookInside({ ...backend, masterKey });
  const identity = await openIdentity(services, 'http://localhost:4000');
  await identity.ensureFirstAdmin({ ...ADMIN, email: 'admin@example.in' });
  await identity.close();
  await services.close();
});
afterAll(async () => {
  for (const process of started) await process.kill();
  await backend.stop();
});

describe('a process', () => {
  const wrongRoles: [string, string[]][] = [
    ['with one that there is not', ['boss']],
    ['without a role', []],
  ];
  it.each(whole ? wrongRoles : wrongRoles.slice(0, 1))(
    '%s says which there are',
    async (_case, args) => {
      const { ended, said } = launch('roles/serve.js', args, environment);
      expect(await ended()).toBe(2);
      expect(said()).toBe(
        'Usage: serve gateway | projector | relay | notifier | scheduler | all\n',
      );
    },
  );

  it.runIf(whole)('without its servers says which are missing', async () => {
    const { MASTER_KEY, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, S3_REGION, ...rest } =
      environment;
    const { ended, said } = launch('roles/serve.js', ['all'], rest);
    expect(await ended()).toBe(1);
    expect(said()).toBe(
      'MASTER_KEY is missing. Several processes share it.\n' +
        'S3_ENDPOINT is missing. Several processes share it.\n',
    );
  });

  it('waits for servers that are away, and stops meanwhile when it is asked to', async () => {
    const away = await start('relay', { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
    await eventually(() => away.said().split('it will be retried').length > 2, 'a second try');
    expect(await away.isReady()).toBe(false);
    await away.stop();
  });

  it.runIf(whole)('whose port is taken ends and says so', async () => {
    const gateway = await start('gateway');
    await allReady([gateway]);
    const { port } = new URL(gateway.url);
    const second = launch('roles/serve.js', ['gateway'], { ...environment, PORT: port });
    expect(await second.ended()).toBe(1);
    expect(second.said()).toContain('EADDRINUSE');
    await gateway.stop();
  });

  it('that stops says so at once, and serves until the grace is over', async () => {
    // It ends by the second signal: nobody waits for minutes.
    const gateway = await start('gateway', { DRAIN_SECONDS: '300' });
    await allReady([gateway]);
    const cookie = await signIn(gateway.url);
    const stream = await openStream(gateway.url, { cookie });
    gateway.signal('SIGTERM');
    const health = () => send(`${gateway.opsUrl}/health/ready`);
    await eventually(async () => (await health()).status === 503, 'the end of readiness');
    expect((await health()).json).toMatchObject({ status: 'stopping', missing: [] });
    expect((await send(`${gateway.url}/health/ready`)).json).toEqual({ status: 'stopping' });
    const list = await send(`${gateway.url}/api/customers`, { headers: { cookie } });
    expect(list.status).toBe(200);

    gateway.signal('SIGTERM');
    await stream.ended;
    expect(await gateway.ended()).toBe(0);
    expect(gateway.said()).toContain('"Stopped"');
  });

  it.each(whole ? ['projector', 'relay', 'notifier', 'scheduler'] : ['projector'])(
    'that is no gateway stops without any grace: %s',
    async (role) => {
      const process = await start(role, { DRAIN_SECONDS: '300' });
      await allReady([process]);
      await expect(send(`${process.url}/health/live`)).rejects.toThrow();
      await process.stop();
    },
  );

  it('ends with code 1 and one line of the log at a defect', async () => {
    const broken = launch('testing/brokenRole.js', [], {});
    expect(await broken.ended()).toBe(1);
    const [line = '', ...more] = broken.said().trim().split('\n');
    expect(more).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({
      msg: 'The process ends for an unforeseen reason',
      error: { name: 'TypeError' },
    });
  });
});

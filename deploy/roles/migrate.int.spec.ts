import { afterEach, beforeEach, expect, it } from 'vitest';
import { s3Missing, startS3 } from '../../services/platform/files/testing/s3Server.spec.js';
import { send } from '../harness/client.js';
import { startTestBackend, type TestBackend } from '../testing/testBackend.js';
import {
  allReady,
  type Environment,
  environmentOf,
  eventually,
  launch,
  startProcess,
} from './testing/rolesUnderTest.js';

const masterKey = Buffer.alloc(32, 9);
let backend: TestBackend;
let environment: Environment;

beforeEach(async () => {
  backend = await startTestBackend({ hasReadModels: false });
  environment = environmentOf({ ...backend, masterKey, smtpUrl: 'smtp://127.0.0.1:9' });
});
afterEach(() => backend.stop());

const migrate = (more: Environment = {}) =>
  launch('roles/migrate.js', [], { ...environment, ...more });

it.skipIf(s3Missing)(
  'migrations that run at once prepare everything once, and one shows the first sign-in',
  async () => {
    const s3 = await startS3();
    environment = environmentOf({
      ...{ ...backend, masterKey, smtpUrl: 'smtp://127.0.0.1:9', files: s3.settings },
    });
    const running = [migrate(), migrate()];
    expect(await Promise.all(running.map(({ ended }) => ended()))).toEqual([0, 0]);
    const shown = running.filter(({ said }) => said().includes('First sign-in'));
    expect(shown).toHaveLength(1);
    expect(await s3.client.bucketExists(s3.settings.bucket)).toBe(true);

    const [, password] = /password +(\S+)/.exec(shown[0]?.said() ?? '') ?? [];
    const gateway = await startProcess('all', 'all', environment);
    await allReady([gateway]);
    const signIn = await send(`${gateway.url}/api/auth/login`, {
      method: 'POST',
      body: { username: 'admin', password },
    });
    expect(signIn.status).toBe(200);
    // Beside one that works.
    const again = migrate();
    expect(await again.ended()).toBe(0);
    expect(again.said()).toMatch(/^Everything is prepared\.$/m);
    expect(again.said()).not.toContain('First sign-in');
    await gateway.stop();
    await s3.stop();
  },
);

it('a migration waits for servers that are away, and ends with 1 when it is stopped', async () => {
  const { child, said, ended } = migrate();
  // Nobody stores files there.
  await eventually(() => said().includes('it will be retried'), 'a try');
  child.kill('SIGTERM');
  expect(await ended()).toBe(1);
});

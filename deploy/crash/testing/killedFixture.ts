import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testMailServer } from '@insuremanager/services/platform/mail/testing/testMailServer';
import { afterEach, beforeEach } from 'vitest';
import type { Services } from '../../roles/openServices.js';
import { startTestBackend, type TestBackend } from '../../testing/testBackend.js';
import { type Installation, openInstallation } from './dying.js';

type MailServer = Awaited<ReturnType<typeof testMailServer>>;

/**
 * An installation for each test of a file, of which other processes are killed, and a process that
 * stays: filled before the test, closed after it.
 */
export function killedFixture({ clock }: { clock?: { now(): Date } } = {}) {
  const services = {} as Services;
  const installation = { masterKey: randomBytes(32) } as Installation & { dataDir: string };
  const mailServer = {} as MailServer;
  let backend: TestBackend | undefined;
  beforeEach(async () => {
    Object.assign(mailServer, await testMailServer());
    backend = await startTestBackend();
    const dataDir = await mkdtemp(join(tmpdir(), 'insuremanager-killed-'));
    const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'office@example.in' };
    const environment = { DATA_DIR: dataDir, ...mail };
    Object.assign(installation, { databaseUrl: backend.databaseUrl, dataDir, environment });
    Object.assign(services, await openInstallation(installation, { clock }));
    services.readModels.start();
  }, 300_000);
  afterEach(async () => {
    await services.close?.();
    await backend?.stop();
    await mailServer.stop?.();
    await rm(installation.dataDir, { recursive: true });
  });
  return { services, installation, mailServer };
}

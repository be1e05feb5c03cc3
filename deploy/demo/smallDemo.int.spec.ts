import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@insuremanager/services/platform/logger';
import { expect, it, onTestFinished } from 'vitest';
import { openAdapters } from '../roles/adapters.js';
import { openIdentity, openServices } from '../roles/openServices.js';
import { parseSettings } from '../settings.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { startTestBackend } from '../testing/testBackend.js';
import { addDemoUsers } from './brokerage.js';
import { fillBook } from './fillBook.js';
import { demoChannels } from './reminders.js';
import { createStoryClock } from './seed.js';
import { demoBeginning } from './story.js';

const NOW = new Date('2026-04-15T03:00:00Z');

it.runIf(isExhaustive(import.meta.url))(
  'a demo of a single customer is filled to its end',
  async () => {
    const backend = await startTestBackend();
    onTestFinished(() => backend.stop());
    const dataDir = await mkdtemp(join(tmpdir(), 'insuremanager-demo-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const clock = createStoryClock({ now: () => NOW });
    const logger = createLogger('silent');
    const opened = await openAdapters({ ...parseSettings({}), dataDir }, { clock, logger });
    const adapters = { ...opened, channels: demoChannels(opened.channels) };
    const masterKey = randomBytes(32);
    const services = await openServices({ ...backend, masterKey, clock, logger, adapters });
    onTestFinished(() => services.close());
    services.readModels.start();
    const identity = await openIdentity(services, 'http://localhost');
    onTestFinished(() => identity.close());
    await identity.ensureFirstAdmin({
      ...{ username: 'boss', email: 'boss@example.in', password: 'violet harbour 27 kites' },
    });
    const actors = await addDemoUsers({ identity, clock }, demoBeginning(NOW));

    const { steps } = await fillBook({ services, clock, actors, size: 1 });
    expect(steps).toBeGreaterThan(0);
    expect((await services.customers.count({})).count).toBe(1);
  },
);

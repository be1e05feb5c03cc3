import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { systemClock } from '@insuremanager/services/platform/clock';
import { createLogger } from '@insuremanager/services/platform/logger';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAdapters } from '../roles/adapters.js';
import { caughtUp, openServices, type Services } from '../roles/openServices.js';
import { parseSettings } from '../settings.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { startTestBackend, type TestBackend } from '../testing/testBackend.js';
import type { DyingSweepInput, SweepFaultPoint } from './testing/dyingSweep.js';

const whole = isExhaustive(import.meta.url);
const TIMEOUT_MS = 600_000;
const CUSTOMERS = 5;
/** Erased before the process is killed. */
const BEFORE = 2;
const LONG_AGO = new Date('2015-02-02T05:00:00Z');
const logger = createLogger('silent');
const masterKey = randomBytes(32);
const actor = { userId: 1, username: 'admin', role: 'admin' };

let backend: TestBackend;
let services: Services;
let dataDir: string;
let environment: Record<string, string>;
let ids: number[];
let isLongAgo: boolean;

beforeEach(async () => {
  backend = await startTestBackend();
  dataDir = await mkdtemp(join(tmpdir(), 'insuremanager-killed-'));
  environment = { DATA_DIR: dataDir };
  const adapters = await openAdapters(parseSettings(environment), { clock: systemClock, logger });
  isLongAgo = true;
  const clock = { now: () => (isLongAgo ? LONG_AGO : new Date()) };
  services = await openServices({ ...backend, masterKey, clock, logger, adapters });
  services.readModels.start();
  ids = [];
  for (let nth = 0; nth < CUSTOMERS; nth += 1) {
    const input = CustomerInput.parse({ name: `Asha ${nth}`, phone: `984701234${nth}` });
    const context = { commandId: randomUUID(), actor, correlationId: 'test' };
    ids.push((await services.customers.create(input, context)).record.id);
  }
  await caughtUp(services);
  isLongAgo = false;
}, TIMEOUT_MS);

afterEach(async () => {
  await services?.close();
  await backend?.stop();
  await rm(dataDir, { recursive: true });
});

/** Runs a process of its own until it is killed at the point. */
async function killedAt(faultPoint: SweepFaultPoint): Promise<void> {
  const entry = join(import.meta.dirname, '../dist/crash/testing/dyingSweep.js');
  // The build, not the sources that the tests run from.
  const child = fork(entry, {
    ...{ execArgv: [], serialization: 'advanced' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { databaseUrl } = backend;
  const input = { faultPoint, after: BEFORE, customerIds: ids, databaseUrl, masterKey };
  child.send({ ...input, environment } satisfies DyingSweepInput);
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
}

const typesOf = async (id: number): Promise<string[]> =>
  (await services.platform.commands.readHistory(customerStream(id))).map(({ type }) => type);

describe.runIf(whole)('a process that is killed while it erases the customers of a sweep', () => {
  const moments = ['before-erasure', 'after-erasure'] as const;
  it.each(moments)(
    '%s: the next one goes on, and everybody is erased once',
    async (faultPoint) => {
      await killedAt(faultPoint);
      expect(await services.retention.lastSweep()).toMatchObject({
        ...{ total: CUSTOMERS, erased: BEFORE, refused: 0, finishedAt: null },
      });
      await services.retention.resumeSweeps();
      expect(await services.retention.lastSweep()).toMatchObject({
        ...{ total: CUSTOMERS, erased: CUSTOMERS, refused: 0, finishedAt: expect.any(String) },
      });
      for (const id of ids) {
        expect(await typesOf(id)).toEqual([
          ...['CustomerRegistered', 'CustomerErased', 'CustomerErasureCompleted'],
        ]);
      }
      await caughtUp(services);
      expect(await services.retention.ended('waiting')).toMatchObject({ items: [] });
    },
    TIMEOUT_MS,
  );
});

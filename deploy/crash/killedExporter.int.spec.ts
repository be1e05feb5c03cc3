import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import type { UserAccessEvent } from '@insuremanager/contracts/identity/userEvents';
import { userAccessStream } from '@insuremanager/contracts/identity/userEvents';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { caughtUp, exporterOf, openIdentity } from '../roles/openServices.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { manyCustomers } from '../testing/manyCustomers.js';
import { TEST_ADMIN } from '../testing/testGateway.js';
import type { DyingExportInput, ExportFaultPoint } from './testing/dyingExporter.js';
import { killedFixture } from './testing/killedFixture.js';
import { signalThatEnded } from './testing/killedProcess.js';

const whole = isExhaustive(import.meta.url);
const TIMEOUT_MS = 1_200_000;
const MANY = 12_000;
const ADMIN = { userId: 1, username: TEST_ADMIN.username, role: 'admin' } as const;

const { services, installation } = killedFixture();
let exporter: ReturnType<typeof exporterOf>;
let closeIdentity: () => Promise<void>;

beforeEach(async () => {
  const identity = await openIdentity(services, 'http://localhost');
  closeIdentity = identity.close;
  await identity.ensureFirstAdmin(TEST_ADMIN);
  exporter = exporterOf(services, identity, installation.databaseUrl);
  const { record } = await services.customers.create(
    CustomerInput.parse({ name: 'Anitha Nair', phone: '9876543210' }),
    context(),
  );
  await caughtUp(services);
  await manyCustomers(services, record.id, MANY);
}, TIMEOUT_MS);

afterEach(async () => {
  await exporter?.stop();
  await closeIdentity?.();
});

const context = () => ({ commandId: randomUUID(), actor: ADMIN, correlationId: 'test' });

const ask = async (format: 'csv' | 'xlsx'): Promise<number> => {
  const asked = {
    list: 'customers',
    format,
    query: 'sort=name&direction=asc',
    filters: [],
  } as const;
  return (await services.exports.ask(asked, ADMIN, context())).id;
};
const find = (id: number) => services.exports.require(id, ADMIN.userId);
const storedFiles = () => readdir(join(installation.dataDir, 'files', 'exports')).catch(() => []);

/** Runs a process of its own until it is killed at the point. */
async function killedAt(faultPoint: ExportFaultPoint): Promise<void> {
  const input: DyingExportInput = { faultPoint, ...installation };
  expect(await signalThatEnded('dyingExporter', input)).toBe('SIGKILL');
}

/** What a process does that stays alive; every record must be in the file, once and in order. */
async function finished(id: number): Promise<void> {
  exporter.start();
  await expect.poll(async () => (await find(id)).state, { timeout: 300_000 }).toBe('ready');
  expect(await find(id)).toMatchObject({ rows: MANY + 1, total: MANY + 1 });
  const { content } = await services.exports.open(id, ADMIN, context());
  const lines = (await text(content)).trimEnd().split('\r\n').slice(1);
  const ids = lines.map((line) => Number(line.split(',')[0])).filter((one) => one > 1000);
  expect(ids).toEqual(Array.from({ length: MANY }, (_, n) => 1001 + n));
}

describe.runIf(whole)('an exporter that is killed', () => {
  const moments = ['before-file', 'in-file', 'after-file'] as const;
  it.each(moments)(
    '%s: the next one begins anew, and the file is whole',
    async (faultPoint) => {
      const id = await ask('csv');
      await killedAt(faultPoint);
      // Until another exporter is there, it is as far as the dead one was.
      expect((await find(id)).state).toBe('running');
      await finished(id);
      const history = await services.platform.commands.readHistory<UserAccessEvent>(
        userAccessStream(ADMIN.userId),
      );
      expect(history.filter(({ type }) => type === 'DataExported')).toHaveLength(1);
      // Half a file is none; a whole one that nobody knows of is swept a day later.
      expect(await storedFiles()).toHaveLength(faultPoint === 'after-file' ? 2 : 1);
    },
    TIMEOUT_MS,
  );

  it(
    'each time fails, and holds up no other',
    async () => {
      const id = await ask('csv');
      for (let nth = 0; nth < 3; nth += 1) await killedAt('in-file');
      const other = await ask('csv');
      await finished(other);
      expect(await find(id)).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining('broken off several times'),
      });
    },
    TIMEOUT_MS,
  );
});

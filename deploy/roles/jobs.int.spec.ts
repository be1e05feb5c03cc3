import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { createLogger } from '@insuremanager/services/platform/logger';
import { createScheduler } from '@insuremanager/services/platform/scheduler/scheduler';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSettings } from '../settings.js';
import { startTestBackend, type TestBackend } from '../testing/testBackend.js';
import { openAdapters } from './adapters.js';
import { scheduledJobs } from './jobs.js';
import { caughtUp, openServices, type Services } from './openServices.js';

const logger = createLogger('silent');
let now = new Date('2026-03-31T18:29:59Z'); // a second before midnight in Kolkata
const clock = { now: () => now };
let backend: TestBackend;
let services: Services;
let dataDir: string;

const agent = () => ({
  commandId: randomUUID(),
  actor: { userId: 1, username: 'anitha', role: 'agent' },
  correlationId: 'test',
});

beforeAll(async () => {
  backend = await startTestBackend();
  dataDir = await mkdtemp(join(tmpdir(), 'insuremanager-jobs-'));
  const adapters = await openAdapters({ ...parseSettings({}), dataDir }, { clock, logger });
  const masterKey = randomBytes(32);
  services = await openServices({ ...backend, masterKey, clock, logger, adapters });
  services.readModels.start();
});

afterAll(async () => {
  await services?.close();
  await backend?.stop();
  await rm(dataDir, { recursive: true });
});

/** Starts the jobs as the app does, and stops them after those that do not rest have run once. */
async function atWork(): Promise<void> {
  const { databaseUrl } = backend;
  const jobs = scheduledJobs({ ...services, publicUrl: 'http://localhost' });
  const scheduler = createScheduler({ databaseUrl, clock, logger, jobs });
  scheduler.start();
  try {
    const runs = () => scheduler.status().jobs.map((job) => job.runs);
    await expect.poll(runs).toEqual(jobs.map(({ restsMs }) => (restsMs ? 0 : 1)));
  } finally {
    await scheduler.stop();
  }
}

describe('the scheduled jobs', () => {
  it('expire a policy the day after its last day in Kolkata, also when nobody was at work then', async () => {
    const { customers, policies, readModels } = services;
    const { record: customer } = await customers.create(
      CustomerInput.parse({ name: 'Anitha Nair', phone: '9876543210' }),
      agent(),
    );
    const input = policyInputOf('health').parse({
      customerId: customer.id,
      policyNumber: 'H/1',
      insuranceCompany: 'Star Health',
      policyType: 'family',
      sumAssured: '500000',
      premiumAmount: '9029.95',
      premiumFrequency: 'yearly',
      startDate: '01/04/2025',
      endDate: '31/03/2026',
    });
    const { record: policy, position } = await policies.issue('health', input, agent());
    if (position) await readModels.waitFor(position, 10_000);
    const statusNow = async () => (await policies.find(policy.id))?.status;

    await atWork();
    expect(await statusNow()).toBe('active');

    now = new Date('2026-03-31T18:30:00Z');
    await atWork();
    expect(await statusNow()).toBe('expired');

    now = new Date('2027-07-01T06:00:00Z');
    await atWork();
    const history = await policies.history({ kind: 'health', id: policy.id });
    expect(history.map(({ type }) => type)).toEqual(['PolicyIssued', 'PolicyExpired']);
    expect(history.at(-1)?.actor.role).toBe('system');
  });

  it('drop the read models of an earlier release once nobody has written to them for a day', async () => {
    const { pool } = services.platform;
    const [left, replaced] = ['read_0000000001', 'read_0000000002'];
    const both = [left, replaced];
    for (const schema of both) {
      await pool.query(`CREATE SCHEMA ${schema}`);
      const served = `${services.readModels.schema}.checkpoint`;
      await pool.query(`CREATE TABLE ${schema}.checkpoint AS SELECT * FROM ${served}`);
      await pool.query(`UPDATE ${schema}.checkpoint SET updated_at = now()`);
    }
    await pool.query(`UPDATE ${left}.checkpoint SET updated_at = now() - interval '25 hours'`);

    const job = scheduledJobs({ ...services, publicUrl: 'http://localhost' }).find(
      ({ name }) => name === 'drop-old-read-models',
    );
    await job?.run(kolkataDay(now), new AbortController().signal);
    const { rows } = await pool.query<{ nspname: string }>(
      'SELECT nspname FROM pg_namespace WHERE nspname = ANY ($1)',
      [both],
    );
    expect(rows).toEqual([{ nspname: replaced }]);
    await pool.query(`DROP SCHEMA ${replaced} CASCADE`);
  });

  it.skipIf(process.env.DATABASE_URL)(
    'take erased people out of the files of Postgres, once',
    async () => {
      const { customers, erasures, savedViews, readModels, platform } = services;
      const erased = [];
      for (const name of ['Zubaida Marakkar', 'Zubaida Begum', 'Anil Kumar']) {
        const input = CustomerInput.parse({ name, phone: '9847055512' });
        erased.push((await customers.create(input, agent())).record.id);
      }
      const admin = { userId: 1, role: 'admin' } as const;
      const view = { list: 'customers', address: '', isShared: false } as const;
      await savedViews.create({ ...view, name: 'Zubaida Begum, calls' }, admin);
      const { rows: keys } = await platform.pool.query<{ wrapped: Buffer }>(
        'SELECT wrapped FROM vault.keys WHERE subject = ANY ($1)',
        [erased.map((id) => `customer-${id}`)],
      );
      await caughtUp(services);
      await platform.pool.query('ANALYZE');
      const inFiles = () =>
        dataFilesWith(['zubaida', ...keys.map(({ wrapped }) => wrapped.toString('latin1'))]);

      const asked = { reason: 'They asked us to forget them', overridesRetention: true };
      for (const id of erased) await erasures.erase(id, asked, agent());
      await caughtUp(services);
      expect(await inFiles()).toContain('vault.keys');
      await platform.pool.query('VACUUM');
      expect(await inFiles()).toContain(`${readModels.schema}.customers`);

      const job = scheduledJobs({ ...services, publicUrl: 'http://localhost' }).find(
        ({ name }) => name === 'rewrite-after-erasures',
      );
      const signal = new AbortController().signal;
      await job?.run(kolkataDay(now), signal);
      expect(await inFiles()).toEqual([]);
      expect(await caughtUp(services)).toBe(true);

      const rewrites = 'SELECT count(*)::int AS count FROM ops.rewrites';
      await job?.run(kolkataDay(now), signal);
      expect((await platform.pool.query(rewrites)).rows).toEqual([{ count: 1 }]);
    },
  );
});

/** The tables and indexes of the database in whose files one of the texts stands, in small letters. */
async function dataFilesWith(texts: readonly string[]): Promise<string[]> {
  const { pool } = services.platform;
  await pool.query('CHECKPOINT');
  const { rows } = await pool.query<{ name: string; path: string }>(
    `SELECT oid::regclass::text AS name,
       current_setting('data_directory') || '/' || pg_relation_filepath(oid) AS path
     FROM pg_class WHERE pg_relation_filepath(oid) IS NOT NULL AND NOT relisshared ORDER BY 1`,
  );
  const found = [];
  for (const { name, path } of rows) {
    const bytes = (await readFile(path)).toString('latin1');
    const lower = bytes.toLowerCase();
    if (texts.some((text) => bytes.includes(text) || lower.includes(text))) found.push(name);
  }
  return found;
}

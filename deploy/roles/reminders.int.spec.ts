import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import { createRecordingBus } from '@insuremanager/services/platform/bus/testing/recordingBus';
import { createLogger } from '@insuremanager/services/platform/logger';
import { testMailServer } from '@insuremanager/services/platform/mail/testing/testMailServer';
import { createScheduler } from '@insuremanager/services/platform/scheduler/scheduler';
import type { Notifier } from '@insuremanager/services/reminders/index';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSettings } from '../settings.js';
import { startTestBackend, type TestBackend } from '../testing/testBackend.js';
import { openAdapters } from './adapters.js';
import { scheduledJobs } from './jobs.js';
import { openServices, type Services, startNotifierOf } from './openServices.js';

const logged: string[] = [];
const logger = createLogger('debug', {}, { write: (line: string) => void logged.push(line) });
let now = new Date('2026-11-02T05:00:00Z'); // 10:30 in Kolkata
const clock = { now: () => now };
const bus = createRecordingBus();
let backend: TestBackend;
let services: Services;
let notifier: Notifier | undefined;
let dataDir: string;
let server: Awaited<ReturnType<typeof testMailServer>>;

const agent = () => ({
  commandId: randomUUID(),
  actor: { userId: 1, username: 'anitha', role: 'agent' },
  correlationId: 'test',
});

beforeAll(async () => {
  server = await testMailServer();
  backend = await startTestBackend();
  dataDir = await mkdtemp(join(tmpdir(), 'insuremanager-reminders-'));
  const settings = parseSettings({
    DATA_DIR: dataDir,
    SMTP_URL: server.url,
    BROKERAGE_NAME: 'Malabar Brokers',
    BROKERAGE_EMAIL: 'office@example.in',
    BROKERAGE_PHONE: '+91 484 2345678',
  });
  const adapters = await openAdapters(settings, { clock, logger });
  const masterKey = randomBytes(32);
  services = await openServices({
    ...{ ...backend, masterKey, clock, logger, adapters },
    bus,
  });
  services.readModels.start();
  services.relay?.start();
  notifier = startNotifierOf(services, logger);
});

afterAll(async () => {
  await notifier?.stop();
  await services?.close();
  await backend?.stop();
  await server?.stop();
  await rm(dataDir, { recursive: true });
});

/** Runs each job once, as the app does when it starts. */
async function runJobs(): Promise<void> {
  const jobs = scheduledJobs({ ...services, publicUrl: 'http://localhost' }).filter(
    ({ restsMs }) => !restsMs,
  );
  const scheduler = createScheduler({ databaseUrl: backend.databaseUrl, clock, logger, jobs });
  scheduler.start();
  try {
    const runs = () => scheduler.status().jobs.map((job) => job.runs > 0);
    await expect.poll(runs).toEqual(jobs.map(() => true));
  } finally {
    await scheduler.stop();
  }
}

const history = async () => {
  const request = { filter: {}, sort: 'added', direction: 'asc', limit: 10 } as const;
  return (await services.reminders.list(request)).items;
};

/** A customer with a policy that ends in 29 days. */
async function insured(name: string, email: string, policyNumber: string) {
  const { customers, policies, readModels } = services;
  const { record: customer } = await customers.create(
    CustomerInput.parse({ name, phone: '9876543210', email, language: 'ml' }),
    agent(),
  );
  const input = policyInputOf('health').parse({
    customerId: customer.id,
    policyNumber,
    insuranceCompany: 'Star Health',
    policyType: 'family',
    sumAssured: '500000',
    premiumAmount: '129029.95',
    premiumFrequency: 'yearly',
    startDate: '02/12/2025',
    endDate: '01/12/2026',
  });
  const { record: policy, position } = await policies.issue('health', input, agent());
  if (position) await readModels.waitFor(position, 20_000);
  return { customer, policy };
}

describe('a policy that ends in 29 days', () => {
  it('is reminded of by an email, once, and the history shows it', async () => {
    expect(await services.reminders.settings()).toMatchObject({ isEmailKept: false });
    const { customer, policy } = await insured('Anitha Nair', 'anitha@example.com', 'H/2026/1');

    await runJobs();
    await expect.poll(history).toEqual([
      expect.objectContaining({
        customerId: customer.id,
        policyId: policy.id,
        reminderType: '29_days',
        status: 'sent',
        emailSent: true,
        smsSent: false,
        attempts: 1,
        mayBeDoubled: false,
      }),
    ]);
    expect(await services.reminders.lastSent([policy.id])).toEqual(
      new Map([[policy.id, '2026-11-02']]),
    );

    expect(server.taken).toHaveLength(1);
    const [{ to, raw } = { to: [], raw: '' }] = server.taken;
    expect(to).toEqual(['anitha@example.com']);
    const email = await simpleParser(raw);
    const [{ noticeId } = { noticeId: '' }] = await history();
    expect(email.messageId).toBe(`<${noticeId}@example.in>`);
    expect(email.text).toContain('പ്രിയപ്പെട്ട Anitha Nair,');
    expect(email.text).toContain('₹1,29,029.95');
    expect(email.html).toContain('H/2026/1');

    await runJobs();
    await expect.poll(async () => (await notifier?.status())?.progress?.open).toBe(0);
    expect(server.taken).toHaveLength(1);
    expect(await history()).toHaveLength(1);
  });

  it('leaves nothing personal on the bus or in the log', async () => {
    const ofReminders = () =>
      bus.stored.filter(({ topic }) => topic === 'insuremanager.reminders.v1');
    await expect
      .poll(() => ofReminders().map(({ type }) => type))
      .toEqual(['ReminderNoticeRequested', 'ReminderNoticeAttempted']);
    expect(JSON.stringify(bus.stored)).not.toMatch(/Anitha|98765|example\.com|H\/2026/);
    expect(logged.join('')).not.toMatch(/Anitha|98765|anitha@|H\/2026/);
  });

  it('is reminded of once, also where the list still says that it is due', async () => {
    const [{ customerId, noticeId } = { customerId: 0, noticeId: null }] = await history();
    const notice = await services.notices?.deliver(customerId, noticeId ?? '', agent());
    expect(notice).toMatchObject({ isDone: true, attempt: 1 });
    expect(server.taken).toHaveLength(1);
  });

  it('is reminded of later when the mail server is away, and the process says so', async () => {
    const { port } = server;
    await server.stop();
    const { policy } = await insured('Ravi Menon', 'ravi@example.com', 'H/2026/2');
    const ofPolicy = async () =>
      (await history()).filter(({ policyId }) => policyId === policy.id)[0];
    await runJobs();
    await expect.poll(ofPolicy).toMatchObject({
      status: 'waiting',
      nextAttemptAt: '2026-11-02T05:05:00.000Z',
      problems: [{ channel: 'email', problem: 'unreachable', isFinal: false }],
    });
    expect((await notifier?.status())?.channels).toMatchObject([
      { channel: 'email', away: { problem: 'unreachable' } },
    ]);

    server = await testMailServer({}, port);
    now = new Date('2026-11-02T05:05:00Z');
    await runJobs();
    await expect.poll(ofPolicy).toMatchObject({ status: 'sent', attempts: 2, problems: [] });
    expect(server.taken.map(({ to }) => to)).toEqual([['ravi@example.com']]);
    expect((await notifier?.status())?.channels).toEqual([{ channel: 'email', away: null }]);
  });
});

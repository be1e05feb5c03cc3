import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Identity } from '@insuremanager/services/identity/index';
import { createLogger } from '@insuremanager/services/platform/logger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdapters } from '../roles/adapters.js';
import { caughtUp, openIdentity, openServices, type Services } from '../roles/openServices.js';
import { parseSettings } from '../settings.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { startTestBackend, type TestBackend } from '../testing/testBackend.js';
import { addDemoUsers, DEMO_PASSWORD, DEMO_USERS, type DemoActors } from './brokerage.js';
import { seedPrivacyDesk } from './privacyStory.js';
import { demoChannels, remindDemo } from './reminders.js';
import { createStoryClock, seedDemo } from './seed.js';
import { demoBeginning } from './story.js';

const whole = isExhaustive(import.meta.url);

const NOW = new Date('2026-04-15T03:00:00Z');
const clock = createStoryClock({ now: () => NOW });
const logger = createLogger('silent');
let backend: TestBackend;
let services: Services;
let dataDir: string;
let identity: Identity;
let actors: DemoActors;

beforeAll(async () => {
  backend = await startTestBackend();
  dataDir = await mkdtemp(join(tmpdir(), 'insuremanager-demo-'));
  const opened = await openAdapters({ ...parseSettings({}), dataDir }, { clock, logger });
  const adapters = { ...opened, channels: demoChannels(opened.channels) };
  const masterKey = randomBytes(32);
  services = await openServices({ ...backend, masterKey, clock, logger, adapters });
  services.readModels.start();
  identity = await openIdentity(services, 'http://localhost');
  await identity.ensureFirstAdmin({
    username: 'boss',
    email: 'boss@example.in',
    password: 'violet harbour 27 kites',
  });
  actors = await addDemoUsers({ identity, clock }, demoBeginning(NOW));
});

afterAll(async () => {
  await identity?.close();
  await services?.close();
  await backend?.stop();
  await rm(dataDir, { recursive: true });
});

it('begins with customers, their papers and policies', async () => {
  const onProgress = (done: number) => {
    if (done >= 60) throw new Error('killed');
  };
  await expect(seedDemo({ ...services, clock, actors, onProgress })).rejects.toThrow('killed');
  expect(await caughtUp(services)).toBe(true);
  expect((await services.customers.count({})).count).toBeGreaterThan(5);
});

describe.runIf(whole)('the demo', () => {
  it('goes on where it was killed, and a second one writes nothing', async () => {
    const { customers } = services;
    const killed = seedDemo({
      ...services,
      clock,
      actors,
      onProgress(done) {
        if (done >= 150) throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');

    const first = await seedDemo({ ...services, clock, actors });
    expect(first.repeated).toBeGreaterThanOrEqual(150);
    expect(first.repeated).toBeLessThan(200);
    expect(await caughtUp(services)).toBe(true);

    const { count } = await customers.count({});
    const second = await seedDemo({ ...services, clock, actors });
    expect(second).toEqual({ steps: first.steps, repeated: first.steps });
    expect((await customers.count({})).count).toBe(count);
    expect(count).toBeGreaterThan(380);
  });

  it('has users of every role who can sign in and did what their names say', async () => {
    const { customers, audit } = services;
    expect(await addDemoUsers({ identity, clock }, demoBeginning(NOW))).toEqual(actors);
    const users = await identity.users.list();
    expect(users.map(({ username }) => username)).toEqual(
      ['boss', ...Object.keys(DEMO_USERS)].toSorted(),
    );
    expect(users.find(({ username }) => username === 'anitha')?.createdAt).toMatch(/^2025-02/);
    const from = { address: '192.0.2.1', userAgent: '', correlationId: 'demo', token: null };
    const credentials = { username: 'leela', password: DEMO_PASSWORD };
    expect(await identity.signIn(credentials, from)).toMatchObject({ user: { role: 'auditor' } });
    const numbers = new Map(users.map(({ id, username }) => [id, username]));
    for (const { actor } of await customers.history(1)) {
      expect(numbers.get(actor.userId)).toBe(actor.username);
    }
    const { count } = await audit.count({ userId: actors.get('rahul')?.userId ?? 0 });
    expect(count).toBeGreaterThan(10);
  });

  it('has documents that open, and quotations of which some became policies', async () => {
    const { documents, quotations } = services;
    expect((await documents.cards()).kyc).toBeGreaterThan(200);
    const cards = await quotations.cards();
    expect(cards.pending).toBeGreaterThan(50);
    expect(cards.accepted).toBeGreaterThan(50);
    const all = await quotations.list({
      filter: {},
      sort: 'added',
      direction: 'asc',
      limit: 1000,
    });
    expect(all.items.filter(({ policyId }) => policyId !== null).length).toBeGreaterThan(20);
    const { document, content } = await documents.open(1);
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece as Buffer);
    expect(Buffer.concat(pieces)).toHaveLength(document.fileSize);
  });

  it('has reminders of the last weeks: sent, failed and suppressed; a second time none', async () => {
    expect(await remindDemo({ ...services, clock })).toBeGreaterThan(10);
    const { reminders } = services;
    const count = async (status: 'sent' | 'failed' | 'suppressed' | 'waiting') =>
      (await reminders.count({ statuses: [status] })).count;
    expect(await count('sent')).toBeGreaterThan(5);
    expect(await count('failed')).toBeGreaterThan(0);
    expect(await count('suppressed')).toBeGreaterThan(0);
    expect(await count('waiting')).toBe(0);
    const { total } = await reminders.cards();
    await remindDemo({ ...services, clock });
    expect((await reminders.cards()).total).toBe(total);
  });

  it('has a privacy desk with requests, a hold, breaches and ended retention; a second time nothing', async () => {
    const { personRequests, breaches, customers } = services;
    const [first, second] = (
      await customers.list({ filter: {}, sort: 'added', direction: 'asc', limit: 2 })
    ).items;
    const desk = async () => ({
      open: (await personRequests.count({ state: 'open' })).count,
      closed: (await personRequests.count({ state: 'closed' })).count,
      breaches: (await breaches.list()).map(({ title, isClosed }) => [title, isClosed]),
      persons: (await breaches.persons(2, 0, 10)).persons.length,
      holds: (await customers.legalHolds(first?.id ?? 0)).length,
      nominees: (await customers.nominees(second?.id ?? 0)).length,
      retentionEnded: [
        (await services.retention.count('waiting')).count,
        (await services.retention.count('kept_back')).count,
      ],
    });
    for (let time = 1; time <= 2; time += 1) {
      await seedPrivacyDesk({ ...services, clock, actors });
      expect(await caughtUp(services)).toBe(true);
      expect(await desk()).toEqual({
        ...{ open: 4, closed: 3, holds: 1, nominees: 1 },
        breaches: [
          ['Screen left unlocked at the counter', false],
          ['Renewal list sent to the wrong insurer', true],
        ],
        persons: 4,
        retentionEnded: [3, 1],
      });
    }
  });

  it('has customers whose history has several people over months', async () => {
    const { customers } = services;
    const [oldest] = (
      await customers.list({ filter: {}, sort: 'added', direction: 'asc', limit: 1 })
    ).items;
    expect(oldest?.createdAt).toMatch(/^2025-02/);
    const histories = await Promise.all(
      Array.from({ length: 60 }, (_, index) => customers.history(index + 1)),
    );
    const longest = histories.sort((a, b) => b.length - a.length)[0] ?? [];
    expect(longest.length).toBeGreaterThan(5);
    expect(new Set(longest.map(({ actor }) => actor.username)).size).toBeGreaterThan(1);
  });
});

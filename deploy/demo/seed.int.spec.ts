import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@insuremanager/services/platform/logger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdapters } from '../roles/adapters.js';
import { openServices, type Services } from '../roles/openServices.js';
import { parseSettings } from '../settings.js';
import { startTestBackend, type TestBackend } from '../testing/testBackend.js';
import { demoChannels, remindDemo } from './reminders.js';
import { createStoryClock, seedDemo } from './seed.js';

const NOW = new Date('2026-04-15T03:00:00Z');
const clock = createStoryClock({ now: () => NOW });
const logger = createLogger('silent');
let backend: TestBackend;
let services: Services;
let dataDir: string;

beforeAll(async () => {
  backend = await startTestBackend();
  dataDir = await mkdtemp(join(tmpdir(), 'insuremanager-demo-'));
  const opened = await openAdapters({ ...parseSettings({}), dataDir }, { clock, logger });
  const adapters = { ...opened, channels: demoChannels(opened.channels) };
  const masterKey = randomBytes(32);
  services = await openServices({ ...backend, masterKey, clock, logger, adapters });
  services.readModels.start();
});

afterAll(async () => {
  await services?.close();
  await backend?.stop();
  await rm(dataDir, { recursive: true });
});

describe('the demo', () => {
  it('goes on where it was killed, and a second one writes nothing', async () => {
    const { customers, readModels } = services;
    const killed = seedDemo({
      ...services,
      clock,
      onProgress(done) {
        if (done >= 150) throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');

    const first = await seedDemo({ ...services, clock });
    expect(first.repeated).toBeGreaterThanOrEqual(150);
    expect(first.repeated).toBeLessThan(200);
    expect(first.position && (await readModels.waitFor(first.position, 20_000))).toBe(true);

    const { count } = await customers.count({});
    const second = await seedDemo({ ...services, clock });
    expect(second).toEqual({ steps: first.steps, repeated: first.steps, position: null });
    expect((await customers.count({})).count).toBe(count);
    expect(count).toBeGreaterThan(380);
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

import { randomBytes } from 'node:crypto';
import { createLogger } from '@insuremanager/services/platform/logger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServices, type Services } from '../roles/openServices.js';
import { startTestBackend, type TestBackend } from '../testing/testBackend.js';
import { seedDemo } from './seed.js';
import { createStoryClock } from './storyClock.js';

const NOW = new Date('2026-04-15T03:00:00Z');
const clock = createStoryClock({ now: () => NOW });
const logger = createLogger('silent');
let backend: TestBackend;
let services: Services;

beforeAll(async () => {
  backend = await startTestBackend();
  services = await openServices({ ...backend, masterKey: randomBytes(32), clock, logger });
  services.readModels.start();
});

afterAll(async () => {
  await services?.close();
  await backend?.stop();
});

describe('the demo', () => {
  it('goes on where it was killed, and a second one writes nothing', async () => {
    const { customers, policies, readModels } = services;
    const killed = seedDemo({
      customers,
      policies,
      clock,
      onProgress(done) {
        if (done >= 150) throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');

    const first = await seedDemo({ customers, policies, clock });
    expect(first.repeated).toBeGreaterThanOrEqual(150);
    expect(first.repeated).toBeLessThan(200);
    expect(first.position && (await readModels.waitFor(first.position, 20_000))).toBe(true);

    const { count } = await customers.count({});
    const second = await seedDemo({ customers, policies, clock });
    expect(second).toEqual({ steps: first.steps, repeated: first.steps, position: null });
    expect((await customers.count({})).count).toBe(count);
    expect(count).toBeGreaterThan(380);
  });

  it('has customers whose history tells of several people over months', async () => {
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

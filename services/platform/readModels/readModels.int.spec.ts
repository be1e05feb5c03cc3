import { randomUUID } from 'node:crypto';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LogPosition } from '../eventLog/eventLog.js';
import type { Projector } from './projector.js';
import { openReadModels, type ReadModelOptions, type ReadModels } from './readModels.js';
import {
  type AgencyEvent,
  AgencyMoved,
  AgencyOpened,
  agencyProjector,
  openAgencyFixture,
  PremiumCollected,
  record,
} from './testing/agencies.js';
import type { ReadModelFixture } from './testing/readModelFixture.js';

const TIMEOUT_MS = 20_000;

let backend: TestBackend;
let world: ReadModelFixture;
let opened: ReadModels[];

beforeEach(async () => {
  backend = await startTestBackend();
  world = await openAgencyFixture(backend);
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((readModels) => readModels.stop()));
  await world.close();
  await backend.stop();
});

const open = async (changes: Partial<ReadModelOptions> = {}): Promise<ReadModels> => {
  const readModels = await openReadModels({ ...world, ...changes });
  opened.push(readModels);
  return readModels;
};

const agency = (agencyId: number, city = 'Kochi') =>
  AgencyOpened({ agencyId, city, personal: { owner: 'Asha' } });

const write = async (...events: AgencyEvent[]): Promise<LogPosition> => {
  let position: LogPosition = { commit: 0n, prepare: 0n };
  for (const event of events) position = (await record(world, event)).position;
  return position;
};

const cityOf = async (readModels: ReadModels, id: number): Promise<string | undefined> =>
  (await readModels.from('agencies').where({ id }).first())?.city;

const stateIs = (readModels: ReadModels, state: string): Promise<void> =>
  expect.poll(async () => (await readModels.status()).state, { timeout: TIMEOUT_MS }).toBe(state);

describe('reading your own writes', () => {
  it('waits until the row can be read', async () => {
    const readModels = await open();
    readModels.start();
    const position = await write(agency(1), AgencyMoved({ agencyId: 1, city: 'Pune' }));
    expect(await readModels.waitFor(position, TIMEOUT_MS)).toBe(true);
    expect(await cityOf(readModels, 1)).toBe('Pune');
  });

  it('works when another process projects', async () => {
    const [projecting, asking] = [await open(), await open()];
    projecting.start();
    const position = await write(agency(1));
    expect(await asking.waitFor(position, TIMEOUT_MS)).toBe(true);
    expect(await cityOf(asking, 1)).toBe('Kochi');
  });

  it('gives up after the time when nobody projects', async () => {
    const readModels = await open();
    const position = await write(agency(1));
    expect(await readModels.waitFor(position, 50)).toBe(false);
  });

  it('goes on after the connection that listens was lost', async () => {
    const readModels = await open();
    readModels.start();
    expect(await readModels.waitFor(await write(agency(1)), TIMEOUT_MS)).toBe(true);
    await world.pool.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'waiting for%'`,
    );
    expect(await readModels.waitFor(await write(agency(2)), TIMEOUT_MS)).toBe(true);
  });
});

describe('the state of the read models', () => {
  it('is live, at the head and without lag once they have caught up', async () => {
    const readModels = await open();
    expect(await readModels.status()).toMatchObject({ state: 'waiting', reason: 'not started' });
    const position = await write(agency(1), agency(2));
    expect(await readModels.status()).toMatchObject({ progress: 0 });
    expect((await readModels.status()).lagSeconds).toBeGreaterThanOrEqual(0);
    readModels.start();
    await stateIs(readModels, 'live');
    expect(await readModels.status()).toMatchObject({
      ...{ schema: readModels.schema, position, head: position, eventsHandled: 2 },
      ...{ progress: 1, secondsLeft: 0, lagSeconds: 0, reason: null },
    });
  });

  it('is live on an empty log, too', async () => {
    const readModels = await open();
    readModels.start();
    await stateIs(readModels, 'live');
    expect(await readModels.status()).toMatchObject({ position: null, progress: 1 });
  });

  it('has its secondary indexes when it is live', async () => {
    const readModels = await open();
    await write(agency(1));
    const indexes = async () =>
      (
        await world.pool.query('SELECT indexname FROM pg_indexes WHERE schemaname = $1', [
          readModels.schema,
        ])
      ).rows.map(({ indexname }) => indexname);
    expect(await indexes()).not.toContain('agencies_1_idx');
    readModels.start();
    await stateIs(readModels, 'live');
    expect(await indexes()).toContain('agencies_1_idx');
  });

  it('lifts the numbers for new records above those in the log', async () => {
    await write(agency(41), agency(7));
    const readModels = await open();
    readModels.start();
    await stateIs(readModels, 'live');
    expect(await world.ids.allocateId('agency', '00000000-0000-4000-8000-000000000001')).toBe(42);
  });

  it('lifts them as well where the database turns out to be older than the log', async () => {
    const before = await open();
    before.start();
    await write(agency(50));
    await stateIs(before, 'live');
    await before.stop();
    await write(agency(61));
    const readModels = await open();
    readModels.start();
    await stateIs(readModels, 'live');
    const drawn = () => world.ids.allocateId('agency', randomUUID());
    await expect.poll(drawn).toBeGreaterThan(61);
  });
});

describe('two projectors of one schema', () => {
  it('share the work: one is at work, the other stands by and takes over', async () => {
    const [first, second] = [await open(), await open()];
    first.start();
    await stateIs(first, 'live');
    second.start();
    await stateIs(second, 'standby');
    await write(agency(1), PremiumCollected({ agencyId: 1, day: '2026-04-01', paise: 100 }));
    await first.stop();
    await stateIs(second, 'live');
    const position = await write(PremiumCollected({ agencyId: 1, day: '2026-04-01', paise: 50 }));
    expect(await second.waitFor(position, TIMEOUT_MS)).toBe(true);
    expect(await second.from('collections').first()).toMatchObject({ receipts: 2, paise: 150 });
  });

  it('cannot double a row even when a lock fails to keep them apart', async () => {
    const readModels = await open();
    readModels.start();
    await write(agency(1));
    await stateIs(readModels, 'live');
    // As if another one had handled the next event already.
    const taken = await readModels.knex.transaction(async (other) => {
      await other.raw('LOCK TABLE ??.checkpoint IN EXCLUSIVE MODE', [readModels.schema]);
      const position = await write(
        PremiumCollected({ agencyId: 1, day: '2026-04-01', paise: 100 }),
      );
      await other
        .withSchema(readModels.schema)
        .from('collections')
        .insert({ day: '2026-04-01', receipts: 1, paise: 100 });
      await other
        .withSchema(readModels.schema)
        .from('checkpoint')
        .update({ position: `${position.commit}/${position.prepare}` });
      return position;
    });
    const later = await write(PremiumCollected({ agencyId: 1, day: '2026-04-01', paise: 1 }));
    expect(later.commit).toBeGreaterThan(taken.commit);
    expect(await readModels.waitFor(later, TIMEOUT_MS)).toBe(true);
    expect(await readModels.from('collections').first()).toMatchObject({ receipts: 2, paise: 101 });
  });
});

describe('an event that cannot be projected', () => {
  /** Refuses cities of that name, in the way that is asked for, until it is repaired. */
  const projectorWith = (fault: 'throws' | 'writes nonsense') => {
    const repaired = { now: false };
    const projector: Projector = {
      ...agencyProjector,
      on: {
        ...agencyProjector.on,
        AgencyMoved: (({ data }: { data: { agencyId: number; city: string } }, rows) => {
          if (data.city !== 'Nowhere' || repaired.now) {
            rows.patch('agencies', data.agencyId, { city: data.city });
          } else if (fault === 'throws') {
            throw new Error(`Asha lives in ${data.city}`);
          } else {
            rows.patch('agencies', data.agencyId, { opened_at: 'Asha at noon' });
          }
        }) as Projector['on'][string],
      },
    };
    return { projector, repaired };
  };

  it.each(['throws', 'writes nonsense'] as const)(
    'stops the projector right before it, is named without personal data, and is passed after a fix (%s)',
    async (fault) => {
      const { projector, repaired } = projectorWith(fault);
      const met: unknown[] = [];
      const before = await write(agency(1), agency(2), AgencyMoved({ agencyId: 2, city: 'Pune' }));
      const at = await write(AgencyMoved({ agencyId: 1, city: 'Nowhere' }));
      const after = await write(agency(3), AgencyMoved({ agencyId: 2, city: 'Delhi' }));
      const readModels = await open({
        projectors: [projector],
        hooks: { onPoison: (poison) => met.push(poison) },
      });
      readModels.start();
      await stateIs(readModels, 'stopped');

      const status = await readModels.status();
      expect(status).toMatchObject({ position: before, eventsHandled: 3, state: 'stopped' });
      expect(status.lagSeconds).toBeGreaterThan(0);
      expect(status.poison).toMatchObject({
        ...{ stream: 'agency-1', revision: '1', type: 'AgencyMoved' },
        position: `${at.commit}/${at.prepare}`,
      });
      expect(JSON.stringify(status.poison)).not.toMatch(/Asha|Nowhere/);
      expect(await cityOf(readModels, 2)).toBe('Pune');
      expect(await cityOf(readModels, 3)).toBeUndefined();
      // Any process knows, also one that does not project.
      expect((await (await open({ projectors: [projector] })).status()).state).toBe('stopped');

      repaired.now = true;
      expect(await readModels.waitFor(after, TIMEOUT_MS)).toBe(true);
      await stateIs(readModels, 'live');
      expect((await readModels.status()).poison).toBeUndefined();
      expect(await cityOf(readModels, 1)).toBe('Nowhere');
      expect(await cityOf(readModels, 2)).toBe('Delhi');
      expect(met).toHaveLength(1);
    },
  );

  it('can be passed by another process that knows how; the one that stopped stands by then', async () => {
    const [faulty, repaired] = [projectorWith('throws'), projectorWith('throws')];
    repaired.repaired.now = true;
    const position = await write(agency(1), AgencyMoved({ agencyId: 1, city: 'Nowhere' }));
    const stopped = await open({ projectors: [faulty.projector] });
    stopped.start();
    await stateIs(stopped, 'stopped');
    const passing = await open({ projectors: [repaired.projector] });
    passing.start();
    expect(await stopped.waitFor(position, TIMEOUT_MS)).toBe(true);
    await stateIs(stopped, 'standby');
  });
});

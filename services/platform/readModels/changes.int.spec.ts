import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Changes } from './changes.js';
import { openReadModels, type ReadModels } from './readModels.js';
import { AgencyMoved, AgencyOpened, openAgencyFixture, record } from './testing/agencies.js';
import type { ReadModelFixture } from './testing/readModelFixture.js';

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

const open = async (): Promise<ReadModels> => {
  const readModels = await openReadModels(world);
  opened.push(readModels);
  return readModels;
};

const openAgency = (agencyId: number) =>
  record(world, AgencyOpened({ agencyId, city: 'Kochi', personal: { owner: 'Asha' } }));

/** What a process hears from now on: the records of each batch, or `everything`. */
const heardBy = (readModels: ReadModels): unknown[] => {
  const heard: unknown[] = [];
  readModels.onChanges(({ records, everything }: Changes) =>
    heard.push(everything ? 'everything' : Object.fromEntries(records)),
  );
  return heard;
};

const live = (readModels: ReadModels) =>
  expect.poll(async () => (await readModels.status()).state).toBe('live');

/** Ends the connections by which processes listen, as a restart of Postgres would. */
const loseListeners = () =>
  world.pool.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'waiting for%'`,
  );

/** A process that serves, and another one that projects. */
async function serving(): Promise<{ heard: unknown[]; projecting: ReadModels }> {
  const [projecting, asking] = [await open(), await open()];
  const heard = heardBy(asking);
  projecting.start();
  await live(projecting);
  // From where it listens; what was before, nobody knows.
  await expect.poll(() => heard).toContain('everything');
  await openAgency(1);
  await expect.poll(() => heard).toContainEqual({ agency: [1] });
  heard.length = 0;
  return { heard, projecting };
}

describe('a process that serves', () => {
  it('hears which records changed, whichever process projects', async () => {
    const { heard } = await serving();
    await openAgency(2);
    await record(world, AgencyMoved({ agencyId: 2, city: 'Pune' }));
    const ofTwo = () => heard.filter((one) => JSON.stringify(one) === '{"agency":[2]}').length;
    await expect.poll(ofTwo).toBeGreaterThan(0);
    expect(JSON.stringify(heard)).not.toMatch(/Pune|Kochi|Asha/);
  });

  it('can read what it hears of', async () => {
    const { projecting } = await serving();
    const city = new Promise((resolve) => {
      projecting.onChanges(({ records }) => {
        if (records.get('agency')?.includes(3)) {
          resolve(projecting.from('agencies').where({ id: 3 }).first());
        }
      });
    });
    await openAgency(3);
    expect(await city).toMatchObject({ city: 'Kochi' });
  });

  it('hears no more once it does not want to', async () => {
    const { heard, projecting } = await serving();
    const other: unknown[] = [];
    const end = projecting.onChanges((changes) => other.push(changes));
    end();
    await openAgency(4);
    await expect.poll(() => heard).toContainEqual({ agency: [4] });
    expect(other).toEqual([]);
  });

  it('takes everything to have changed after its connection was lost', async () => {
    const { heard } = await serving();
    await loseListeners();
    await openAgency(5);
    await expect.poll(() => heard).toContain('everything');
    heard.length = 0;
    await openAgency(6);
    // Perhaps in one batch with the one before.
    await expect.poll(() => JSON.stringify(heard)).toMatch(/"agency":\[(5,)?6\]/);
  });

  it('hears everything once a rebuild has taken its place, and nothing while it is built', async () => {
    const { heard, projecting } = await serving();
    await projecting.rebuild(() => undefined);
    await expect.poll(() => heard).toEqual(['everything']);
  });
});

describe('while the read models are built for the first time', () => {
  it('no records are named; once they are built, everything is', async () => {
    for (let id = 1; id <= 20; id += 1) await openAgency(id);
    const readModels = await open();
    const heard = heardBy(readModels);
    await expect.poll(() => heard).toEqual(['everything']);
    readModels.start();
    await live(readModels);
    await expect.poll(() => heard).toEqual(['everything', 'everything']);
  });
});

import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogPosition } from '../eventLog/eventLog.js';
import {
  type EventStoreDouble,
  startEventStoreDouble,
} from '../eventLog/eventStoreDb/testing/eventStoreDouble.js';
import { openReadModels, type ReadModels } from './readModels.js';
import { AgencyOpened, agencyEvents, agencyProjector, record } from './testing/agencies.js';
import { openReadModelFixture, type ReadModelFixture } from './testing/readModelFixture.js';

const TIMEOUT_MS = 20_000;

let database: TestDatabase;
let eventStore: EventStoreDouble;
let world: ReadModelFixture;
let readModels: ReadModels;

beforeEach(async () => {
  database = await makeTestDatabase();
  eventStore = await startEventStoreDouble();
  world = await openReadModelFixture({
    databaseUrl: database.url,
    eventStoreUrl: eventStore.url,
    projectors: [agencyProjector],
    definitions: agencyEvents,
  });
  readModels = await openReadModels(world);
  readModels.start();
});
afterEach(async () => {
  await readModels.stop();
  await world.close();
  await eventStore.stop();
  await database.drop();
});

const openAgency = async (agencyId: number): Promise<LogPosition> =>
  (await record(world, AgencyOpened({ agencyId, city: 'Kochi', personal: { owner: 'Asha' } })))
    .position;

const isShown = async (position: LogPosition): Promise<void> =>
  expect(await readModels.waitFor(position, TIMEOUT_MS)).toBe(true);

const stateIs = (state: string): Promise<void> =>
  expect.poll(async () => (await readModels.status()).state, { timeout: TIMEOUT_MS }).toBe(state);

const endConnections = (names: string) =>
  world.pool.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE $1`,
    [names],
  );

describe('servers that go away', () => {
  it('are not asked twice over a connection that they have ended', async () => {
    const { knex } = readModels;
    const ended = () => knex.raw('SELECT pg_terminate_backend(pg_backend_pid())');
    for (let round = 0; round < 20; round += 1) {
      await expect(ended()).rejects.toMatchObject({ code: '57P01' });
      expect((await knex.raw('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    }
  });

  it('are waited for: the event store, which starts again', async () => {
    await isShown(await openAgency(1));
    await eventStore.stop();
    await stateIs('waiting');
    expect(await readModels.status()).toMatchObject({ head: null, lagSeconds: null });
    const { port, events } = eventStore;
    eventStore = await startEventStoreDouble({ port, events });
    // An attempt to connect that began during the outage may still have to fail.
    await vi.waitFor(() => world.eventLog.head(), { timeout: TIMEOUT_MS });
    await isShown(await openAgency(2));
    await stateIs('live');
  });

  it('are waited for: Postgres, which ends the projector’s connection', async () => {
    await isShown(await openAgency(1));
    await endConnections('projector%');
    await isShown(await openAgency(2));
    await stateIs('live');
  });

  it('are waited for: Postgres, which ends the connection that listens', async () => {
    await isShown(await openAgency(1));
    await endConnections('waiting for%');
    await isShown(await openAgency(2));
  });

  it('leave nothing behind that hinders: a schema that was dropped is built anew', async () => {
    await isShown(await openAgency(1));
    await world.pool.query(`DROP SCHEMA ${readModels.schema} CASCADE`);
    await isShown(await openAgency(2));
    await stateIs('live');
    expect(await readModels.from('agencies').count({ n: '*' })).toEqual([{ n: 2 }]);
  });
});

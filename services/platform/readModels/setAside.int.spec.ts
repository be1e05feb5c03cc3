import { randomUUID } from 'node:crypto';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Appended, formatPosition } from '../eventLog/eventLog.js';
import { openReadModels, type ReadModels } from './readModels.js';
import { schemaInTheMaking } from './rebuild.js';
import { isAmong, listSetAside, takeBack } from './setAside.js';
import { setAside } from './setEventAside.js';
import { AgencyMoved, AgencyOpened, openAgencyFixture, record } from './testing/agencies.js';
import type { ReadModelFixture } from './testing/readModelFixture.js';

const TIMEOUT_MS = 30_000;
const DECISION = { by: 'ravi@crm-1', reason: 'forged on 3 May' };

let backend: TestBackend;
let world: ReadModelFixture;
let serving: ReadModels;

beforeEach(async () => {
  backend = await startTestBackend();
  world = await openAgencyFixture(backend);
  serving = await openReadModels(world);
  serving.start();
});
afterEach(async () => {
  await serving.stop();
  await world.close();
  await backend.stop();
});

const openAgency = (agencyId: number) =>
  record(world, AgencyOpened({ agencyId, city: 'Kochi', personal: { owner: 'Asha' } }));

/** As whoever has the credentials of the event store can append it. */
const appendBroken = (agencyId: number): Promise<Appended> =>
  world.eventLog.append(`agency-${agencyId}`, 'any', [
    { id: randomUUID(), type: 'AgencyMoved', data: { agencyId, city: 7 }, metadata: {} },
  ]);

const stateIs = (state: string): Promise<void> =>
  expect.poll(async () => (await serving.status()).state, { timeout: TIMEOUT_MS }).toBe(state);

const stopsAt = async ({ position }: Appended): Promise<string> => {
  const at = formatPosition(position);
  const poison = async () => (await serving.status()).poison?.position;
  await expect.poll(poison, { timeout: TIMEOUT_MS }).toBe(at);
  return at;
};

const isShown = async ({ position }: Appended): Promise<void> =>
  expect(await serving.waitFor(position, TIMEOUT_MS)).toBe(true);

const shownIds = (): Promise<number[]> => serving.from('agencies').orderBy('id').pluck('id');

const parts = () => ({
  ...{ pool: world.pool, eventLog: world.eventLog },
  schemas: [serving.schema, schemaInTheMaking(serving.schema)],
});

describe('an event that was set aside', () => {
  it('is passed, it alone: the next one that is broken stops the projector again', async () => {
    await openAgency(1);
    const broken = await appendBroken(1);
    const after = await openAgency(2);
    const at = await stopsAt(broken);

    expect(await setAside(parts(), at, DECISION)).toMatchObject({
      ...{ stream: 'agency-1', revision: '1', type: 'AgencyMoved', position: at },
      ...{ ...DECISION, failure: expect.stringContaining('its metadata is not ours') },
    });
    await isShown(after);
    await stateIs('live');
    expect(await shownIds()).toEqual([1, 2]);
    expect((await serving.status()).setAside).toMatchObject([{ position: at, ...DECISION }]);

    const second = await appendBroken(2);
    const last = await openAgency(3);
    const secondAt = await stopsAt(second);
    expect(await serving.waitFor(last.position, 0)).toBe(false);
    await setAside(parts(), secondAt, DECISION);
    await isShown(last);
    expect(await shownIds()).toEqual([1, 2, 3]);
  });

  it('is left out of a rebuild, until it is taken back', async () => {
    await openAgency(1);
    const at = await stopsAt(await appendBroken(1));
    await expect(serving.rebuild(() => undefined)).rejects.toMatchObject({
      code: 'rebuild-stopped',
    });
    await setAside(parts(), at, DECISION);
    await stateIs('live');
    await serving.rebuild(() => undefined);
    await isShown(await openAgency(2));
    expect(await shownIds()).toEqual([1, 2]);

    expect(await takeBack(world.pool, at, 'leela@crm-1')).toMatchObject({ position: at });
    expect(await listSetAside(world.pool)).toEqual([]);
    await expect(serving.rebuild(() => undefined)).rejects.toMatchObject({
      code: 'rebuild-stopped',
    });
    // Who did what stays recorded.
    const { rows } = await world.pool.query(
      'SELECT set_aside_by, reason, taken_back_by FROM set_aside.events',
    );
    expect(rows).toEqual([
      { set_aside_by: DECISION.by, reason: DECISION.reason, taken_back_by: 'leela@crm-1' },
    ]);
    await setAside(parts(), at, DECISION);
    await serving.rebuild(() => undefined);
  });

  it('is known by its id and its place, so that no other event passes for it', async () => {
    const [event] = [{ id: randomUUID(), stream: 'agency-1', revision: 1n }];
    const known = isAmong([
      {
        ...{ eventId: event.id, stream: event.stream, revision: '1', type: 'AgencyMoved' },
        ...{ position: '9/9', failure: 'broken', at: new Date(), ...DECISION },
      },
    ]);
    expect(known(event)).toBe(true);
    expect(known({ ...event, id: randomUUID() })).toBe(false);
    expect(known({ ...event, revision: 2n })).toBe(false);
    expect(known({ ...event, stream: 'agency-2' })).toBe(false);
  });
});

describe('an event that stops nobody', () => {
  it('cannot be set aside', async () => {
    const sound = await openAgency(1);
    await isShown(sound);
    const refused = { code: 'event-not-in-the-way' };
    const at = formatPosition(sound.position);
    await expect(setAside(parts(), at, DECISION)).rejects.toMatchObject(refused);
    await expect(setAside(parts(), '999999/999999', DECISION)).rejects.toMatchObject(refused);

    const broken = await stopsAt(await appendBroken(1));
    const behind = await record(world, AgencyMoved({ agencyId: 1, city: 'Pune' }));
    const behindAt = formatPosition(behind.position);
    await expect(setAside(parts(), behindAt, DECISION)).rejects.toMatchObject(refused);
    await setAside(parts(), broken, DECISION);
    await isShown(behind);
    await expect(takeBack(world.pool, behindAt, 'ravi')).rejects.toMatchObject({
      code: 'event-not-set-aside',
    });
  });
});

import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { differingSummaries } from './differingSummaries.js';
import { keyedRows } from './keyedRows.js';
import { dropOldSchemas, listReadSchemas } from './oldSchemas.js';
import { openReadModels, type ReadModels, type RebuildProgress } from './readModels.js';
import {
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
let serving: ReadModels;

beforeEach(async () => {
  backend = await startTestBackend({ hasReadModels: false });
  world = await openAgencyFixture(backend);
  serving = await openReadModels(world);
  serving.start();
});
afterEach(async () => {
  await serving.stop();
  await world.close();
  await backend.stop();
});

const isLive = (readModels: ReadModels): Promise<void> =>
  expect.poll(async () => (await readModels.status()).state, { timeout: TIMEOUT_MS }).toBe('live');

const collect = (agencyId: number, paise: number) =>
  record(world, PremiumCollected({ agencyId, day: '2026-04-01', paise }));

const differing = () => differingSummaries(world.pool, serving.schema, agencyProjector.tables);

/** Until they can be read. */
const fill = async (agencies: number): Promise<void> => {
  for (let id = 1; id <= agencies; id += 1) {
    await record(world, AgencyOpened({ agencyId: id, city: 'Kochi', personal: { owner: 'Asha' } }));
    const { position } = await collect(id, 100);
    if (id === agencies) expect(await serving.waitFor(position, TIMEOUT_MS)).toBe(true);
  }
};

describe('rebuilding the read models', () => {
  it('is seen by lookups that connections have planned once', async () => {
    await fill(20);
    await isLive(serving);
    const lookUp = async (keys: readonly number[]): Promise<number[]> => {
      const some = serving.from('agencies').select('id').orderBy('id');
      const keyed = { column: 'id', keys };
      const rows: { id: number }[] = await keyedRows(serving, 'some agencies', some, keyed);
      return rows.map(({ id }) => id);
    };
    // The first five times Postgres plans it for the very numbers.
    for (let time = 1; time <= 8; time += 1) expect(await lookUp([7, 3, 7, 99])).toEqual([3, 7]);
    const { rows } = await serving.knex.raw(
      'SELECT name, generic_plans > 0 AS reused FROM pg_prepared_statements',
    );
    expect(rows).toEqual([{ name: 'some agencies', reused: true }]);

    await serving.knex.withSchema(serving.schema).from('agencies').where('id', '>', 10).del();
    expect(await lookUp([3, 11])).toEqual([3]);
    const operator = await openReadModels(world);
    await operator.rebuild(() => {}).finally(() => operator.stop());
    expect(await lookUp([3, 11])).toEqual([3, 11]);
    expect(await lookUp([])).toEqual([]);
  });

  it('repairs what was damaged, while queries and writes go on', async () => {
    await fill(20);
    await isLive(serving);
    await serving.knex.withSchema(serving.schema).from('agencies').where('id', '>', 10).del();

    let running = true;
    let asked = 0;
    let mixed = 0;
    let collected = 2_000;
    const queries = async () => {
      while (running) {
        const [row] = await serving.from('agencies').count<{ n: number }[]>({ n: '*' });
        expect([10, 20]).toContain(row?.n);
        // Postgres finds the tables of a statement one after another: one statement may be overtaken
        // by the swap, and then reads of both schemas.
        if ((await differing()).length > 0) mixed += 1;
        asked += 1;
      }
    };
    const writes = async () => {
      while (running) {
        const { position } = await collect(1, 1);
        collected += 1;
        expect(await serving.waitFor(position, TIMEOUT_MS)).toBe(true);
        const row = await serving.from('collections').first();
        expect(row).toMatchObject({ paise: collected });
      }
    };
    const progress: RebuildProgress[] = [];
    const rebuilding = openReadModels(world).then(async (operator) => {
      await operator.rebuild((step) => progress.push(step)).finally(() => operator.stop());
      running = false;
    });
    await Promise.all([rebuilding, queries(), writes()]).finally(() => {
      running = false;
    });

    expect(asked).toBeGreaterThan(5);
    expect(mixed).toBeLessThanOrEqual(1);
    const [row] = await serving.from('agencies').count<{ n: number }[]>({ n: '*' });
    expect(row?.n).toBe(20);
    expect(progress.at(-1)).toMatchObject({ step: 'done', schema: serving.schema });
    expect(progress.map(({ step }) => step)).toEqual(
      expect.arrayContaining(['building', 'swapping', 'done']),
    );
    const { position } = await collect(1, 1);
    expect(await serving.waitFor(position, TIMEOUT_MS)).toBe(true);
    expect(await differing()).toEqual([]);
    expect(await serving.from('agencies_per_city').select('city', 'count')).toEqual([
      { city: 'Kochi', count: 20 },
    ]);
    expect((await listReadSchemas(world.pool, serving.schema)).map(({ use }) => use)).toEqual([
      'serving',
    ]);
  });

  it('makes good that an older copy of the log was accepted', async () => {
    await fill(2);
    await isLive(serving);
    await serving.knex
      .withSchema(serving.schema)
      .from('checkpoint')
      .update({ position: '99999999/99999999' });
    await collect(1, 1);
    await serving.rebuild(() => undefined);
    await isLive(serving);
    expect(await serving.from('collections').first()).toMatchObject({ receipts: 3, paise: 201 });
  });

  it('is refused while another one is at work', async () => {
    await fill(3);
    const operator = await openReadModels(world);
    // The swap of the first one waits for this lock, and projecting does not.
    const holder = await world.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(`LOCK TABLE ${serving.schema}.checkpoint IN ROW SHARE MODE`);
      let isAtWork = false;
      const first = operator.rebuild(() => {
        isAtWork = true;
      });
      await Promise.race([first, vi.waitFor(() => expect(isAtWork).toBe(true), TIMEOUT_MS)]);
      await expect(serving.rebuild(() => undefined)).rejects.toMatchObject({
        code: 'rebuild-running',
      });
      await holder.query('ROLLBACK');
      await first;
    } finally {
      // Closed, so that it holds no lock, however far this came.
      holder.release(true);
      await operator.stop();
    }
  });

  it('can be started again after it was ended halfway, and what serves is untouched', async () => {
    await fill(3);
    const ended = new AbortController();
    await expect(serving.rebuild(() => ended.abort(), ended.signal)).rejects.toMatchObject({
      code: 'rebuild-ended',
    });
    await serving.rebuild(() => undefined);
    const { position } = await collect(1, 1);
    expect(await serving.waitFor(position, TIMEOUT_MS)).toBe(true);
    expect(await serving.from('collections').first()).toMatchObject({ receipts: 4, paise: 301 });
  });
});

describe('schemas of other releases', () => {
  it('are listed and dropped, but never the one that serves or one that is still in use', async () => {
    const earlier = await openReadModels({
      ...world,
      projectors: [{ ...agencyProjector, version: 0 }],
    });
    earlier.start();
    await isLive(earlier);
    expect(await dropOldSchemas(world.pool, serving.schema)).toEqual({
      dropped: [],
      inUse: [earlier.schema],
    });
    await earlier.stop();
    expect(await listReadSchemas(world.pool, serving.schema)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: serving.schema, use: 'serving' }),
        expect.objectContaining({ name: earlier.schema, use: 'old' }),
      ]),
    );
    const rested = { restedMs: 60 * 60 * 1000 };
    expect((await dropOldSchemas(world.pool, serving.schema, rested)).dropped).toEqual([]);
    await expect
      .poll(() => dropOldSchemas(world.pool, serving.schema), { timeout: TIMEOUT_MS })
      .toMatchObject({ dropped: [earlier.schema] });
    expect((await listReadSchemas(world.pool, serving.schema)).map(({ name }) => name)).toEqual([
      serving.schema,
    ]);
  });
});

import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import fc from 'fast-check';
import knex from 'knex';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../postgres/session.js';
import { createBatch } from './batch.js';
import { tablesWithin } from './books.js';
import { differingSummaries } from './differingSummaries.js';
import { assertPairs } from './pairs.js';
import { connectProjector } from './projectorSession.js';
import { rowStatements } from './rowStatements.js';
import { indexSteps, tableStatements } from './schema.js';
import { startSummaries } from './summaries.js';
import type { Step } from './testing/covers.js';
import { relatives, relativesStep, relativesTables } from './testing/relatives.js';

const SCHEMA = 'fixture';

let database: TestDatabase;
let session: Session;
beforeAll(async () => {
  database = await makeTestDatabase();
  session = await connectProjector(database.url)('test');
});
afterAll(async () => {
  await session.end();
  await database.drop();
});
beforeEach(async () => {
  await session.client.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
  for (const statement of [
    ...tableStatements(SCHEMA, relativesTables.values()),
    ...Object.values(indexSteps(SCHEMA, relativesTables.values())).flat(),
  ]) {
    await session.client.query(statement);
  }
});

async function write(steps: readonly Step[]): Promise<void> {
  const { writer, changes } = createBatch(relativesTables);
  for (const one of steps) one(writer);
  for (const { text, values } of rowStatements(SCHEMA, changes)) {
    await session.client.query(text, values);
  }
}

const start = () => startSummaries(session, SCHEMA, relativesTables.values());
const differing = () => differingSummaries(session.client, SCHEMA, relativesTables.values());
const pairs = async (from = `${SCHEMA}.relatives_alike`) =>
  (await session.client.query(`SELECT * FROM ${from} AS pairs ORDER BY first_id, second_id`)).rows;

const person =
  (id: number, columns: Record<string, string | number | null> = {}): Step =>
  (rows) =>
    rows.put('relatives', { id, name: null, born: null, phone: '', owner_id: null, ...columns });

describe('pairs', () => {
  it('equal what their table shares after any batch', async () => {
    await start();
    let most = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(relativesStep, { maxLength: 8 }), { maxLength: 8 }),
        async (batches) => {
          await session.client.query(`DELETE FROM ${SCHEMA}.relatives`);
          for (const batch of batches) {
            await write(batch);
            expect(await differing()).toEqual([]);
            most = Math.max(most, (await pairs()).length);
          }
        },
      ),
      { numRuns: 60 },
    );
    expect(most).toBeGreaterThan(3);
  });

  it('say what two share, with names only where that is not said already', async () => {
    await start();
    const same = { name: 'Asha', born: '1980-01-01' };
    await write([person(1, { ...same, phone: '98470' }), person(2, same)]);
    await write([person(3, { name: 'Asha', phone: '98470' })]);
    expect(await pairs()).toEqual([
      { first_id: 1, second_id: 2, score: 60, reasons: ['nameAndBirthday'] },
      { first_id: 1, second_id: 3, score: 70, reasons: ['phone', 'name'] },
    ]);
  });

  it('go once more share a value than is said to be few, and come back with less', async () => {
    await write([1, 2, 3].map((id) => person(id, { phone: '98470' })));
    await start();
    expect(await pairs()).toHaveLength(3);
    await write([person(4, { phone: '98470' })]);
    expect(await pairs()).toEqual([]);
    await write([(rows) => rows.remove('relatives', 2)]);
    expect((await pairs()).map(({ first_id, second_id }) => [first_id, second_id])).toEqual([
      [1, 3],
      [1, 4],
      [3, 4],
    ]);
  });

  it('are left alone by a change of what does not count', async () => {
    await start();
    await write([person(1, { phone: '98470' }), person(2, { phone: '98470' })]);
    const versions = async () =>
      (await session.client.query(`SELECT ctid, xmin FROM ${SCHEMA}.relatives_alike`)).rows;
    const before = await versions();
    await write([(rows) => rows.patch('relatives', 1, { owner_id: 8 })]);
    expect(await versions()).toEqual(before);
  });

  it('of a book are those of which both are in it', async () => {
    await start();
    const phone = { phone: '98470' };
    await write([
      person(1, { ...phone, owner_id: 7 }),
      person(2, phone),
      person(3, { ...phone, owner_id: 8 }),
    ]);
    const within = tablesWithin({ ownerId: 7 }, knex({ client: 'pg' }), SCHEMA, relativesTables);
    expect(await pairs(within.relation('relatives_alike'))).toMatchObject([
      { first_id: 1, second_id: 2 },
    ]);
  });

  it('are refused by columns that are not there', () => {
    const by = [{ name: 'email', columns: ['email'], score: 1 }];
    expect(() => assertPairs({ ...relatives, pairs: { ...relatives.pairs, by } as never })).toThrow(
      'no column email',
    );
  });
});

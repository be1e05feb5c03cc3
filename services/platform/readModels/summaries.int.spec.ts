import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import fc from 'fast-check';
import knex from 'knex';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../postgres/session.js';
import { createBatch } from './batch.js';
import { tablesWithin } from './books.js';
import { differingSummaries } from './differingSummaries.js';
import type { Table } from './projector.js';
import { connectProjector } from './projectorSession.js';
import { rowStatements } from './rowStatements.js';
import { indexSteps, tableStatements } from './schema.js';
import { assertSummary, startSummaries } from './summaries.js';
import { coverStep, covers, coverTables, type Step } from './testing/covers.js';
import { ownedStep, ownedTables } from './testing/ownedCovers.js';

const SCHEMA = 'fixture';
const TALLIES = [
  ...['covers_per_kind', 'covers_per_month', 'covers_at_all', 'covers_noted'],
  'covers_latest',
];

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
    ...tableStatements(SCHEMA, coverTables.values()),
    ...Object.values(indexSteps(SCHEMA, coverTables.values())).flat(),
  ]) {
    await session.client.query(statement);
  }
});

const start = () => startSummaries(session, SCHEMA, coverTables.values());

async function write(
  steps: readonly Step[],
  schema = SCHEMA,
  tables: ReadonlyMap<string, Table> = coverTables,
): Promise<void> {
  const { writer, changes } = createBatch(tables);
  for (const one of steps) one(writer);
  for (const { text, values } of rowStatements(schema, changes)) {
    await session.client.query(text, values);
  }
}

const cover = (id: number, columns: Record<string, string | number | null> = {}): Step => {
  const active = { kind: 'motor', status: 'active', premium: 100, tax: '18.00' };
  return (rows) =>
    rows.put('covers', {
      ...{ id, ...active, starts_on: '2026-04-01', path_outside: null },
      ...columns,
    });
};

const differing = (schema = SCHEMA) =>
  differingSummaries(session.client, schema, coverTables.values());
const perKind = async () =>
  (await session.client.query(`SELECT * FROM ${SCHEMA}.covers_per_kind ORDER BY kind, status`))
    .rows;

describe('summaries', () => {
  it('equal their lists after any batch', async () => {
    await start();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(coverStep, { maxLength: 12 }), { maxLength: 6 }),
        async (batches) => {
          await session.client.query(`DELETE FROM ${SCHEMA}.covers`);
          for (const batch of batches) {
            await write(batch);
            expect(await differing()).toEqual([]);
          }
        },
      ),
      { numRuns: 80 },
    );
  });

  it('count a statement that makes some rows and replaces others', async () => {
    await start();
    await write([cover(1), cover(2, { premium: null, tax: null })]);
    await write([cover(2, { kind: 'health', premium: 7 }), cover(3, { premium: 50 })]);
    expect(await perKind()).toEqual([
      { kind: 'health', status: 'active', count: '1', premium: '7', tax: '18.00' },
      { kind: 'motor', status: 'active', count: '2', premium: '150', tax: '36.00' },
    ]);
    expect(await differing()).toEqual([]);
  });

  it('have no row for a group without rows', async () => {
    await start();
    await write([cover(1), cover(2, { tax: null })]);
    await write([(rows) => rows.remove('covers', 1)]);
    expect(await perKind()).toMatchObject([{ count: '1', premium: '100', tax: '0.00' }]);
    await write([(rows) => rows.remove('covers', 2)]);
    for (const name of TALLIES) {
      expect((await session.client.query(`TABLE ${SCHEMA}.${name}`)).rows).toEqual([]);
    }
  });

  it('keep the greatest value of a group, also when it goes or is lowered', async () => {
    await start();
    const latest = async () =>
      (await session.client.query(`SELECT * FROM ${SCHEMA}.covers_latest ORDER BY kind`)).rows;
    const day = (text: string) => new Date(`${text}T00:00:00`);
    await write([cover(1), cover(2, { starts_on: '2026-04-30', premium: null })]);
    expect(await latest()).toEqual([
      { kind: 'motor', count: '2', starts_on: day('2026-04-30'), premium: '100' },
    ]);
    await write([(rows) => rows.patch('covers', 2, { starts_on: '2026-03-31' })]);
    expect(await latest()).toMatchObject([{ starts_on: day('2026-04-01') }]);
    await write([(rows) => rows.remove('covers', 1)]);
    expect(await latest()).toMatchObject([{ starts_on: day('2026-03-31'), premium: null }]);
    await write([(rows) => rows.patch('covers', 2, { status: 'cancelled' })]);
    expect(await latest()).toEqual([]);
  });

  it('are left as they are by a change of other columns', async () => {
    await start();
    await write([cover(1), cover(2)]);
    const versions = () => session.client.query(`SELECT ctid, xmin FROM ${SCHEMA}.covers_per_kind`);
    const before = (await versions()).rows;
    await write([(rows) => rows.patch('covers', 1, { path_outside: 'called back' })]);
    expect((await versions()).rows).toEqual(before);
    expect(await differing()).toEqual([]);
  });

  it('that only count rows have nothing to do when some are updated', async () => {
    const table: Table = {
      ...{ name: 'parties', key: 'id', book: 'none', indexes: [] },
      columns: { id: { type: 'integer' }, name: { type: 'text' } },
      summaries: [{ name: 'parties_total', by: [] }],
    };
    const { client } = session;
    await client.query(`DROP SCHEMA ${SCHEMA} CASCADE`);
    for (const statement of tableStatements(SCHEMA, [table])) await client.query(statement);
    await startSummaries(session, SCHEMA, [table]);
    const { rows } = await client.query(
      `SELECT tgname FROM pg_trigger WHERE tgrelid = '${SCHEMA}.parties'::regclass ORDER BY 1`,
    );
    expect(rows.map(({ tgname }) => tgname)).toEqual([
      'parties_summarized_delete',
      'parties_summarized_insert',
    ]);
    await client.query(`INSERT INTO ${SCHEMA}.parties VALUES (1, 'Anu'), (2, 'Biju')`);
    await client.query(
      `INSERT INTO ${SCHEMA}.parties VALUES (2, 'Chitra'), (3, 'Devi')
       ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
    );
    expect(await differingSummaries(client, SCHEMA, [table])).toEqual([]);
    expect((await client.query(`SELECT count FROM ${SCHEMA}.parties_total`)).rows).toEqual([
      { count: '3' },
    ]);
  });

  it('are filled with what is there already, also when that is done again', async () => {
    await write([cover(1), cover(2, { status: 'expired', premium: null })]);
    expect(await differing()).toEqual(TALLIES);
    await start();
    expect(await differing()).toEqual([]);
    await write([cover(3)]);
    await start();
    expect(await differing()).toEqual([]);
  });

  it('go on under another name of their schema', async () => {
    await start();
    await write([cover(1)]);
    await session.client.query(`ALTER SCHEMA ${SCHEMA} RENAME TO test_serving`);
    // Another one under the old name, as the next rebuild makes it, must not be touched.
    for (const statement of tableStatements(SCHEMA, coverTables.values())) {
      await session.client.query(statement);
    }
    await write([cover(1, { kind: 'health' }), cover(2)], 'test_serving');
    expect(await differing('test_serving')).toEqual([]);
    expect(await perKind()).toEqual([]);
    await session.client.query('DROP SCHEMA test_serving CASCADE');
  });

  it('change and roll back with the transaction, and leave the search path alone', async () => {
    await start();
    await session.client.query('BEGIN');
    await write([cover(1)]);
    expect((await session.client.query('SHOW search_path')).rows).toEqual([
      { search_path: 'public' },
    ]);
    await session.client.query('ROLLBACK');
    expect(await perKind()).toEqual([]);
    expect(await differing()).toEqual([]);
  });
});

describe('summaries by owners', () => {
  beforeEach(async () => {
    await session.client.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
    for (const statement of tableStatements(SCHEMA, ownedTables.values())) {
      await session.client.query(statement);
    }
  });

  const writeOwned = (steps: readonly Step[]) => write(steps, SCHEMA, ownedTables);
  const differingOwned = () => differingSummaries(session.client, SCHEMA, ownedTables.values());
  const startOwned = () => startSummaries(session, SCHEMA, ownedTables.values());
  const perOwner = async () =>
    (
      await session.client.query(
        `SELECT kind, owner_key, count, premium FROM ${SCHEMA}.owned_per_kind
         ORDER BY kind, owner_key`,
      )
    ).rows;

  it('equal their lists after any batch, whoever comes, goes or is given away', async () => {
    await startOwned();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(ownedStep, { maxLength: 12 }), { maxLength: 6 }),
        async (batches) => {
          for (const table of ownedTables.keys()) {
            await session.client.query(`DELETE FROM ${SCHEMA}.${table}`);
          }
          for (const batch of batches) {
            await writeOwned(batch);
            expect(await differingOwned()).toEqual([]);
          }
        },
      ),
      { numRuns: 80 },
    );
  });

  it('follow the owner of a customer, also of one who comes after the rows', async () => {
    const owned =
      (customer_id: number, id: number): Step =>
      (rows) =>
        rows.put('owned_covers', { id, customer_id, kind: 'motor', premium: 100 });
    const person =
      (id: number, owner_id: number | null): Step =>
      (rows) =>
        rows.put('people', { id, owner_id });
    await writeOwned([owned(1, 1), owned(1, 2), owned(2, 3)]);
    await startOwned();
    expect(await perOwner()).toEqual([
      { kind: 'motor', owner_key: -1, count: '3', premium: '300' },
    ]);
    await writeOwned([person(1, 7), person(2, null)]);
    expect(await perOwner()).toEqual([
      { kind: 'motor', owner_key: 0, count: '1', premium: '100' },
      { kind: 'motor', owner_key: 7, count: '2', premium: '200' },
    ]);
    await writeOwned([(rows) => rows.patch('people', 1, { owner_id: 8 })]);
    await writeOwned([(rows) => rows.remove('people', 2)]);
    expect(await perOwner()).toEqual([
      { kind: 'motor', owner_key: -1, count: '1', premium: '100' },
      { kind: 'motor', owner_key: 8, count: '2', premium: '200' },
    ]);
  });

  it('have of a book what its rows add up to', async () => {
    await startOwned();
    await fc.assert(
      fc.asyncProperty(fc.array(ownedStep, { maxLength: 30 }), async (steps) => {
        await writeOwned(steps);
        const within = tablesWithin({ ownerId: 7 }, knex({ client: 'pg' }), SCHEMA, ownedTables);
        const sums = (from: string) =>
          `SELECT kind, sum(count)::text AS count, sum(premium)::text AS premium
           FROM ${from} AS parts GROUP BY kind ORDER BY kind`;
        const kept = await session.client.query(sums(within.relation('owned_per_kind')));
        const counted = await session.client.query(
          sums(
            `(SELECT kind, 1 AS count, coalesce(premium, 0) AS premium
              FROM ${within.relation('owned_covers')} AS rows WHERE kind <> 'travel')`,
          ),
        );
        expect(kept.rows).toEqual(counted.rows);
      }),
      { numRuns: 40 },
    );
  });

  it('are refused where rows belong to no customer', () => {
    const summary = { name: 'odd', by: [], ownedBy: 'people' };
    expect(() => assertSummary({ ...covers, book: 'none' }, summary)).toThrow('has owners');
  });
});

import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../postgres/session.js';
import { createBatch } from './batch.js';
import { differingSummaries } from './differingSummaries.js';
import type { Table } from './projector.js';
import { connectProjector } from './projectorSession.js';
import { rowStatements } from './rowStatements.js';
import { indexStatements, tableStatements } from './schema.js';
import { startSummaries } from './summaries.js';
import { coverStep, coverTables, type Step } from './testing/covers.js';

const SCHEMA = 'fixture';
const TALLIES = ['covers_per_kind', 'covers_per_month', 'covers_at_all', 'covers_noted'];

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
    ...indexStatements(SCHEMA, coverTables.values()),
  ]) {
    await session.client.query(statement);
  }
});

const start = () => startSummaries(session, SCHEMA, coverTables.values());

async function write(steps: readonly Step[], schema = SCHEMA): Promise<void> {
  const { writer, changes } = createBatch(coverTables);
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

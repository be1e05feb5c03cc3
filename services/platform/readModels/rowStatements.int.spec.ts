import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tableOfTakenKey } from '../postgres/failures.js';
import type { Session } from '../postgres/session.js';
import { createBatch } from './batch.js';
import { copiedRows } from './copiedRows.js';
import { connectProjector } from './projectorSession.js';
import { rowStatements } from './rowStatements.js';
import { tableStatements } from './schema.js';
import { type Step, step, tables } from './testing/anyStep.js';

let database: TestDatabase;
let session: Session;

beforeAll(async () => {
  database = await makeTestDatabase();
  session = await connectProjector(database.url)('test');
  for (const schema of ['singly', 'batched']) {
    for (const statement of tableStatements(schema, tables.values())) {
      await session.client.query(statement);
    }
  }
});
afterAll(async () => {
  await session.end();
  await database.drop();
});

async function write(schema: string, steps: readonly Step[]): Promise<void> {
  const { writer, changes } = createBatch(tables);
  for (const one of steps) one(writer);
  for (const { text, values } of rowStatements(schema, changes)) {
    await session.client.query(text, values);
  }
}

async function rowsOf(schema: string) {
  const policies = await session.client.query(`SELECT * FROM ${schema}.policies ORDER BY id`);
  const totals = await session.client.query(`SELECT * FROM ${schema}.totals ORDER BY day`);
  return { policies: policies.rows, totals: totals.rows };
}

it('Postgres comes to the same rows for a batch as for its steps one by one', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { maxLength: 12 }), { maxLength: 4 }),
      async (batches) => {
        await session.client.query(
          'TRUNCATE singly.policies, singly.totals, batched.policies, batched.totals',
        );
        for (const batch of batches) {
          for (const one of batch) await write('singly', [one]);
          await write('batched', batch);
        }
        expect(await rowsOf('batched')).toEqual(await rowsOf('singly'));
      },
    ),
    { numRuns: 60 },
  ));

it('copied rows are those that are inserted, and a key that is there is refused', async () => {
  await session.client.query('TRUNCATE singly.policies, batched.policies');
  const long = 'ലക്ഷ്മി '.repeat(2_000);
  const texts = ['\\N', 'a\tb\r\nc', long, 'back\\slash\\t', '"quoted", {braced}', long, ''];
  const steps = texts.map(
    (policyholder, id): Step =>
      (rows) =>
        rows.put('policies', { id, policyholder, note: null, claims: -1 }),
  );
  await write('singly', steps);

  const { writer, changes } = createBatch(tables);
  for (const one of steps) one(writer);
  const isCopied = () => true;
  expect(rowStatements('batched', changes, isCopied)).toEqual([]);
  const [rows] = copiedRows('batched', changes, isCopied);
  if (!rows) throw new Error('No rows to copy');
  await session.runTogether([rows]);

  expect((await rowsOf('batched')).policies).toEqual((await rowsOf('singly')).policies);
  const refusal = await session.runTogether([rows]).catch((error: unknown) => error);
  expect(tableOfTakenKey(refusal)).toBe('policies');
});

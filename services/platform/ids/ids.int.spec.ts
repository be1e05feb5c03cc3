import { randomUUID } from 'node:crypto';
import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.js';
import { openPostgres, type Pool } from '../postgres/postgres.js';
import { type Ids, openIds } from './ids.js';

let database: TestDatabase;
let pool: Pool;
let ids: Ids;

beforeAll(async () => {
  database = await makeTestDatabase();
  pool = openPostgres(database.url, { max: 10, logger: createLogger('silent') });
  ids = await openIds({ pool });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

describe('the number of a new record', () => {
  it('counts from 1, each kind for itself', async () => {
    expect(await ids.allocateId('customer', randomUUID())).toBe(1);
    expect(await ids.allocateId('customer', randomUUID())).toBe(2);
    expect(await ids.allocateId('policy', randomUUID())).toBe(1);
  });

  it('is the same when its command comes again, also many times at once', async () => {
    const commandId = randomUUID();
    const drawn = await Promise.all(
      Array.from({ length: 20 }, () => ids.allocateId('quotation', commandId)),
    );
    expect(new Set(drawn).size).toBe(1);
    const others = await Promise.all(
      Array.from({ length: 50 }, () => ids.allocateId('quotation', randomUUID())),
    );
    expect(new Set([...drawn, ...others]).size).toBe(51);
  });

  it('can be found by its command, and is not drawn for the asking', async () => {
    const commandId = randomUUID();
    expect(await ids.find('claim', commandId)).toBeNull();
    expect(await ids.allocateId('claim', commandId)).toBe(1);
    expect(await ids.find('claim', commandId)).toBe(1);
    expect(await ids.find('customer', commandId)).toBeNull();
  });

  it('may leave room for others, also above what the log holds', async () => {
    const draw = () => ids.allocateId('term', randomUUID(), 100);
    expect([await draw(), await draw()]).toEqual([100, 200]);
    await ids.lift('term', 1_300);
    expect(await draw()).toBe(1_400);
    await ids.lift('lifted', 500);
    expect(await ids.allocateId('lifted', randomUUID(), 100)).toBe(600);
  });

  it('is the one in the log, when what was drawn was lost or drawn anew since', async () => {
    const [lost, redrawn] = [randomUUID(), randomUUID()];
    await ids.allocateId('renewal', redrawn);
    await ids.record('renewal', lost, 71);
    await ids.record('renewal', redrawn, 72);
    expect(await ids.allocateId('renewal', lost)).toBe(71);
    expect(await ids.allocateId('renewal', redrawn)).toBe(72);
  });

  it('is above all that the log is known to hold', async () => {
    await ids.lift('document', 41);
    expect(await ids.allocateId('document', randomUUID())).toBe(42);
    await ids.lift('document', 10);
    expect(await ids.allocateId('document', randomUUID())).toBe(43);
  });

  it('can be drawn by processes that open the schema at the same moment', async () => {
    const fresh = await makeTestDatabase();
    const freshPool = openPostgres(fresh.url, { max: 10, logger: createLogger('silent') });
    const drawn = await Promise.all(
      Array.from({ length: 8 }, async () =>
        (await openIds({ pool: freshPool })).allocateId('customer', randomUUID()),
      ),
    );
    expect(drawn.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await freshPool.end();
    await fresh.drop();
  });

  it('may be of a kind that names a year', async () => {
    expect(await ids.allocateId('quotationsOf2026', randomUUID())).toBe(1);
    expect(await ids.allocateId('quotationsOf2027', randomUUID())).toBe(1);
  });

  it.each(['x"; DROP', '2026', 'quotations-2026', ''])(
    'is refused for a kind that is no plain word: %s',
    async (kind) => {
      await expect(ids.allocateId(kind, randomUUID())).rejects.toThrow('Not a kind');
    },
  );
});

import {
  addressThrough,
  type FaultyNetwork,
  networkTo,
} from '@insuremanager/deploy/testing/faultyNetwork';
import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.js';
import { openQueryBuilder } from '../readModels/queryBuilder.js';
import { inTransaction, openPostgres, query } from './postgres.js';
import { removeResponseTimeout } from './responseTimeout.js';
import { connectTo } from './session.js';

/** Short, so that the tests are. Milliseconds. */
const responseTimeoutMs = 500;
const logger = createLogger('silent');
const away = { kind: 'unavailable', code: 'unavailable' };

let database: TestDatabase;
let network: FaultyNetwork;
let url: string;

beforeEach(async () => {
  database = await makeTestDatabase();
  network = await networkTo(database.url);
  url = addressThrough(database.url, network);
});
afterEach(async () => {
  await network.close();
  await database.drop();
});

describe('a network that swallows what is sent to Postgres', () => {
  it('keeps no query waiting, nor what comes after it', async () => {
    const pool = openPostgres(url, { max: 1, logger, responseTimeoutMs });
    await query(pool, 'SELECT 1');
    network.swallow();
    await expect(query(pool, 'SELECT 1')).rejects.toMatchObject(away);
    network.heal();
    expect(await query(pool, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it('keeps no transaction waiting, and commits nothing of it', async () => {
    const pool = openPostgres(url, { max: 1, logger, responseTimeoutMs });
    await query(pool, 'CREATE TABLE written ()');
    const writing = inTransaction(pool, async (client) => {
      await client.query('INSERT INTO written DEFAULT VALUES');
      network.swallow();
      await client.query('INSERT INTO written DEFAULT VALUES');
    });
    await expect(writing).rejects.toMatchObject(away);
    network.heal();
    expect(await query(pool, 'SELECT FROM written')).toEqual([]);
    await pool.end();
  });

  it('keeps no query of a list waiting', async () => {
    const lists = openQueryBuilder(url, 1, responseTimeoutMs);
    await lists.raw('SELECT 1');
    network.swallow();
    await expect(lists.raw('SELECT 1')).rejects.toThrow('Connection terminated unexpectedly');
    network.heal();
    expect((await lists.raw('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await lists.destroy();
  });

  it('ends a session that only listens', async () => {
    const session = await connectTo(url, { responseTimeoutMs })('listening');
    const lost = new Promise<void>((resolve) =>
      session.lost.addEventListener('abort', () => resolve()),
    );
    network.swallow();
    await lost;
  });
});

describe('a Postgres that has nothing to say for long', () => {
  /** Long enough for any answer on a busy machine. Milliseconds. */
  const responseTimeoutMs = 2_000;
  const LONGER = 'SELECT pg_sleep(3)';

  it('is not given up by a session that may wait, nor while nothing is asked', async () => {
    const session = await connectTo(url, { responseTimeoutMs })('waiting');
    const { client, withoutLimit } = session;
    await withoutLimit(() => client.query(LONGER));
    expect(session.lost.aborted).toBe(false);
    await session.end();
    const pool = openPostgres(url, { max: 1, logger, responseTimeoutMs });
    const pid = 'SELECT pg_backend_pid() AS pid';
    const before = await query(pool, pid);
    // Asked over another connection, so that the pool's own is idle for long.
    const other = openPostgres(url, { max: 1, logger });
    await query(other, LONGER);
    expect(await query(pool, pid)).toEqual(before);
    await Promise.all([pool.end(), other.end()]);
  });

  it('is not given up by a connection that may wait, though its pool gives up', async () => {
    const pool = openPostgres(url, { max: 1, logger, responseTimeoutMs });
    const client = await pool.connect();
    removeResponseTimeout(client);
    await client.query(LONGER);
    client.release(true);
    await pool.end();
  });

  it('is given up by a session that may not', async () => {
    const { client, lost } = await connectTo(url, { responseTimeoutMs })('waiting');
    await expect(client.query('SELECT pg_sleep(60)')).rejects.toThrow('terminated');
    expect(lost.aborted).toBe(true);
  });
});

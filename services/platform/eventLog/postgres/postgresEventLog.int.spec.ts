import { randomUUID } from 'node:crypto';
import { databaseWithLog, startTableLog } from '@insuremanager/deploy/testing/tableLog';
import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isUnavailable } from '../../commands/appendWithRetry.js';
import { createLogger } from '../../logger.js';
import { openPostgres } from '../../postgres/postgres.js';
import type { EventLog, EventToAppend, StoredEvent } from '../eventLog.js';
import { describeEventLog } from '../testing/eventLogContract.spec.js';
import { ensureLogSchema, letAppend } from './logSchema.js';
import { openPostgresLog } from './postgresEventLog.js';

const logger = createLogger('silent');

describeEventLog('the log as a table', startTableLog);

const happened = (): EventToAppend => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  data: {},
  metadata: {},
});

describe('several processes at one log', () => {
  let database: TestDatabase;
  let admin: pg.Client;
  const logs: EventLog[] = [];
  beforeAll(async () => {
    database = await databaseWithLog();
    admin = await connected(database.url);
  });
  afterEach(() => Promise.all(logs.splice(0).map((log) => log.close())));
  afterAll(async () => {
    await admin?.end();
    await database?.drop();
  });

  const open = (options: { deadlineMs?: number; pollMs?: number } = {}): EventLog => {
    const log = openPostgresLog(database.url, { logger, ...options });
    logs.push(log);
    return log;
  };
  const endConnections = () =>
    admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'event log %'`,
    );

  it('deliver every event to every subscriber once, in one order, while connections are ended', async () => {
    const writers = [open(), open(), open()];
    const readers = [open({ pollMs: 100 }), open({ pollMs: 100 })];
    const ROUNDS = 100;
    const done = new AbortController();
    const seen = readers.map((log) => following(log, done.signal));
    const written = Promise.all(
      writers.flatMap((log) =>
        Array.from({ length: 4 }, async () => {
          const stream = `together-${randomUUID()}`;
          for (let round = 0; round < ROUNDS; round += 1) {
            const expected = round === 0 ? 'no-stream' : BigInt(round - 1);
            const event = happened();
            await untilAnswered(() => log.append(stream, expected, [event]));
          }
        }),
      ),
    );
    for (let ends = 0; ends < 5; ends += 1) {
      const { length } = seen[0] ?? [];
      await expect.poll(() => seen[0]?.length).toBeGreaterThan(length + 50);
      await endConnections();
    }
    await written;
    const { rows } = await admin.query<{ id: string; position: string }>(
      `SELECT id, position FROM log.events WHERE stream LIKE 'together-%' ORDER BY position`,
    );
    expect(rows).toHaveLength(3 * 4 * ROUNDS);
    for (const events of seen) {
      await expect.poll(() => events.length).toBe(rows.length);
      expect(events.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    }
    done.abort();
    // Positions have no gaps, whoever was ended in the middle of what.
    const positions = rows.map(({ position }) => Number(position));
    expect(Number(positions.at(-1)) - Number(positions[0])).toBe(rows.length - 1);
  });

  it('write all of a group but what Postgres does not take', async () => {
    const log = open();
    const unknownId = { ...happened(), id: 'no UUID' };
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    const outcomes = await Promise.allSettled([
      log.append('group-1', 'no-stream', [happened()]),
      log.append('group-2', 'no-stream', [unknownId]),
      log.append('group-3', 'no-stream', [{ ...happened(), data: cyclic }]),
      log.append('group-4', 'no-stream', [{ ...happened(), type: 'Nul\u0000' }]),
      log.append('group-5', 'no-stream', [happened(), happened()]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'],
    ]);
    expect(await log.readStream('group-5')).toHaveLength(2);
    expect(await log.readStream('group-2')).toEqual([]);
  });

  it('wait for one that is frozen in an append no longer than its limit', async () => {
    const frozen = await connected(
      `${database.url}?options=-c%20idle_in_transaction_session_timeout%3D400`,
    );
    const lost = new Promise((resolve) => frozen.once('error', resolve));
    await frozen.query('BEGIN');
    await frozen.query('SELECT log.lock_head()');
    const impatient = open({ deadlineMs: 100 }).append('held-up', 'any', [happened()]);
    await expect(impatient).rejects.toMatchObject({ kind: 'unavailable' });
    await open().append('held-up', 'any', [happened()]);
    await lost;
  });

  it('see what others wrote also where the notification of it was lost', async () => {
    const reader = open({ pollMs: 50 });
    const done = new AbortController();
    const seen = following(reader, done.signal);
    await expect.poll(() => listening()).toBeGreaterThan(0);
    await admin.query(
      `INSERT INTO log.events (position, stream, revision, id, type, data, metadata)
       SELECT log.lock_head() + 1, 'together-silent', 0, gen_random_uuid(), 'Silent', '{}', '{}'`,
    );
    await expect.poll(() => seen.at(-1)?.stream).toBe('together-silent');
    done.abort();
  });

  const listening = async (): Promise<number> => {
    const { rows } = await admin.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database()
       AND application_name = 'event log subscriptions'`,
    );
    return rows.length;
  };
});

/** Again while no answer comes: the log knows what it has. */
async function untilAnswered<Result>(append: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await append();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
}

/** All events of these tests from the beginning, as a subscriber that comes back has them. */
function following(log: EventLog, signal: AbortSignal): StoredEvent[] {
  const seen: StoredEvent[] = [];
  void (async () => {
    let after: StoredEvent['position'] | null = null;
    while (!signal.aborted) {
      try {
        for await (const batch of log.subscribe({ after, maxBatch: 50, signal })) {
          seen.push(...batch.filter(({ stream }) => stream.startsWith('together-')));
          after = batch.at(-1)?.position ?? after;
        }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  })();
  return seen;
}

describe('a log with an owner of its own', () => {
  let database: TestDatabase;
  let product: pg.Client;
  let admin: pg.Client;
  const user = `product_${randomUUID().slice(0, 8)}`;
  beforeAll(async () => {
    database = await makeTestDatabase();
    admin = await connected(database.url);
    await admin.query(`CREATE ROLE ${user} LOGIN PASSWORD 'secret'`);
    const owner = openPostgres(database.url, { max: 1, logger });
    // Twice, as at each start.
    for (let start = 0; start < 2; start += 1) {
      await ensureLogSchema(owner);
      await letAppend(owner, user);
    }
    await owner.end();
    const url = new URL(database.url);
    url.username = user;
    url.password = 'secret';
    product = await connected(url.href);
    const log = openPostgresLog(url.href, { logger });
    await log.append('kept', 'no-stream', [happened()]);
    await log.load([{ ...happened(), stream: 'loaded', revision: 0n }]);
    await log.close();
  });
  afterAll(async () => {
    await product?.end();
    await admin?.query(`DROP OWNED BY ${user}; DROP ROLE ${user}`);
    await admin?.end();
    await database?.drop();
  });

  it.each([
    'UPDATE log.events SET type = $$Forged$$',
    'DELETE FROM log.events',
    'TRUNCATE log.events',
    'ALTER TABLE log.events DISABLE TRIGGER append_only',
    'DROP TABLE log.events',
    'CREATE TABLE log.mine ()',
  ])('lets the product append, and refuses %s', async (statement) => {
    await expect(product.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    'UPDATE log.events SET type = $$Forged$$',
    'DELETE FROM log.events',
    'TRUNCATE log.events',
  ])('refuses %s to its owner, too', async (statement) => {
    await expect(admin.query(statement)).rejects.toThrow('The event log is append-only');
  });

  it('needs nothing of the product', async () => {
    const url = new URL(database.url);
    url.username = user;
    url.password = 'secret';
    const pool = openPostgres(url.href, { max: 1, logger });
    await ensureLogSchema(pool);
    await pool.end();
  });
});

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  client.on('error', () => undefined);
  return client;
}

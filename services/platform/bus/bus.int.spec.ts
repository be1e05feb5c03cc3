import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../logger.js';
import { inTransaction, openPostgres, type Pool, query } from '../postgres/postgres.js';
import { type EmbeddedBus, openEmbeddedBus } from './embeddedBus.js';
import {
  createRecorder,
  describeBus,
  newMessages,
  newTopic,
  WITHIN,
} from './testing/busContract.spec.js';

const whole = isExhaustive(import.meta.url);

const logger = createLogger('silent');
const DAY_MS = 24 * 60 * 60 * 1000;

describeBus(
  'the embedded bus',
  async () => {
    const database = await makeTestDatabase();
    const pools: Pool[] = [];
    return {
      async open() {
        const pool = openPostgres(database.url, { max: 4, logger });
        pools.push(pool);
        return openEmbeddedBus({ pool, databaseUrl: database.url, logger });
      },
      async stop() {
        await Promise.all(pools.map((pool) => pool.end()));
        await database.drop();
      },
    };
  },
  { isWhole: whole },
);

describe('the embedded bus in Postgres', () => {
  let database: TestDatabase;
  let pool: Pool;
  let bus: EmbeddedBus;
  beforeAll(async () => {
    database = await makeTestDatabase();
    pool = openPostgres(database.url, { max: 6, logger });
    bus = await openEmbeddedBus({ pool, databaseUrl: database.url, logger });
  });
  afterAll(async () => {
    await bus?.close();
    await pool?.end();
    await database?.drop();
  });

  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
  const countOf = async (topic: string): Promise<number> => {
    const rows = await query<{ count: number }>(
      pool,
      'SELECT count(*)::int FROM bus.messages WHERE topic = $1',
      [topic],
    );
    return rows[0]?.count ?? 0;
  };
  const connectionsOf = (group: string) =>
    query<{ pid: number }>(
      pool,
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
      [`bus ${group}`],
    );

  it('passes no message that a slower process is still publishing', async () => {
    const topic = newTopic();
    const { received, handle, has } = createRecorder();
    const consumer = bus.consume({ group: 'slow', topics: [topic], handle });
    const [first, second] = [newMessages(topic, 1), newMessages(topic, 1)];
    await bus.publish(first);
    await has(1);
    let later: Promise<void> | undefined;
    // A publisher that has its number and does not commit yet.
    await inTransaction(pool, async (client) => {
      await client.query(
        'UPDATE bus.topics SET last_sequence = last_sequence + 1 WHERE topic = $1',
        [topic],
      );
      later = bus.publish(second);
      await vi.waitFor(async () => {
        const waiting = await query(
          pool,
          `SELECT FROM pg_stat_activity WHERE datname = current_database()
           AND wait_event_type = 'Lock'`,
        );
        expect(waiting).toHaveLength(1);
      }, WITHIN);
      await client.query(
        `INSERT INTO bus.messages SELECT topic, 2, 'slow', 'id', type, 1, now(), '{}'
         FROM bus.messages WHERE topic = $1`,
        [topic],
      );
    });
    await later;
    await has(3);
    expect(received.map(({ key }) => key)).toEqual(['policy-1', 'slow', 'policy-1']);
    await consumer.stop();
  });

  it('stores all of a call or nothing of it', async () => {
    const [topic, other] = [newTopic(), newTopic()];
    const [good, wrong] = [newMessages(topic, 1), newMessages(other, 1, { schemaVersion: 0.5 })];
    await expect(bus.publish([...good, ...wrong])).rejects.toThrow();
    expect(await countOf(topic)).toBe(0);
    expect(await bus.lagOf('any', [topic, other])).toBe(0);
  });

  it('has one member of a group at work, and another takes over when that loses its connection', async () => {
    const topic = newTopic();
    const group = 'taken over';
    const at: string[] = [];
    const member = (name: string) =>
      bus.consume({ group, topics: [topic], handle: async () => void at.push(name) });
    const first = member('first');
    await bus.publish(newMessages(topic, 1));
    await vi.waitFor(() => expect(at).toEqual(['first']), WITHIN);
    const second = member('second');
    await vi.waitFor(async () => expect(await connectionsOf(group)).toHaveLength(2), WITHIN);
    await bus.publish(newMessages(topic, 20));
    await vi.waitFor(() => expect(at).toHaveLength(21), WITHIN);
    expect(new Set(at)).toEqual(new Set(['first']));
    await first.stop();
    await bus.publish(newMessages(topic, 1));
    await vi.waitFor(() => expect(at.at(-1)).toBe('second'), WITHIN);
    expect(second.problem()).toBeNull();
    for (const { pid } of await connectionsOf(group))
      await query(pool, 'SELECT pg_terminate_backend($1)', [pid]);
    await bus.publish(newMessages(topic, 1));
    await vi.waitFor(() => expect(at).toHaveLength(23), WITHIN);
    await second.stop();
  });

  it('says why a consumer waits, and goes on when Postgres takes it again', async () => {
    const topic = newTopic();
    const { received, handle, has } = createRecorder();
    const consumer = bus.consume({ group: 'away', topics: [topic], handle });
    await vi.waitFor(() => expect(consumer.problem()).toBeNull(), WITHIN);
    const url = new URL(database.url);
    const name = url.pathname.slice(1);
    url.pathname = '/postgres';
    const server = openPostgres(url.href, { max: 1, logger });
    const allow = (may: boolean) =>
      query(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${may}`);
    await allow(false);
    for (const { pid } of await connectionsOf('away'))
      await query(pool, 'SELECT pg_terminate_backend($1)', [pid]);
    await vi.waitFor(() => expect(consumer.problem()).not.toBeNull(), WITHIN);
    const messages = newMessages(topic, 2);
    await bus.publish(messages);
    await allow(true);
    await has(2);
    expect(received).toEqual(messages);
    await vi.waitFor(() => expect(consumer.problem()).toBeNull(), WITHIN);
    await consumer.stop();
    await server.end();
  });

  it('hands a message out ever more rarely while its offset cannot be stored', async () => {
    const [topic, quiet, group] = [newTopic(), newTopic(), 'full'];
    const { received, handle } = createRecorder();
    await query(
      pool,
      `CREATE FUNCTION bus.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE EXCEPTION USING errcode = 'disk_full', message = 'No space left'; END $$`,
    );
    await query(
      pool,
      `CREATE TRIGGER refuse BEFORE UPDATE ON bus.offsets FOR EACH ROW
       WHEN (NEW.group_name = 'full') EXECUTE FUNCTION bus.refuse()`,
    );
    const [message] = newMessages(topic, 1);
    const at: number[] = [];
    const consumer = bus.consume({
      group,
      topics: [topic, quiet],
      async handle(given) {
        at.push(performance.now());
        await handle(given);
      },
    });
    await bus.publish(message ? [message] : []);
    await vi.waitFor(() => expect(at.length).toBeGreaterThanOrEqual(6), WITHIN);
    // Without growing pauses it would be a third of a second.
    expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBeGreaterThan(750);
    expect(consumer.problem()).toContain('53100');
    await query(pool, 'DROP TRIGGER refuse ON bus.offsets');
    await vi.waitFor(() => expect(consumer.problem()).toBeNull(), WITHIN);
    expect(await bus.lagOf(group, [topic])).toBe(0);
    expect(new Set(received.map(({ id }) => id))).toEqual(new Set([message?.id]));
    await consumer.stop();
  });

  it('gives up a connection that hangs, and none that waits for messages', async () => {
    const [topic, group] = [newTopic(), 'hanging'];
    const { handle, has } = createRecorder();
    const queryTimeoutMs = 300;
    const impatient = await openEmbeddedBus({
      pool,
      databaseUrl: database.url,
      logger,
      queryTimeoutMs,
    });
    const consumer = impatient.consume({ group, topics: [topic], handle });
    await vi.waitFor(() => expect(consumer.problem()).toBeNull(), WITHIN);
    const [before] = await connectionsOf(group);
    // Idle for longer than a query may take.
    await vi.waitFor(async () => {
      const idle = await query(
        pool,
        `SELECT FROM pg_stat_activity WHERE pid = $1 AND state = 'idle'
           AND state_change < now() - make_interval(secs => $2)`,
        [before?.pid, (queryTimeoutMs * 2) / 1_000],
      );
      expect(idle).toHaveLength(1);
    }, WITHIN);
    expect(await connectionsOf(group)).toEqual([before]);
    await bus.publish(newMessages(topic, 1));
    await has(1);
    await inTransaction(pool, async (client) => {
      await client.query('LOCK TABLE bus.offsets');
      await bus.publish(newMessages(topic, 1));
      await vi.waitFor(
        async () => expect(await connectionsOf(group)).not.toEqual([before]),
        WITHIN,
      );
    });
    await vi.waitFor(async () => expect(await bus.lagOf(group, [topic])).toBe(0), WITHIN);
    await vi.waitFor(() => expect(consumer.problem()).toBeNull(), WITHIN);
    await impatient.close();
  });

  it('is unavailable where there is no Postgres', async () => {
    const url = 'postgres://nobody@127.0.0.1:9/none';
    const nowhere = openPostgres(url, { max: 1, logger });
    const away = openEmbeddedBus({ pool: nowhere, databaseUrl: url, logger });
    await expect(away).rejects.toMatchObject({ kind: 'unavailable' });
    await nowhere.end();
  });

  it('removes what every group has handled and is older than its time', async () => {
    const topic = newTopic();
    await bus.publish(newMessages(topic, 3));
    const { handle, has } = createRecorder();
    const first = bus.consume({ group: 'first', topics: [topic], handle });
    await has(3);
    await vi.waitFor(async () => expect(await bus.lagOf('first', [topic])).toBe(0), WITHIN);
    let failed = false;
    const second = bus.consume({
      group: 'second',
      topics: [topic],
      async handle() {
        failed = true;
        throw new Error('Never');
      },
    });
    await vi.waitFor(() => expect(failed).toBe(true), WITHIN);
    await second.stop();
    expect(await bus.removeExpired(inDays(6))).toBe(0);
    await bus.removeExpired(inDays(8));
    expect(await countOf(topic)).toBe(3);
    const again = bus.consume({ group: 'second', topics: [topic], handle });
    await has(6);
    await vi.waitFor(async () => expect(await bus.lagOf('second', [topic])).toBe(0), WITHIN);
    await bus.removeExpired(inDays(6));
    expect(await countOf(topic)).toBe(3);
    await bus.removeExpired(inDays(8));
    expect(await countOf(topic)).toBe(0);
    expect(await bus.lagOf('third', [topic])).toBe(0);
    await bus.publish(newMessages(topic, 1));
    await has(8);
    expect(await bus.lagOf('third', [topic])).toBe(1);
    await Promise.all([first.stop(), again.stop()]);
  });
});

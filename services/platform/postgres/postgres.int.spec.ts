import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.js';
import { ensureSchema } from './ensureSchema.js';
import { inTransaction, openPostgres, type Pool, query } from './postgres.js';
import { connectTo, inSession, type Session } from './session.js';

const logger = createLogger('silent');
let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await makeTestDatabase();
  pool = openPostgres(database.url, { max: 6, logger });
  await query(pool, 'CREATE TABLE note (id integer PRIMARY KEY)');
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

describe('a transaction', () => {
  it('keeps all of its work or none', async () => {
    await inTransaction(pool, (client) => client.query('INSERT INTO note VALUES (1)'));
    const failing = inTransaction(pool, async (client) => {
      await client.query('INSERT INTO note VALUES (2)');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await query(pool, 'SELECT id FROM note')).toEqual([{ id: 1 }]);
  });

  it('that loses its connection is refused, and the pool goes on', async () => {
    const lost = inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await query(pool, 'SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await client.query('INSERT INTO note VALUES (3)');
    });
    await expect(lost).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await query(pool, 'SELECT id FROM note')).toEqual([{ id: 1 }]);
  });
});

describe('a database that is not there', () => {
  it('is distinguished from a mistake in a statement', async () => {
    const nowhere = openPostgres('postgres://nobody@127.0.0.1:9/none', { max: 1, logger });
    await expect(query(nowhere, 'SELECT 1')).rejects.toMatchObject({ kind: 'unavailable' });
    await nowhere.end();
    await expect(query(pool, 'SELECT nothing')).rejects.toMatchObject({ code: '42703' });
  });
});

describe('a statement that comes again', () => {
  const planned = 'SELECT name, generic_plans FROM pg_prepared_statements';

  it('is planned once by a session, whatever its values are', async () => {
    const settings = ['plan_cache_mode=force_generic_plan'];
    const session = await connectTo(database.url, { settings })('test');
    for (const number of [1, 2, 3]) {
      const { rows } = await session.runPrepared('SELECT $1::int AS number', [number]);
      expect(rows).toEqual([{ number }]);
    }
    expect((await session.client.query(planned)).rows).toEqual([
      { name: 's0', generic_plans: '3' },
    ]);
    await session.end();
  });

  it('is not remembered when there are more of them than that pays for', async () => {
    const session = await connectTo(database.url)('test');
    for (let number = 0; number < 110; number += 1) {
      await session.runPrepared(`SELECT ${number}`, []);
    }
    expect((await session.client.query(planned)).rows).toHaveLength(100);
    await session.end();
  });

  it('is so by the connections of a pool', async () => {
    const statement = { name: 'numbers', text: 'SELECT $1::int AS number' };
    const one = openPostgres(database.url, { max: 1, logger });
    for (const number of [1, 2])
      expect(await query(one, statement, [number])).toEqual([{ number }]);
    expect(await query(one, planned)).toMatchObject([{ name: 'numbers' }]);
    await one.end();
  });
});

describe('statements that are sent together', () => {
  const insert = (id: number) => ({
    text: 'INSERT INTO together VALUES ($1::int)',
    values: [String(id)],
  });
  const rows = () => query(pool, 'SELECT id FROM together ORDER BY id');
  let session: Session;

  beforeEach(async () => {
    await query(pool, 'CREATE TABLE together (id integer PRIMARY KEY)');
    session = await connectTo(database.url)('test');
  });
  afterEach(async () => {
    await session.end();
    await query(pool, 'DROP TABLE together');
  });

  it('are one transaction', async () => {
    await session.runTogether([insert(1), insert(2), { text: 'SELECT 1', values: [] }]);
    expect(await rows()).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('leave nothing behind when one is refused, and can be sent again', async () => {
    const removal = { text: 'DELETE FROM together WHERE id = $1::int', values: ['1'] };
    await expect(session.runTogether([insert(1), insert(1)])).rejects.toMatchObject({
      code: '23505',
      table: 'together',
    });
    expect(await rows()).toEqual([]);
    await expect(
      session.runTogether([insert(1), { text: 'SELECT nothing', values: [] }, removal]),
    ).rejects.toMatchObject({ code: '42703' });
    await session.runTogether([insert(1), removal, insert(3)]);
    expect(await rows()).toEqual([{ id: 3 }]);
  });

  it('take copied rows among them, or refuse all where one of those is refused', async () => {
    const copy = (lines: string) => ({
      text: 'COPY together (id) FROM STDIN',
      ...{ values: [], lines: Buffer.from(lines) },
    });
    await session.runTogether([insert(1), copy('2\n3\n'), insert(4), copy('5\n')]);
    const five = [1, 2, 3, 4, 5].map((id) => ({ id }));
    expect(await rows()).toEqual(five);
    for (const refused of [copy('6\n5\n'), copy('six\n'), { ...copy('6\n'), text: 'COPY no' }]) {
      await expect(session.runTogether([insert(7), refused, insert(8)])).rejects.toThrow();
      expect(await rows()).toEqual(five);
    }
    await session.runTogether([copy('6\n')]);
    expect(await rows()).toEqual([...five, { id: 6 }]);
  });

  it('are planned once, where there are not too many of them', async () => {
    for (const id of [1, 2]) await session.runTogether([insert(id)]);
    for (let number = 0; number < 110; number += 1) {
      await session.runTogether([{ text: `SELECT ${number}`, values: [] }]);
    }
    const { rows: known } = await session.client.query('SELECT name FROM pg_prepared_statements');
    expect(known).toHaveLength(100);
  });

  it('belong to the transaction that is open', async () => {
    const given = inSession(session, async () => {
      await session.runTogether([insert(1)]);
      throw new Error('changed my mind');
    });
    await expect(given).rejects.toThrow('changed my mind');
    expect(await rows()).toEqual([]);
  });

  it('are refused when the connection is lost meanwhile', async () => {
    const { rows: own } = await session.client.query('SELECT pg_backend_pid() AS pid');
    const asleep = session.runTogether([insert(1), { text: 'SELECT pg_sleep(60)', values: [] }]);
    const refused = expect(asleep).rejects.toThrow();
    await query(pool, 'SELECT pg_terminate_backend($1)', [own[0].pid]);
    await refused;
    expect(await rows()).toEqual([]);
    await expect(session.runTogether([insert(2)])).rejects.toThrow();
  });
});

describe('a schema that lasts', () => {
  const first = 'CREATE TABLE lasting.thing (id integer)';
  const UNTIL_IT_MAY_END = `
    DO $$ BEGIN
      WHILE NOT EXISTS (SELECT FROM may_end) LOOP PERFORM pg_sleep(0.01); END LOOP;
    END $$`;

  it('is made once by many processes that start at the same moment', async () => {
    const schemas = ['lasting', ...Array.from({ length: 20 }, (_, nth) => `lasting_${nth}`)];
    for (const schema of schemas) {
      const step = first.replaceAll('lasting', schema);
      await Promise.all(Array.from({ length: 6 }, () => ensureSchema(pool, schema, [step])));
    }
    expect(await query(pool, 'SELECT * FROM lasting.thing')).toEqual([]);
  });

  it('takes the steps that a newer release adds', async () => {
    await query(pool, 'INSERT INTO lasting.thing VALUES (7)');
    await ensureSchema(pool, 'lasting', [first, 'ALTER TABLE lasting.thing ADD name text']);
    expect(await query(pool, 'SELECT * FROM lasting.thing')).toEqual([{ id: 7, name: null }]);
  });

  it('is changed while the older release works, which also starts again afterwards', async () => {
    const newer = [
      first,
      'ALTER TABLE lasting.thing ADD name text',
      'ALTER TABLE lasting.thing ADD more text',
    ];
    let isChanged = false;
    const working = (async () => {
      for (let id = 100; !isChanged || id < 200; id += 1) {
        await query(pool, 'INSERT INTO lasting.thing (id) VALUES ($1)', [id]);
      }
    })();
    await ensureSchema(pool, 'lasting', newer);
    await ensureSchema(pool, 'lasting', [first]);
    isChanged = true;
    await working;
    expect(await query(pool, 'SELECT more FROM lasting.thing WHERE id = 100')).toEqual([
      { more: null },
    ]);
  });

  it('is changed however long a step takes, which is said when it begins to and when it ends', async () => {
    const lines: string[] = [];
    const patient = openPostgres(database.url, {
      ...{ max: 1, responseTimeoutMs: 200 },
      logger: createLogger('info', {}, { write: (line) => lines.push(line) }),
    });
    const said = () => lines.map((line) => JSON.parse(line));
    const begun = { msg: 'A schema is changed, which takes long', schema: 'slow', step: 2 };
    await query(pool, 'CREATE TABLE may_end (id integer)');
    try {
      const changed = ensureSchema(patient, 'slow', ['SELECT 1', UNTIL_IT_MAY_END], {
        longMs: 1_000,
      });
      await expect.poll(said).toMatchObject([begun]);
      await query(pool, 'INSERT INTO may_end VALUES (1)');
      await changed;
      const ended = { msg: 'The schema is changed', schema: 'slow', step: 2 };
      expect(said()).toMatchObject([begun, { ...ended, seconds: expect.any(Number) }]);
      const stuck = query(patient, 'SELECT pg_sleep(60)');
      await expect(stuck, 'a query is still awaited no longer').rejects.toThrow();
    } finally {
      await patient.end();
    }
  });

  it('is not changed while somebody reads for long, so that nobody waits behind it', async () => {
    const steps = [first, 'SELECT 1', 'SELECT 1', 'ALTER TABLE lasting.thing ADD last text'];
    await inTransaction(pool, async (client) => {
      await client.query('SELECT count(*) FROM lasting.thing');
      await expect(ensureSchema(pool, 'lasting', steps)).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'schema-in-use',
      });
      await query(pool, 'INSERT INTO lasting.thing (id) VALUES (99)');
    });
    await ensureSchema(pool, 'lasting', steps);
    expect(await query(pool, 'SELECT last FROM lasting.thing WHERE id = 99')).toHaveLength(1);
  });
});

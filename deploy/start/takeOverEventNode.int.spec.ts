import { ensureLogSchema } from '@insuremanager/services/platform/eventLog/postgres/logSchema';
import { createLogger } from '@insuremanager/services/platform/logger';
import { openPostgres, type Pool } from '@insuremanager/services/platform/postgres/postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../testing/testBackend.js';
import { takeOverEventNode } from './takeOverEventNode.js';

const logger = createLogger('silent');
let database: TestDatabase;
let pool: Pool;
let said: string[];

/** As the node of the release before made it. */
const NODE_TABLE = `
  CREATE SCHEMA event_log;
  CREATE TABLE event_log.events (
    position bigint PRIMARY KEY, stream text COLLATE "C" NOT NULL, revision bigint NOT NULL,
    id uuid NOT NULL, type text NOT NULL, is_json boolean NOT NULL, data bytea NOT NULL,
    metadata bytea, created_micros bigint NOT NULL)`;

const put = (position: number, stream: string, revision: number, type: string, data: string) =>
  pool.query(
    `INSERT INTO event_log.events
     VALUES ($1, $2, $3, gen_random_uuid(), $4, true, $5, $6, 1767225600123456)`,
    [position, stream, revision, type, Buffer.from(data), Buffer.from('{"commandId":"c"}')],
  );

beforeEach(async () => {
  database = await makeTestDatabase();
  pool = openPostgres(database.url, { max: 1, logger });
  said = [];
  await ensureLogSchema(pool);
  await pool.query(NODE_TABLE);
  await put(1, '$users', 0, '$User', '"admin"');
  await put(2, 'customer-1', 0, 'CustomerRegistered', '{"name":"ലക്ഷ്മി \\u0000", "b": 1}');
  await put(3, '$$customer-1', 0, '$metadata', '{}');
  await put(4, 'customer-1', 1, 'CustomerDeleted', '{}');
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const takeOver = () => takeOverEventNode(pool, (line) => void said.push(line));
const taken = async () => (await pool.query('SELECT * FROM log.events ORDER BY position')).rows;

it('takes events over at their positions, less those of the node itself, once', async () => {
  await takeOver();
  expect(await taken()).toMatchObject([
    {
      ...{ position: '2', stream: 'customer-1', revision: '0', type: 'CustomerRegistered' },
      data: { name: 'ലക്ഷ്മി \u0000', b: 1 },
      metadata: { commandId: 'c' },
      stored_at: new Date(1767225600123),
    },
    { position: '4', stream: 'customer-1', revision: '1' },
  ]);
  expect(said.at(-1)).toBe('2 events were taken over and compared.');
  said = [];
  await takeOver();
  expect(said).toEqual([]);
  expect(await taken()).toHaveLength(2);
});

it('changes nothing where an event cannot be taken over, and says what to do', async () => {
  await put(5, 'customer-2', 0, 'CustomerRegistered', 'no JSON');
  await expect(takeOver()).rejects.toThrow(/Nothing was changed: start that release/);
  expect(await taken()).toEqual([]);
  const { rows } = await pool.query('SELECT count(*)::int AS left FROM event_log.events');
  expect(rows).toEqual([{ left: 5 }]);
});

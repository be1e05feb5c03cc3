import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { databaseWithLog } from '@insuremanager/deploy/testing/tableLog';
import type { TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openPostgresLog } from '../eventLog/postgres/postgresEventLog.js';
import { createLogger } from '../logger.js';
import { inTransaction, isUnreachable, openPostgres } from './postgres.js';
import { connectTo } from './session.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await databaseWithLog();
});
afterAll(() => database?.drop());

/** "Ready for query", which ends the beginning of a connection. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** What Postgres says to whom it ends the connection. */
function terminated(): Buffer {
  const fields = [
    'SFATAL',
    'VFATAL',
    'C57P01',
    'Mterminating connection due to administrator command',
  ];
  const said = Buffer.from(`${fields.map((field) => `${field}\0`).join('')}\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(said.length + 4, 1);
  return Buffer.concat([head, said]);
}

/** A way to Postgres on which the first connections are ended in the write that lets them in. */
async function endingAtOnce(connections: number): Promise<string> {
  const { hostname, port } = new URL(database.url);
  let left = connections;
  const server = createServer((client: Socket) => {
    const isEnded = left > 0;
    left -= 1;
    const upstream = connectSocket(Number(port), hostname);
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => client.destroy()).on('close', () => client.end());
    client.on('data', (bytes) => void upstream.write(bytes));
    upstream.on('data', (bytes) => {
      if (isEnded && bytes.subarray(-READY.length).equals(READY)) {
        client.end(Buffer.concat([bytes, terminated()]));
        upstream.destroy();
      } else client.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return url.href;
}

it('a log whose first connection is ended as it begins takes the next append', async () => {
  const log = openPostgresLog(await endingAtOnce(1), { logger: createLogger('silent') });
  onTestFinished(() => log.close());
  const append = () =>
    log.append('customer-1', 'no-stream', [
      { id: randomUUID(), type: 'SomethingHappened', data: {}, metadata: {} },
    ]);
  await expect(append()).rejects.toMatchObject({ kind: 'unavailable' });
  await append();
});

it('a transaction whose new connection is ended as it begins is refused, and the pool goes on', async () => {
  const pool = openPostgres(await endingAtOnce(1), { max: 2, logger: createLogger('silent') });
  onTestFinished(() => pool.end());
  const one = () => inTransaction(pool, (client) => client.query('SELECT 1 AS one'));
  await expect(one()).rejects.toMatchObject({ kind: 'unavailable' });
  expect((await one()).rows).toEqual([{ one: 1 }]);
});

it('a connection that is ended as it begins is none, and the next one serves', async () => {
  const connect = connectTo(await endingAtOnce(1));
  const refused = await connect('test').catch((error: unknown) => error);
  expect(isUnreachable(refused)).toBe(true);
  const session = await connect('test');
  expect(session.lost.aborted).toBe(false);
  expect((await session.client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await session.end();
});

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CustomerInput } from '@insuremanager/contracts/customers/customerFields';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import {
  type EventLog,
  formatPosition,
  type StoredEvent,
} from '@insuremanager/services/platform/eventLog/eventLog';
import { openEventLog } from '@insuremanager/services/platform/eventLog/eventStoreDb/eventStoreDb';
import { readLog } from '@insuremanager/services/platform/eventLog/readLog';
import { createLogger } from '@insuremanager/services/platform/logger';
import { startHeartbeat } from '@insuremanager/services/platform/operations/processes';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp } from '../backup/backUp.js';
import { restore } from '../backup/restore.js';
import { type EventNode, startEventNode } from '../embedded/eventNode/eventNode.js';
import { eventually, launch } from '../roles/testing/rolesUnderTest.js';
import { inPieces, silence } from '../testing/inPieces.js';
import {
  allRows,
  caughtUp,
  newMasterKey,
  type OpenBook,
  openBook,
  published,
  type Servers,
  startServers,
} from '../testing/liveBook.js';
import { makeTestDatabase } from '../testing/testBackend.js';
import { copyLog, EMBEDDED } from './copyLog.js';

const MINUTES = 60_000;
const logger = createLogger('silent');
const masterKey = newMasterKey();
const stops: (() => Promise<unknown>)[] = [];
/** One installation, on the log that comes with it at first. */
let installation: Servers;
let before: Awaited<ReturnType<typeof allRows>>;
let target: EventNode;
/** Back on the event store that comes with it. */
let home: Servers;
/** A backup of Postgres from before. */
let hourly: string;

/**
 * The address of a node as if it were a real server: it gets one append after the other, and its
 * positions are others.
 */
const asServer = ({ connectionString }: EventNode) =>
  connectionString.replace('tls=false', 'TLS=false');

async function startTarget(): Promise<EventNode> {
  const database = await makeTestDatabase();
  stops.push(database.drop);
  const node = await startEventNode({ databaseUrl: database.url });
  stops.push(node.stop);
  await onLog(node.connectionString, (log) =>
    log.append('statistics', 'any', [
      { id: randomUUID(), type: '$statistics', data: {}, metadata: {} },
    ]),
  );
  return node;
}

async function onLog<Result>(url: string, work: (log: EventLog) => Promise<Result>) {
  const log = openEventLog(url, { logger });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

const eventsIn = (url: string): Promise<StoredEvent[]> =>
  onLog(url, async (log) => {
    const events: StoredEvent[] = [];
    for await (const batch of readLog(log)) events.push(...batch);
    return events;
  });

const withoutPlace = (events: readonly StoredEvent[]) =>
  events.map(({ position: _, storedAt: __, ...event }) => event);

const on = ({ settings, ...servers }: Servers, eventStoreUrl: string | undefined): Servers => ({
  ...servers,
  settings: { ...settings, eventStoreUrl },
});

const copy = (to: string, from = installation) =>
  copyLog({
    ...{ settings: from.settings, target: to, logger, remark: silence },
    ended: new AbortController().signal,
  });

const register = ({ services }: OpenBook, name: string) => {
  const context = { commandId: randomUUID(), actor: systemActor, correlationId: 'test' };
  return services.customers.register(CustomerInput.parse({ name, phone: '9876543210' }), context);
};

async function reopened<Result>(servers: Servers, work: (book: OpenBook) => Promise<Result>) {
  const book = await openBook(servers);
  try {
    return await work(book);
  } finally {
    await book.close();
  }
}

const relayed = async (book: OpenBook): Promise<void> => {
  book.services.relay?.start();
  await published(book);
};

beforeAll(async () => {
  installation = await startServers(masterKey);
  stops.push(installation.stop);
  before = await reopened(installation, async (book) => {
    for (let number = 1; number <= 60; number += 1) await register(book, `Customer ${number}`);
    await relayed(book);
    return allRows(book);
  });
  target = await startTarget();
}, 5 * MINUTES);
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

describe('copying the log', () => {
  it(
    'is refused while the application runs',
    async () => {
      await reopened(installation, async ({ services }) => {
        const facts = {
          release: '1',
          readSchema: 'read',
          masterKeyIds: [],
          roles: async () => ({}),
        };
        const { pool } = services.platform;
        const heartbeat = await startHeartbeat({ pool, logger, ...facts });
        await expect(copy(asServer(target))).rejects.toThrow(/InsureManager is running/);
        await heartbeat.stop();
      });
      expect(await eventsIn(target.connectionString)).toEqual([]);
    },
    MINUTES,
  );

  it(
    'is refused into an event store with other events, which stays as it is',
    async () => {
      const other = await startTarget();
      const event = { id: randomUUID(), type: 'Happened', data: {}, metadata: {} };
      await onLog(other.connectionString, (log) => log.append('other', 'any', [event]));
      const there = await eventsIn(other.connectionString);
      await expect(copy(asServer(other))).rejects.toThrow(/holds other events, such as/);
      expect(await eventsIn(other.connectionString)).toEqual(there);
    },
    MINUTES,
  );

  it(
    'goes on after it was killed, and is the same log, event by event',
    async () => {
      const { databaseUrl = '', eventStoreUrl = '', dataDir } = installation.settings;
      // However fast it is, it cannot end before it is killed.
      const held = new pg.Client({ connectionString: databaseUrl });
      await held.connect();
      await held.query('BEGIN; LOCK TABLE relay.checkpoints IN ACCESS EXCLUSIVE MODE');
      const { child, ended } = launch('ops/main.js', ['copy-log', '--to', asServer(target)], {
        DATABASE_URL: databaseUrl,
        EVENTSTORE_URL: eventStoreUrl,
        DATA_DIR: dataDir,
        MASTER_KEY: masterKey.toString('hex'),
      });
      await eventually(
        async () => (await eventsIn(target.connectionString)).length > 0,
        'the first copies',
      );
      child.kill('SIGKILL');
      await ended();
      await held.end();
      // Half of it belongs to nobody: the installation goes on where it was.
      await reopened(installation, (book) => register(book, 'After the kill'));

      await inPieces([1], (remark, ended) =>
        copyLog({
          ...{ settings: installation.settings, target: asServer(target), logger },
          ...{ remark, ended },
        }),
      );
      const [source, copied] = await Promise.all(
        [eventStoreUrl, target.connectionString].map(eventsIn),
      );
      expect(withoutPlace(copied ?? [])).toEqual(withoutPlace(source ?? []));
      expect(copied?.[0]?.stream).toBe('log-identity');
    },
    5 * MINUTES,
  );

  it(
    'has the installation go on there: lists, commands, messages',
    async () => {
      await expect(openBook(installation)).rejects.toThrow(/was left behind/);
      const moved = on(installation, target.connectionString);
      await reopened(moved, async (book) => {
        const { platform } = book.services;
        const relays = await platform.pool.query(
          'SELECT position, last_event FROM relay.checkpoints',
        );
        const { position, last_event } = relays.rows[0];
        const stream = await platform.eventLog.readStream(last_event.stream);
        const last = stream.find(({ id }) => id === last_event.id);
        expect(position).toBe(last && formatPosition(last.position));
        const rows = await allRows(book);
        expect(rows.customers).toHaveLength((before.customers?.length ?? 0) + 1);
        expect(rows.customers?.slice(0, -1)).toEqual(before.customers);
        const { customer } = await register(book, 'On the server');
        expect(customer.id).toBe(62);
        await caughtUp(book);
        await relayed(book);
      });
    },
    2 * MINUTES,
  );

  it(
    'leads back into the event store that comes with the application',
    async () => {
      const moved = on(installation, target.connectionString);
      const there = await reopened(moved, allRows);
      const backups = await mkdtemp(join(tmpdir(), 'insuremanager-hourly-'));
      stops.push(() => rm(backups, { recursive: true }));
      hourly = join(backups, 'hourly');
      const said = { say: silence, remark: silence, ended: new AbortController().signal };
      await backUp({ settings: moved.settings, folder: hourly, only: 'postgres', ...said });
      const { databaseUrl = '' } = installation.settings;
      // Its own node holds the log as it was before: only what is new is copied.
      await installation.stopNode();
      const { document } = await copy(EMBEDDED, moved);
      expect(document).toMatchObject({ copiedNow: 1 });
      await expect(openBook(moved)).rejects.toThrow(/was left behind/);

      const node = await startEventNode({ databaseUrl });
      stops.push(node.stop);
      home = on(installation, node.connectionString);
      await reopened(home, async (book) => {
        expect(await allRows(book)).toEqual(there);
        await register(book, 'Back again');
      });
    },
    3 * MINUTES,
  );

  it(
    'goes on with a Postgres that is restored from before the log was copied',
    async () => {
      const database = await makeTestDatabase();
      stops.push(database.drop);
      const settings = { ...home.settings, databaseUrl: database.url };
      const { signal: ended } = new AbortController();
      await restore({ settings, folder: hourly, say: silence, remark: silence, ended });
      await reopened({ ...home, settings }, async (book) => {
        const { pool, eventLog } = book.services.platform;
        const relays = await pool.query('SELECT position, last_event FROM relay.checkpoints');
        const { position, last_event } = relays.rows[0];
        const stream = await eventLog.readStream(last_event.stream);
        const last = stream.find(({ id }) => id === last_event.id);
        expect(position).toBe(last && formatPosition(last.position));
        await relayed(book);
      });
    },
    2 * MINUTES,
  );
});

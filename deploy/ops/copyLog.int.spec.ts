import { randomUUID } from 'node:crypto';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import {
  type EventLog,
  formatPosition,
  type StoredEvent,
} from '@insuremanager/services/platform/eventLog/eventLog';
import {
  type EventStoreDouble,
  startEventStoreDouble,
} from '@insuremanager/services/platform/eventLog/eventStoreDb/testing/eventStoreDouble';
import { openEventLog } from '@insuremanager/services/platform/eventLog/openEventLog';
import { readLog } from '@insuremanager/services/platform/eventLog/readLog';
import { createLogger } from '@insuremanager/services/platform/logger';
import { startHeartbeat } from '@insuremanager/services/platform/operations/processes';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { copyLog, POSTGRES } from './copyLog.js';
import { verifyLogOf } from './verify/verifyLogOf.js';

const logger = createLogger('silent');
const masterKey = newMasterKey();
const stops: (() => Promise<unknown>)[] = [];
/** One installation, whose log is in its Postgres at first. */
let installation: Servers;
let before: Awaited<ReturnType<typeof allRows>>;
let target: EventStoreDouble;

/** With an event of its own, as a real server has them: so its positions are others than ours. */
async function startTarget(): Promise<EventStoreDouble> {
  const server = await startEventStoreDouble();
  stops.push(() => server.stop());
  await onLog(server.url, (log) =>
    log.append('statistics', 'any', [
      { id: randomUUID(), type: '$statistics', data: {}, metadata: {} },
    ]),
  );
  return server;
}

async function onLog<Result>(
  eventStoreUrl: string | undefined,
  work: (log: EventLog) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl = '' } = installation.settings;
  const log = await openEventLog({ databaseUrl, eventStoreUrl }, { logger });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

/** Of the table, where no event store is named. */
const eventsIn = (eventStoreUrl: string | undefined): Promise<StoredEvent[]> =>
  onLog(eventStoreUrl, async (log) => {
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
  return services.customers.create(CustomerInput.parse({ name, phone: '9876543210' }), context);
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

/** Adds what came to the tree of the log, signs it, and compares it with the log. */
async function signed({ services }: OpenBook) {
  const { signal: ended } = new AbortController();
  await services.logTree.extend(ended);
  await services.logTree.sign(new Date());
  const { document } = await verifyLogOf(services, { heads: [], line, ended });
  return document;
}
const line = { show: () => undefined, end: () => undefined };

beforeAll(async () => {
  installation = await startServers(masterKey);
  stops.push(installation.stop);
  before = await reopened(installation, async (book) => {
    for (let number = 1; number <= 60; number += 1) await register(book, `Customer ${number}`);
    await relayed(book);
    await signed(book);
    return allRows(book);
  });
  target = await startTarget();
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

describe('copying the log', () => {
  it('is refused while the application runs', async () => {
    await reopened(installation, async ({ services }) => {
      const facts = {
        release: '1',
        readSchema: 'read',
        masterKeyIds: [],
        roles: async () => ({}),
      };
      const { pool } = services.platform;
      const heartbeat = await startHeartbeat({ pool, logger, ...facts });
      await expect(copy(target.url)).rejects.toThrow(/InsureManager is running/);
      await heartbeat.stop();
    });
    expect(await eventsIn(target.url)).toEqual([]);
  });

  it('is refused into an event store with other events, which stays as it is', async () => {
    const other = await startTarget();
    const event = { id: randomUUID(), type: 'Happened', data: {}, metadata: {} };
    await onLog(other.url, (log) => log.append('other', 'any', [event]));
    const there = await eventsIn(other.url);
    await expect(copy(other.url)).rejects.toThrow(/holds other events, such as/);
    expect(await eventsIn(other.url)).toEqual(there);
  });

  it('goes on after it was killed, and is the same log, event by event', async () => {
    const { databaseUrl = '', dataDir } = installation.settings;
    // However fast it is, it cannot end before it is killed.
    const held = new pg.Client({ connectionString: databaseUrl });
    await held.connect();
    await held.query('BEGIN; LOCK TABLE relay.checkpoints IN ACCESS EXCLUSIVE MODE');
    const { child, ended } = launch('ops/main.js', ['copy-log', '--to', target.url], {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      MASTER_KEY: masterKey.toString('hex'),
    });
    await eventually(async () => (await eventsIn(target.url)).length > 0, 'the first copies');
    child.kill('SIGKILL');
    await ended();
    await held.end();
    // Half of it belongs to nobody: the installation goes on where it was.
    await reopened(installation, (book) => register(book, 'After the kill'));

    await inPieces([1], (remark, ended) =>
      copyLog({
        ...{ settings: installation.settings, target: target.url, logger },
        ...{ remark, ended },
      }),
    );
    const [source, copied] = await Promise.all([undefined, target.url].map(eventsIn));
    expect(withoutPlace(copied ?? [])).toEqual(withoutPlace(source ?? []));
    expect(copied?.[0]?.stream).toBe('log-identity');
  });

  it('has the installation go on there: lists, commands, messages', async () => {
    await expect(openBook(installation)).rejects.toThrow(/was left behind/);
    const moved = on(installation, target.url);
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
      const { record: customer } = await register(book, 'On the server');
      expect(customer.id).toBe(62);
      await caughtUp(book);
      await relayed(book);
      // What was signed of the log in Postgres holds for the copy.
      expect(await signed(book)).toMatchObject({ heads: 2, differences: 0 });
    });
  });

  it('leads back into Postgres, which holds the log as it was before', async () => {
    const moved = on(installation, target.url);
    const there = await reopened(moved, allRows);
    const { document } = await copy(POSTGRES, moved);
    expect(document).toMatchObject({ copiedNow: 1 });
    await expect(openBook(moved)).rejects.toThrow(/was left behind/);
    expect(withoutPlace(await eventsIn(undefined))).toEqual(
      withoutPlace(await eventsIn(target.url)),
    );
    await reopened(installation, async (book) => {
      expect(await allRows(book)).toEqual(there);
      await register(book, 'Back again');
      await relayed(book);
    });
  });
});

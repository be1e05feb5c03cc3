import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import type { EventLog, StoredEvent } from '@insuremanager/services/platform/eventLog/eventLog';
import { openEventStoreDb } from '@insuremanager/services/platform/eventLog/eventStoreDb/eventStoreDb';
import {
  type EventStoreDouble,
  startEventStoreDouble,
} from '@insuremanager/services/platform/eventLog/eventStoreDb/testing/eventStoreDouble';
import { readLog } from '@insuremanager/services/platform/eventLog/readLog';
import { createLogger } from '@insuremanager/services/platform/logger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isExhaustive } from '../testing/exhaustive.js';
import { whenPossible } from '../testing/liveBook.js';
import { makeTestDatabase } from '../testing/testBackend.js';
import { openServices, projectors, type Services } from './openServices.js';
import {
  allReady,
  environmentOf,
  eventually,
  launch,
  startProcess,
} from './testing/rolesUnderTest.js';

const whole = isExhaustive(import.meta.url);

const masterKey = Buffer.alloc(32, 7);
const logger = createLogger('silent');
const stops: (() => Promise<unknown>)[] = [];

/** A database, and an event store with a log of its own. */
async function startLog(): Promise<{ server: EventStoreDouble; databaseUrl: string }> {
  const database = await makeTestDatabase();
  stops.push(database.drop);
  return { server: await startServer({}), databaseUrl: database.url };
}

async function startServer(
  options: Parameters<typeof startEventStoreDouble>[0],
): Promise<EventStoreDouble> {
  const server = await startEventStoreDouble(options);
  stops.push(() => server.stop());
  return server;
}

/** One installation: its database, and the log that belongs to it. */
let own: Awaited<ReturnType<typeof startLog>>;

const open = (
  eventStoreUrl: string,
  more: Partial<Parameters<typeof openServices>[0]> = {},
): Promise<Services> =>
  openServices({ databaseUrl: own.databaseUrl, eventStoreUrl, masterKey, logger, ...more });

const register = ({ customers }: Services, name: string) => {
  const context = { commandId: randomUUID(), actor: systemActor, correlationId: 'test' };
  return customers.create(CustomerInput.parse({ name, phone: '9876543210' }), context);
};

async function registerProjected(services: Services, names: readonly string[]): Promise<void> {
  services.readModels.start();
  for (const name of names) {
    const { position } = await register(services, name);
    expect(position && (await services.readModels.waitFor(position, 60_000))).toBe(true);
  }
  // What they show is there before they are marked as complete: whoever stopped this projector in
  // between would leave a gateway without one unready for good.
  await eventually(services.readModels.isBuilt, 'the read models to be built');
}

/** Another installation, with so many customers. */
async function startOther(customers: number) {
  const other = await startLog();
  const services = await open(other.server.url, { databaseUrl: other.databaseUrl });
  const names = Array.from({ length: customers }, (_, index) => `Stranger ${index}`);
  await registerProjected(services, names);
  await services.close();
  return other;
}

async function onLog<Result>(
  { url }: EventStoreDouble,
  work: (log: EventLog) => Promise<Result>,
): Promise<Result> {
  const log = openEventStoreDb(url, { logger });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

/** Also of a server that has just been started where another one was. */
const eventsOf = (server: EventStoreDouble): Promise<StoredEvent[]> =>
  whenPossible(() =>
    onLog(server, async (log) => {
      const events: StoredEvent[] = [];
      for await (const batch of readLog(log)) events.push(...batch);
      return events;
    }),
  );

const checkpoint = async ({ readModels, platform }: Services): Promise<unknown> => {
  const { rows } = await platform.pool.query(
    `SELECT position, xmin::text FROM ${readModels.schema}.checkpoint`,
  );
  return rows[0];
};

beforeAll(async () => {
  own = await startLog();
  const services = await open(own.server.url);
  await registerProjected(services, ['Asha', 'Biju', 'Chitra']);
  await services.close();
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

describe('a log that is not the one of the database', () => {
  const strangers = [
    ['is longer', 6, /holds the log [0-9a-f-]{36}, but this database belongs to the log/],
    ['is shorter', 1, /holds the log [0-9a-f-]{36}, but this database belongs to the log/],
    ['is empty', 0, /is empty, but this database belongs to the log/],
  ] as const;

  it.each(whole ? strangers : strangers.slice(0, 1))(
    'and %s is refused before anything is read or written',
    async (_case, customers, sentence) => {
      const other = customers > 0 ? await startOther(customers) : await startLog();
      const before = await eventsOf(other.server);
      await expect(open(other.server.url)).rejects.toThrow(sentence);
      expect(await eventsOf(other.server)).toEqual(before);
    },
  );

  it.runIf(whole)(
    'ends every process at its start, and every command of operators, with a sentence',
    async () => {
      const other = await startOther(1);
      const before = await eventsOf(other.server);
      const folder = await mkdtemp(join(tmpdir(), 'insuremanager-wrong-log-'));
      stops.push(() => rm(folder, { recursive: true }));
      const environment = environmentOf({
        databaseUrl: own.databaseUrl,
        eventStoreUrl: other.server.url,
        masterKey,
        smtpUrl: 'smtp://127.0.0.1:9',
      });
      const started = [
        launch('roles/serve.js', ['all'], environment),
        launch('roles/migrate.js', [], environment),
        launch('ops/main.js', ['verify', '--no-files'], environment),
        launch('ops/main.js', ['backup', join(folder, 'backup')], environment),
      ];
      for (const { ended, said } of started) {
        expect(await ended(), said()).not.toBe(0);
        expect(said()).toContain('this database belongs to the log');
      }
      expect(await eventsOf(other.server)).toEqual(before);
    },
  );

  it('is refused by a new database, which has none of its keys', async () => {
    const database = await makeTestDatabase();
    stops.push(database.drop);
    const opening = open(own.server.url, { databaseUrl: database.url });
    await expect(opening).rejects.toThrow(/this database is new and belongs to no log/);
  });
});

describe('a log that is exchanged while processes run', () => {
  it('stops them from reading and writing until the right one is back', async () => {
    const other = await startOther(5);
    const services = await open(own.server.url);
    try {
      await registerProjected(services, ['Devika']);
      const before = {
        checkpoint: await checkpoint(services),
        events: await eventsOf(other.server),
      };
      const { port, events } = own.server;
      await own.server.stop();
      await other.server.stop();
      const inItsPlace = await startServer({ port, events: other.server.events });
      await eventually(() => services.platform.logProblem() !== null, 'the wrong log to be met');
      expect(services.platform.logProblem()).toContain('belongs to the log');
      await expect(register(services, 'Lost')).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'wrong-log',
      });
      expect(await checkpoint(services)).toEqual(before.checkpoint);
      expect(await eventsOf(inItsPlace)).toEqual(before.events);

      await inItsPlace.stop();
      own.server = await startServer({ port, events });
      await eventually(() => services.platform.logProblem() === null, 'the right log');
      await eventually(
        () =>
          register(services, 'Found').then(
            () => true,
            () => false,
          ),
        'a command',
      );
    } finally {
      await services.close();
    }
  });

  it.runIf(whole)('is met by a gateway that nobody uses, which is not ready then', async () => {
    const other = await startOther(2);
    const environment = environmentOf({
      databaseUrl: own.databaseUrl,
      eventStoreUrl: own.server.url,
      masterKey,
      smtpUrl: 'smtp://127.0.0.1:9',
    });
    const gateway = await startProcess('gateway', 'gateway', environment);
    stops.push(gateway.kill);
    await allReady([gateway]);
    const { port, events } = own.server;
    await own.server.stop();
    await other.server.stop();
    const inItsPlace = await startServer({ port, events: other.server.events });
    await eventually(async () => !(await gateway.isReady()), 'the gateway to say no');
    const sentence = 'this database belongs to the log';
    await eventually(() => gateway.said().includes(sentence), 'the reason in its log');
    await inItsPlace.stop();
    own.server = await startServer({ port, events });
    await eventually(gateway.isReady, 'the gateway to be ready again');
    await gateway.stop();
  });
});

describe('an older copy of the log', () => {
  /** Without the last two events, but with so many others instead. */
  async function startOlderCopy(others: number) {
    const copy = await startLog();
    const events = await eventsOf(own.server);
    await onLog(copy.server, async (log) => {
      for (const { stream, revision, ...event } of events.slice(0, -2)) {
        const expected = revision === 0n ? 'no-stream' : revision - 1n;
        await log.append(stream, expected, [event as never]);
      }
      for (let index = 0; index < others; index += 1) {
        const other = { id: randomUUID(), type: 'ValueReleased', data: {}, metadata: {} };
        await log.append(`other-${index}`, 'no-stream', [other]);
      }
    });
    return copy;
  }

  it('is refused, until read models are made from it', async () => {
    const copy = await startOlderCopy(0);
    const { url } = copy.server;
    const refusal = /older copy .* lacks the event at \d+\/\d+/;
    await expect(open(url)).rejects.toThrow(refusal);
    // Lists of another release have not begun, but those of this one have come further.
    const next = projectors.map((projector) => ({ ...projector, version: 1_000 }));
    await expect(open(url, { projectors: next })).rejects.toThrow(refusal);
    const services = await open(url, { isOlderLogAccepted: true });
    await services.readModels.rebuild(() => undefined);
    await services.close();
    await (await open(url)).close();
    await expect(open(own.server.url)).resolves.toHaveProperty('close');
  });

  it.runIf(whole)('is refused likewise when it has grown beyond what was read', async () => {
    const lists = await open(own.server.url);
    await registerProjected(lists, ['Gita']);
    await lists.close();
    const copy = await startOlderCopy(20);
    const before = await eventsOf(copy.server);
    const { url } = copy.server;
    await expect(open(url)).rejects.toThrow(/older copy .* lacks the event at/);
    expect(await eventsOf(copy.server)).toEqual(before);
  });

  it.runIf(whole)(
    'is met by a process that runs, which goes on when the newer one is back',
    async () => {
      const services = await open(own.server.url);
      try {
        await registerProjected(services, ['Hema']);
        const copy = await startOlderCopy(20);
        const { port, events } = own.server;
        await own.server.stop();
        await copy.server.stop();
        const inItsPlace = await startServer({ port, events: copy.server.events });
        await eventually(() => services.platform.logProblem() !== null, 'the older copy to be met');
        expect(services.platform.logProblem()).toContain('an older copy of the log');
        await expect(register(services, 'Lost')).rejects.toMatchObject({ code: 'wrong-log' });
        await inItsPlace.stop();
        own.server = await startServer({ port, events });
        await eventually(() => services.platform.logProblem() === null, 'the right log');
      } finally {
        await services.close();
      }
    },
  );
});

describe('a new database and an empty log', () => {
  it('become each other’s, whichever of the processes that start at once is first', async () => {
    const fresh = await startLog();
    const { databaseUrl, server } = fresh;
    const all = await Promise.all([1, 2, 3].map(() => open(server.url, { databaseUrl })));
    const [first, ...others] = await eventsOf(server);
    expect(first).toMatchObject({ stream: 'log-identity', type: 'LogCreated', revision: 0n });
    expect(others).toEqual([]);
    for (const services of all) await services.close();
  });

  it.runIf(whole)('do so also when the first process died before it wrote', async () => {
    const { databaseUrl, server } = await startLog();
    const first = await open(server.url, { databaseUrl });
    await first.platform.pool.query('UPDATE log_identity.log SET begun_at = NULL');
    await first.close();
    await (await open(server.url, { databaseUrl })).close();
    expect(await eventsOf(server)).toHaveLength(1);
  });
});

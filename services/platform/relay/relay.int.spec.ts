import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { startTableLog } from '@insuremanager/deploy/testing/tableLog';
import {
  makeTestDatabase,
  startTestBackend,
  type TestBackend,
  type TestDatabase,
} from '@insuremanager/deploy/testing/testBackend';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingBus, type RecordingBus } from '../bus/testing/recordingBus.js';
import type { EventLog } from '../eventLog/eventLog.js';
import { openEventLog } from '../eventLog/openEventLog.js';
import { createLogger } from '../logger.js';
import { createBusMessages } from './busMessages.js';
import { openRelay, type Relay, type RelayOptions } from './relay.js';
import { relayStatus } from './relayStatus.js';
import {
  countParked,
  discardParked,
  ensureRelaySchema,
  listParked,
  retryParked,
  setCheckpoint,
} from './relayStore.js';
import {
  append,
  definitions,
  deleted,
  inShort,
  registered,
  rejected,
  relayParts,
  reserved,
  verified,
} from './testing/relayFixture.js';

let database: TestDatabase;
let eventLog: EventLog;
let stopLogs: (() => Promise<void>)[] = [];
let parts: ReturnType<typeof relayParts>;
let bus: RecordingBus;
let opened: Relay[] = [];
let names = 0;
let name: string;

beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database?.drop());

beforeEach(async () => {
  // A relay of its own for each test, over a log of its own.
  names += 1;
  name = `relay ${names}`;
  eventLog = await startLog();
  parts = relayParts(database.url, eventLog);
  bus = createRecordingBus();
});
afterEach(async () => {
  for (const relay of opened) await relay.stop();
  opened = [];
  for (const stop of stopLogs) await stop();
  stopLogs = [];
  await parts.pool.end();
});

const startLog = async (): Promise<EventLog> => {
  const { log, stop } = await startTableLog();
  stopLogs.push(stop);
  return log;
};

const open = async (changes: Partial<RelayOptions> = {}): Promise<Relay> => {
  const relay = await openRelay({ ...parts, name, bus, ...changes });
  opened.push(relay);
  return relay;
};
const start = async (changes: Partial<RelayOptions> = {}): Promise<Relay> => {
  const relay = await open(changes);
  relay.start();
  return relay;
};

const stored = (): string[] => bus.stored.map(inShort);
const isCaughtUp = async (relay: Relay): Promise<void> => {
  const status = () => relay.status();
  await expect.poll(status).toMatchObject({ state: 'live', lagEvents: 0, lagSeconds: 0 });
};
const parked = async () =>
  (await listParked(parts.pool, name)).map(({ stream, type, reason }) => ({
    stream,
    type,
    reason,
  }));
const killSession = () =>
  parts.pool.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1`,
    [`relay ${name}`],
  );

describe('the relay', () => {
  it('publishes the messages of all events in the order of the log, and what comes', async () => {
    await append(eventLog, 'customer-1', registered(1), verified(1));
    await append(eventLog, 'uniqueUsername-1', reserved());
    await append(eventLog, 'customer-2', registered(2));
    const relay = await start({ maxBatch: 2 });
    await isCaughtUp(relay);
    await append(eventLog, 'customer-1', deleted(1));
    await isCaughtUp(relay);
    expect(stored()).toEqual([
      'customer-1 CustomerRegistered',
      'customer-1 CustomerKycStatusChanged',
      'customer-2 CustomerRegistered',
      'customer-1 CustomerDeleted',
    ]);
    expect(await relay.status()).toMatchObject({ eventsHandled: 5, parked: { events: 0 } });
  });

  it('lets events gather that nobody is to hear of, and records them together', async () => {
    const maxBatch = 100;
    const taken: number[] = [];
    const counted: EventLog = {
      ...eventLog,
      async *subscribe(options) {
        for await (const events of eventLog.subscribe(options)) {
          // Who asks how far it is reads the log as well.
          if (options.maxBatch === maxBatch) taken.push(events.length);
          yield events;
        }
      },
    };
    const appendSilent = () => append(eventLog, 'uniqueUsername-1', reserved());
    await appendSilent();
    // Longer than the test: it rests until it is stopped.
    const relay = await start({ eventLog: counted, maxBatch, restMs: 600_000 });
    await isCaughtUp(relay);
    for (let more = 0; more < 3; more += 1) await appendSilent();
    expect(taken).toEqual([1]);
    await relay.stop();
    relay.start();
    await isCaughtUp(relay);
    expect(taken).toEqual([1, 3]);
  });

  it('publishes after a restart what was appended meanwhile, and nothing twice', async () => {
    const relay = await start();
    await append(eventLog, 'customer-1', registered(1));
    await isCaughtUp(relay);
    await relay.stop();
    await append(eventLog, 'customer-1', verified(1));
    await isCaughtUp(await start());
    expect(stored()).toEqual([
      'customer-1 CustomerRegistered',
      'customer-1 CustomerKycStatusChanged',
    ]);
  });

  it('works in one process at a time; another goes on when that one ends', async () => {
    const [one, other] = [await start({ maxBatch: 1 }), await start({ maxBatch: 1 })];
    const states = async () => [(await one.status()).state, (await other.status()).state].sort();
    await expect.poll(states).toEqual(['live', 'standby']);
    for (const id of [1, 2, 3]) await append(eventLog, `customer-${id}`, registered(id));
    const [atWork, standby] = (await one.status()).state === 'live' ? [one, other] : [other, one];
    await isCaughtUp(atWork);
    expect(await standby.status()).toMatchObject({ state: 'standby', lagEvents: 0 });
    await atWork.stop();
    await append(eventLog, 'customer-4', registered(4));
    await isCaughtUp(standby);
    expect(stored()).toEqual([1, 2, 3, 4].map((id) => `customer-${id} CustomerRegistered`));
  });

  it('can be looked at from another process', async () => {
    const look = () => relayStatus({ ...parts, name });
    await append(eventLog, 'customer-1', registered(1), verified(1));
    const relay = await open();
    expect(await look()).toMatchObject({ state: 'waiting', reason: 'not started', lagEvents: 2 });
    relay.start();
    await isCaughtUp(relay);
    expect(await look()).toMatchObject({ state: 'live', reason: null, lagEvents: 0 });
  });
});

describe('a bus that is away', () => {
  it('is waited for, and then has everything in order', async () => {
    const relay = await start({ maxBatch: 2 });
    await append(eventLog, 'customer-1', registered(1));
    await isCaughtUp(relay);
    bus.isAway = true;
    await append(eventLog, 'customer-1', verified(1), rejected(1), verified(1), deleted(1));
    const waiting = { state: 'waiting', reason: /^The bus cannot be reached/, lagEvents: 4 };
    const expected = { ...waiting, reason: expect.stringMatching(waiting.reason) };
    await expect.poll(() => relay.status()).toMatchObject(expected);
    await expect.poll(() => relayStatus({ ...parts, name })).toMatchObject(expected);
    expect(await parked()).toEqual([]);
    bus.isAway = false;
    await isCaughtUp(relay);
    expect(await relayStatus({ ...parts, name })).toMatchObject({ state: 'live', reason: null });
    expect(stored()).toEqual([
      'customer-1 CustomerRegistered',
      ...['verified', 'rejected', 'verified'].map(() => 'customer-1 CustomerKycStatusChanged'),
      'customer-1 CustomerDeleted',
    ]);
    expect(bus.stored.map(({ data }) => (data as { kycStatus?: string }).kycStatus)).toEqual([
      'pending',
      'verified',
      'rejected',
      'verified',
      undefined,
    ]);
  });

  it('fails in a way that nobody knows: nothing is parked, and nothing is lost', async () => {
    let failures = 3;
    bus.beforeStore = async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('customer Asha is not welcome');
    };
    await append(eventLog, 'customer-1', registered(1));
    const relay = await start();
    await isCaughtUp(relay);
    expect(stored()).toEqual(['customer-1 CustomerRegistered']);
    expect(await parked()).toEqual([]);
  });
});

describe('a connection to Postgres that is lost', () => {
  it('between the bus’s answer and the checkpoint: the batch comes twice, in order', async () => {
    let batches = 0;
    bus.beforeAck = async () => {
      batches += 1;
      if (batches === 2) await killSession();
    };
    await append(eventLog, 'customer-1', registered(1), verified(1), rejected(1), deleted(1));
    await isCaughtUp(await start({ maxBatch: 1 }));
    expect(stored()).toEqual([
      'customer-1 CustomerRegistered',
      'customer-1 CustomerKycStatusChanged',
      'customer-1 CustomerKycStatusChanged',
      'customer-1 CustomerKycStatusChanged',
      'customer-1 CustomerDeleted',
    ]);
    const ids = bus.stored.map(({ id }) => id);
    expect(ids[1]).toBe(ids[2]);
    expect(new Set(ids).size).toBe(4);
  });

  it('before a batch is parked: it is parked once', async () => {
    bus.refuses = ({ type }) => type === 'CustomerRegistered';
    let isKilled = false;
    bus.beforeStore = async () => {
      if (!isKilled) await killSession();
      isKilled = true;
    };
    await append(eventLog, 'customer-1', registered(1), deleted(1));
    await append(eventLog, 'customer-2', deleted(2));
    await isCaughtUp(await start());
    expect(await countParked(parts.pool, name)).toEqual({ events: 2, streams: 1 });
    expect(new Set(bus.stored.map(({ id }) => id)).size).toBe(1);
  });
});

describe('a connection to Postgres that hangs', () => {
  const sockets = new Set<Socket>();
  const hanging = new Set<Socket>();
  let proxy: Server;
  let databaseUrl: string;

  beforeAll(async () => {
    const { hostname: host, port } = new URL(database.url);
    const pass = (from: Socket, to: Socket): void => {
      sockets.add(from);
      from.on('data', (bytes) => hanging.has(from) || to.write(bytes));
      from.on('error', () => {}).on('close', () => to.destroy());
    };
    proxy = createServer((client) => {
      const server = connect({ host, port: Number(port) });
      pass(client, server);
      pass(server, client);
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    const url = new URL(database.url);
    url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    databaseUrl = url.href;
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    proxy?.close();
  });
  const hang = () => {
    for (const socket of sockets) hanging.add(socket);
  };

  it('is given up for another one', async () => {
    let calls = 0;
    bus.beforeAck = async () => {
      calls += 1;
      if (calls === 1) hang();
    };
    const relay = await start({ databaseUrl, queryTimeoutMs: 300 });
    await append(eventLog, 'customer-1', registered(1));
    await expect.poll(() => calls).toBe(2);
    await isCaughtUp(relay);
  });

  it('does not keep it from stopping', async () => {
    const taken = new Promise<void>((done) => {
      bus.beforeAck = async () => {
        hang();
        done();
      };
    });
    const relay = await start({ databaseUrl, queryTimeoutMs: 300 });
    await append(eventLog, 'customer-1', registered(1));
    await taken;
    await relay.stop();
    // Postgres frees the lock a moment after the connection is gone.
    const stopped = { reason: 'not started', eventsHandled: 0 };
    await expect.poll(() => relay.status()).toMatchObject(stopped);
  });
});

describe('what the bus has and Postgres cannot record', () => {
  /** As when its disk is full. */
  const fillDisk = async (): Promise<void> => {
    await ensureRelaySchema(parts.pool);
    await parts.pool.query(`
      CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION USING errcode = 'disk_full', message = 'disk full'; END $$;
      CREATE TRIGGER disk_full BEFORE UPDATE ON relay.checkpoints
        FOR EACH ROW EXECUTE FUNCTION disk_full()`);
  };
  const emptyDisk = () => parts.pool.query('DROP FUNCTION IF EXISTS disk_full CASCADE');
  afterEach(emptyDisk);

  it('is published again after growing pauses, until it can be recorded', async () => {
    await fillDisk();
    const times: number[] = [];
    bus.beforeAck = async () => void times.push(performance.now());
    await append(eventLog, 'customer-1', registered(1));
    const relay = await start();
    await expect.poll(() => times.length).toBe(3);
    await emptyDisk();
    const [first = 0, , third = 0] = times;
    expect(third - first).toBeGreaterThan(700);
    await isCaughtUp(relay);
    await append(eventLog, 'customer-2', registered(2));
    await expect.poll(stored).toContain('customer-2 CustomerRegistered');
    expect(new Set(bus.stored.map(({ id }) => id)).size).toBe(2);
  });
});

describe('an event that cannot be published', () => {
  const others = ['customer-2 CustomerRegistered', 'customer-2 CustomerDeleted'];

  /** The second event of customer 1 is refused by the bus. */
  const park = async (): Promise<Relay> => {
    bus.refuses = ({ type }) => type === 'CustomerKycStatusChanged';
    await append(eventLog, 'customer-1', registered(1), verified(1), deleted(1));
    await append(eventLog, 'customer-2', registered(2), deleted(2));
    const relay = await start();
    await isCaughtUp(relay);
    return relay;
  };
  const ids = async () => (await listParked(parts.pool, name)).map(({ id }) => id);
  const reason = 'The message cannot be published: it is too large.';

  it('is parked with the later ones of its stream, and all others go on', async () => {
    const relay = await park();
    expect(stored()).toEqual(['customer-1 CustomerRegistered', ...others]);
    expect(await parked()).toEqual([
      { stream: 'customer-1', type: 'CustomerKycStatusChanged', reason },
      { stream: 'customer-1', type: 'CustomerDeleted', reason: null },
    ]);
    await append(eventLog, 'customer-1', rejected(1));
    await append(eventLog, 'customer-3', registered(3));
    await isCaughtUp(relay);
    expect(stored()).toEqual([
      'customer-1 CustomerRegistered',
      ...others,
      'customer-3 CustomerRegistered',
    ]);
    expect(await relay.status()).toMatchObject({ parked: { events: 3, streams: 1 } });
  });

  it('is tried again after a restart, and parked again when it is refused again', async () => {
    await (await park()).stop();
    let tries = 0;
    bus.refuses = ({ key }) => {
      if (key === 'customer-1') tries += 1;
      return key === 'customer-1';
    };
    await append(eventLog, 'customer-1', rejected(1));
    await isCaughtUp(await start());
    expect(tries).toBe(1);
    expect(stored()).toEqual(['customer-1 CustomerRegistered', ...others]);
    expect((await parked()).map((event) => event.reason)).toEqual([reason, null, null]);
  });

  it('is published when it is tried again, and then those behind it, in order', async () => {
    const relay = await park();
    bus.refuses = () => false;
    const [first = 0, second = 0] = await ids();
    await expect(retryParked(parts.pool, name, second)).rejects.toMatchObject({
      code: 'parked-event-not-first',
    });
    await retryParked(parts.pool, name, first);
    await expect.poll(parked).toEqual([]);
    await append(eventLog, 'customer-1', rejected(1));
    await isCaughtUp(relay);
    expect(stored().filter((message) => message.startsWith('customer-1'))).toEqual([
      'customer-1 CustomerRegistered',
      'customer-1 CustomerKycStatusChanged',
      'customer-1 CustomerDeleted',
      'customer-1 CustomerKycStatusChanged',
    ]);
  });

  it('is parked again when it is refused again', async () => {
    await park();
    const [first = 0] = await ids();
    await retryParked(parts.pool, name, first);
    await expect.poll(async () => (await parked())[0]?.reason).toBe(reason);
    expect(await countParked(parts.pool, name)).toEqual({ events: 2, streams: 1 });
  });

  it('is never published once it is discarded; those behind it are', async () => {
    await park();
    const [first = 0] = await ids();
    await discardParked(parts.pool, name, first);
    await expect.poll(parked).toEqual([]);
    expect(stored()).toEqual([
      'customer-1 CustomerRegistered',
      ...others,
      'customer-1 CustomerDeleted',
    ]);
    await expect(discardParked(parts.pool, name, first)).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  it('is never published when it is discarded while those before it are', async () => {
    const relay = await park();
    await append(eventLog, 'customer-1', rejected(1));
    await isCaughtUp(relay);
    const [first = 0, second = 0] = await ids();
    bus.refuses = () => false;
    bus.beforeAck = async ([message]) => {
      if (message?.type === 'CustomerKycStatusChanged' && (await ids()).includes(second))
        await discardParked(parts.pool, name, second);
    };
    await retryParked(parts.pool, name, first);
    await expect.poll(parked).toEqual([]);
    expect(stored()).toEqual([
      'customer-1 CustomerRegistered',
      ...others,
      'customer-1 CustomerKycStatusChanged',
      'customer-1 CustomerKycStatusChanged',
    ]);
  });

  it('is one that this release does not know, until one comes that does', async () => {
    const known = definitions.filter(({ type }) => type !== 'CustomerKycStatusChanged');
    await append(eventLog, 'customer-1', registered(1), verified(1), deleted(1));
    const older = await start({ toBusMessage: createBusMessages(known) });
    await isCaughtUp(older);
    expect((await parked())[0]?.reason).toBe(
      'Event CustomerKycStatusChanged (customer-1@1) cannot be read: its type is not known to this release',
    );
    await older.stop();
    await isCaughtUp(await start());
    expect(stored()).toEqual([
      'customer-1 CustomerRegistered',
      'customer-1 CustomerKycStatusChanged',
      'customer-1 CustomerDeleted',
    ]);
  });

  it('names what does not fit, never its value', async () => {
    const id = '7b0c2f5e-0000-4000-8000-00000000000a';
    const metadata = {
      ...{ schemaVersion: 1, commandId: id, commandDigest: '', correlationId: 'test' },
      actor: { userId: 1, username: 'anitha', role: 'agent' },
      occurredAt: '2026-04-01T04:30:00.000Z',
    };
    const data = { customerId: 'Asha Menon' };
    await eventLog.append('customer-9', 'any', [{ id, type: 'CustomerDeleted', data, metadata }]);
    await isCaughtUp(await start());
    expect((await parked())[0]?.reason).toBe(
      'Event CustomerDeleted (customer-9@0) cannot be read: its data does not fit its definition',
    );
  });
});

describe('a log that was replaced by another one', () => {
  it('stops the relay, also when it has grown longer since, until somebody says from where', async () => {
    await append(eventLog, 'customer-1', registered(1), verified(1), deleted(1));
    const before = await start();
    await isCaughtUp(before);
    await before.stop();
    const older = await startLog();
    await append(older, 'customer-1', registered(1));
    const relay = await start({ eventLog: older });
    const stopped = {
      state: 'stopped',
      reason: expect.stringMatching(
        /does not have the event at the checkpoint.*ops -- relay from-start/,
      ),
    };
    await expect.poll(() => relay.status()).toMatchObject(stopped);
    expect(await relayStatus({ ...parts, eventLog: older, name })).toMatchObject(stopped);
    await append(older, 'customer-1', verified(1), rejected(1), verified(1));
    await relay.stop();
    expect(await relayStatus({ ...parts, eventLog: older, name })).toMatchObject(stopped);
    const again = await start({ eventLog: older });
    await expect.poll(() => again.status()).toMatchObject(stopped);
    expect(bus.stored).toHaveLength(3);
    await setCheckpoint(parts.pool, name, null);
    await isCaughtUp(again);
    expect(bus.stored).toHaveLength(7);
  });
});

describe('a process that dies', () => {
  let backend: TestBackend;
  let log: EventLog;
  beforeAll(async () => {
    backend = await startTestBackend();
    log = await openEventLog(backend, { logger: createLogger('silent') });
  });
  afterAll(async () => {
    await log?.close();
    await backend?.stop();
  });

  const STREAMS = [1, 2, 3];
  const story = (id: number) => [registered(id), verified(id), rejected(id), deleted(id)];

  it.each([
    ['before', 'beforeStore'],
    ['after', 'beforeAck'],
  ] as const)(
    'just %s the bus had a batch: the next one loses nothing and keeps the order',
    async (when, hook) => {
      const isOwn = ({ key }: { key: string }) => key.startsWith(`${when}-`);
      await ensureRelaySchema(parts.pool);
      await setCheckpoint(parts.pool, name, await log.head());
      for (let turn = 0; turn < 4; turn += 1) {
        for (const id of STREAMS) {
          const event = story(id)[turn];
          if (event) await append(log, `${when}-${id}`, event);
        }
      }
      // A batch of the middle: nothing more is ever heard of its call.
      const dying = createRecordingBus(bus.stored);
      let calls = 0;
      let inFlight = 0;
      let end = () => {};
      const died = new Promise<void>((die) => {
        dying[hook] = async (messages) => {
          if (messages.some(isOwn)) calls += 1;
          if (calls !== 2) return;
          inFlight = messages.filter(isOwn).length;
          die();
          await new Promise<void>((_, fail) => {
            end = () => fail(new Error('The process is dead'));
          });
        };
      });
      const changes = { eventLog: log, maxBatch: 3 };
      await start({ ...changes, bus: dying });
      await died;
      await killSession();
      await isCaughtUp(await start(changes));
      end();

      const own = bus.stored.filter(isOwn);
      const unique = [...new Map(own.map((message) => [message.id, message])).values()];
      for (const id of STREAMS) {
        const ofStream = unique.filter(({ key }) => key === `${when}-${id}`);
        expect(ofStream.map(({ type }) => type)).toEqual(story(id).map(({ type }) => type));
      }
      expect(inFlight).toBeGreaterThan(0);
      expect(own.length - unique.length).toBe(when === 'after' ? inFlight : 0);
    },
  );
});

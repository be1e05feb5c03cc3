import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.js';
import { createLogger } from '../../logger.js';
import { openPlatform } from '../../platform.js';
import type { EventLog, StoredEvent } from '../eventLog.js';
import { WrongRevision } from '../eventLog.js';
import { AccessDenied } from './accessDenied.js';
import { openEventStoreDb } from './eventStoreDb.js';
import { type EventStoreDouble, startEventStoreDouble } from './testing/eventStoreDouble.js';
import { accessDenied } from './testing/protocol.js';
import { selfSigned } from './testing/selfSigned.js';

const logger = createLogger('silent');
const event = () => ({ id: randomUUID(), type: 'Happened', data: {}, metadata: {} });
const credentials = { username: 'office', password: 'p'.repeat(32) };
const tls = selfSigned();
let folder: string;

/** With the authority of the nodes. */
const addressOf = ({ url }: EventStoreDouble) => `${url}&tlsCAFile=${join(folder, 'ca.pem')}`;

const refusalOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no refusal',
    (error) => (error instanceof Refusal ? error.kind : error),
  );

let server: EventStoreDouble;
let log: EventLog;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'insuremanager-tls-'));
  await writeFile(join(folder, 'ca.pem'), tls.cert);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  server = await startEventStoreDouble({ credentials, tls });
  log = openEventStoreDb(addressOf(server), { logger, deadlineMs: 60_000 });
});
afterEach(async () => {
  await log.close();
  await server.stop();
});

const onDatabase = async (work: (database: TestDatabase) => Promise<void>): Promise<void> => {
  const database = await makeTestDatabase();
  await work(database).finally(database.drop);
};

describe('when the node of the address follows another one', () => {
  let follower: EventStoreDouble;
  let throughFollower: EventLog;

  const leadBy = ({ port }: EventStoreDouble) => {
    follower.faults.leader = { host: 'localhost', port };
  };

  beforeEach(async () => {
    const { events } = server;
    follower = await startEventStoreDouble({ events, credentials, tls });
    leadBy(server);
    throughFollower = openEventStoreDb(addressOf(follower), { logger, deadlineMs: 60_000 });
  });
  afterEach(async () => {
    await throughFollower.close();
    await follower.stop();
  });

  it('appends, reads and asks for the head at the leader, from the first call on', async () => {
    const { position } = await throughFollower.append('a', 'no-stream', [event()]);
    expect(await log.readStream('a')).toHaveLength(1);
    expect(await throughFollower.readStream('a')).toHaveLength(1);
    expect(await throughFollower.head()).toEqual(position);
  });

  it('reads at the leader what the follower does not have yet', async () => {
    await log.append('a', 'no-stream', [event()]);
    expect(await throughFollower.readStream('a')).toHaveLength(1);
    expect(await throughFollower.readLast('a')).not.toBeNull();
  });

  it('subscribes at the leader, at the second attempt as after any other loss', async () => {
    await log.append('a', 'no-stream', [event()]);
    const { signal } = new AbortController();
    const first = async (): Promise<StoredEvent[]> => {
      for await (const batch of throughFollower.subscribe({ after: null, maxBatch: 9, signal }))
        return batch;
      return [];
    };
    expect(await refusalOf(first())).toBe('unavailable');
    expect((await first()).map(({ stream }) => stream)).toEqual(['a']);
  });

  it('does all of many appends at once, each of them once', async () => {
    const streams = Array.from({ length: 50 }, (_, index) => `s-${index}`);
    await Promise.all(streams.map((name) => throughFollower.append(name, 'no-stream', [event()])));
    for (const name of streams) expect(await log.readStream(name)).toHaveLength(1);
  });

  it('loads at the leader', async () => {
    const events = Array.from({ length: 300 }, (_, index) => ({
      ...{ ...event(), stream: `s-${index}`, revision: 0n },
    }));
    await throughFollower.load(events);
    expect(server.events.all.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  });

  it('opens the platform, which looks at the log first, and works through it', () =>
    onDatabase(async ({ url: databaseUrl }) => {
      const platform = await openPlatform({
        ...{ databaseUrl, eventStoreUrl: addressOf(follower) },
        ...{ masterKey: Buffer.alloc(32, 1), definitions: [], logger },
      });
      await platform.eventLog.append('a', 'no-stream', [event()]);
      expect(await platform.eventLog.readStream('a')).toHaveLength(1);
      expect(await log.readStream('a')).toHaveLength(1);
      await platform.close();
    }));

  it('comes back to the address when the leader is gone, and follows the next one', async () => {
    await throughFollower.append('a', 'no-stream', [event()]);
    await server.stop('abruptly');
    expect(await refusalOf(throughFollower.append('a', 0n, [event()]))).toBe('unavailable');
    server = await startEventStoreDouble({ events: follower.events, credentials, tls });
    leadBy(server);
    await throughFollower.append('a', 0n, [event()]);
    expect(await throughFollower.readStream('a')).toHaveLength(2);
  });

  it('finds the leader by asking any node for the cluster', async () => {
    const url = addressOf(follower).replace('esdb:', 'esdb+discover:');
    const discovering = openEventStoreDb(url, { logger, deadlineMs: 60_000 });
    await discovering.append('a', 'no-stream', [event()]);
    expect(await discovering.readStream('a')).toHaveLength(1);
    await discovering.close();
  });
});

describe('when an append is answered with a time-out after it was written', () => {
  it('is unavailable, and the same append again is written once', async () => {
    server.faults.appends = 'time-out';
    const events = [event()];
    expect(await refusalOf(log.append('a', 'no-stream', events))).toBe('unavailable');
    server.faults.appends = undefined;
    expect((await log.append('a', 'no-stream', events)).revision).toBe(0n);
    expect(await log.readStream('a')).toHaveLength(1);
  });
});

describe('when an append is answered without a position', () => {
  it('asks for it', async () => {
    server.faults.appends = 'no-position';
    const appended = await log.append('a', 'no-stream', [event(), event()]);
    expect(appended).toEqual({ revision: 1n, position: (await log.readLast('a'))?.position });
  });
});

describe('a stream of which events are missing', () => {
  it.each([
    { what: 'begins later', first: 2 },
    { what: 'is truncated to its end', first: 3 },
  ])('is not read as if it were whole when it $what', async ({ first }) => {
    await log.append('a', 'no-stream', [event(), event(), event()]);
    server.events.truncate('a', first);
    await expect(log.readStream('a')).rejects.toThrow('no longer has all events of stream a');
    expect(await log.readStream('a', { from: 3n })).toEqual([]);
  });
});

describe('the head of the log', () => {
  it('is one call, however many events of the server’s own come after ours', async () => {
    server.events.addSystemEvents(10);
    expect(await log.head()).toBeNull();
    const { position } = await log.append('a', 'no-stream', [event()]);
    server.events.addSystemEvents(2_000);
    let calls = 0;
    server.faults.refuse = () => {
      calls += 1;
      return undefined;
    };
    expect(await log.head()).toEqual(position);
    expect(calls).toBe(1);
  });

  it('is not moved by them for those who wait, nor are they delivered', async () => {
    const after = await log.head();
    server.events.addSystemEvents(2_000);
    const { position } = await log.append('a', 'no-stream', [event()]);
    server.events.addSystemEvents(2_000);
    const stop = new AbortController();
    const seen: StoredEvent[] = [];
    const onCaughtUp = () => stop.abort();
    const options = { after, maxBatch: 100, signal: stop.signal, onCaughtUp };
    for await (const batch of log.subscribe(options)) seen.push(...batch);
    expect(seen.map((each) => each.position)).toEqual([position]);
  });
});

describe('data that is no JSON', () => {
  it('and no bytes either is refused, and ends nothing else', async () => {
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    const outcomes = await Promise.allSettled([
      log.append('a', 'no-stream', [{ ...event(), data: cyclic }]),
      log.append('b', 'no-stream', [{ ...event(), metadata: cyclic }]),
      log.append('c', 'no-stream', [event()]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(server.events.all).toHaveLength(1);
  });

  it('comes as bytes, and is loaded as bytes', async () => {
    const data = Uint8Array.of(1, 2, 255);
    await log.load([{ ...event(), data, stream: 'a', revision: 0n }]);
    expect((await log.readLast('a'))?.data).toEqual(data);
  });
});

describe('the rights of the user', () => {
  const denying = (method: RegExp) => {
    server.faults.refuse = ({ path }) => (method.test(path) ? accessDenied() : undefined);
  };

  /** Asks for them, as every process does at its start. */
  const openOn = async (databaseUrl: string, eventStoreUrl = addressOf(server)): Promise<void> => {
    const platform = await openPlatform({
      ...{ databaseUrl, eventStoreUrl },
      ...{ masterKey: Buffer.alloc(32, 1), definitions: [], logger },
    });
    await platform.close();
  };
  const opened = (eventStoreUrl?: string): Promise<void> =>
    onDatabase(({ url }) => openOn(url, eventStoreUrl));

  it('are enough on a server that gives them', async () => {
    await opened();
    expect(server.events.all.map(({ type }) => type)).toEqual(['LogCreated']);
  });

  it('are asked for at each start, and nothing is written by that', () =>
    onDatabase(async ({ url }) => {
      await openOn(url);
      await openOn(url);
      expect(server.events.all).toHaveLength(1);
      denying(/Append$/);
      await expect(openOn(url)).rejects.toThrow(AccessDenied);
    }));

  it('are missing where $all cannot be read, which is said with the name of the user', async () => {
    denying(/Read$/);
    await expect(opened()).rejects.toThrow(/its user "office" read \$all: .*\$admins/);
  });

  it('are missing where nothing can be written', async () => {
    denying(/Append$/);
    const opening = opened();
    await expect(opening).rejects.toThrow(AccessDenied);
    await expect(opening).rejects.toThrow(
      /its user "office" read and write streams: .*\$userStreamAcl/,
    );
  });

  it('are missing with a wrong password', async () => {
    await expect(opened(addressOf(server).replace('ppp', 'ppq'))).rejects.toThrow(
      /its user "office".* password/,
    );
  });

  it('are not known while the server is away: the start does not wait for it', async () => {
    await server.stop();
    await opened();
  });

  it('are not confused with a wrong revision', async () => {
    await expect(log.append('a', 7n, [event()])).rejects.toThrow(WrongRevision);
  });
});

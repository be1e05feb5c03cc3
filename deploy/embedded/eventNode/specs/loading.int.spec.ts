import { randomUUID } from 'node:crypto';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import type { EventLog, StoredEvent } from '@insuremanager/services/platform/eventLog/eventLog';
import { WrongRevision } from '@insuremanager/services/platform/eventLog/eventLog';
import { openEventLog } from '@insuremanager/services/platform/eventLog/eventStoreDb/eventStoreDb';
import { createMemoryEventLog } from '@insuremanager/services/platform/eventLog/memoryEventLog';
import { readLog } from '@insuremanager/services/platform/eventLog/readLog';
import { createLogger } from '@insuremanager/services/platform/logger';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadEvents } from '../../../loadEvents.js';
import { makeTestDatabase, type TestDatabase } from '../../../testing/testBackend.js';
import { type EventNode, startEventNode } from '../eventNode.js';
import type { EventToLoad } from '../load/chunk.js';
import { openLoadClient } from '../load/loadClient.js';
import { connect, smallLimits } from './nodeUnderTest.js';

const logger = createLogger('silent');

let database: TestDatabase;
let node: EventNode;
let eventLog: EventLog;

beforeEach(async () => {
  database = await makeTestDatabase();
  node = await startEventNode({ databaseUrl: database.url, ...smallLimits });
  eventLog = openEventLog(node.connectionString, { logger });
});
afterEach(async () => {
  await eventLog.close();
  await node.stop();
  await database.drop();
});

const event = (stream: string, revision: number, note = 'വിശേഷം'): EventToLoad => ({
  id: randomUUID(),
  stream,
  revision: BigInt(revision),
  type: 'Happened',
  data: { note, number: revision, nothing: null },
  metadata: { by: 'a test' },
});

/** Streams of three events each, that take turns. */
const histories = (streams: number, note?: string): EventToLoad[] =>
  [0, 1, 2].flatMap((revision) =>
    Array.from({ length: streams }, (_, number) => event(`history-${number}`, revision, note)),
  );

async function* batchesOf(events: readonly EventToLoad[], size = 100) {
  for (let at = 0; at < events.length; at += size) yield events.slice(at, at + size);
}

const ended = new AbortController().signal;
const load = (events: readonly EventToLoad[]) =>
  loadEvents({ eventStoreUrl: node.connectionString, eventLog, ended }, batchesOf(events));

async function wholeLog(log: Pick<EventLog, 'subscribe' | 'head'> = eventLog) {
  const all: StoredEvent[] = [];
  for await (const batch of readLog(log)) all.push(...batch);
  return all;
}

/** What was to be loaded, of what is read. */
const places = (events: readonly StoredEvent[]): EventToLoad[] =>
  events.map(({ id, stream, revision, type, data, metadata }) => ({
    ...{ id, stream, revision, type },
    ...{ data: data as object, metadata: metadata as object },
  }));

describe('events that are loaded', () => {
  it('are read as they were given, stream by stream and all in their order', async () => {
    const events = histories(200);
    await load(events);
    expect(places(await wholeLog())).toEqual(events);
    const stream = 'history-7';
    expect(places(await eventLog.readStream(stream))).toEqual(
      events.filter((one) => one.stream === stream),
    );
    const read = await wholeLog();
    const first = read[0]?.position.commit ?? 0n;
    expect(read.map(({ position }) => position.commit)).toEqual(
      read.map((_, index) => first + BigInt(index)),
    );
  });

  it('may lack metadata, as what others wrote into a log does', async () => {
    const { metadata: _, ...foreign } = event('foreign', 0);
    await load([foreign as EventToLoad]);
    await eventLog.append('foreign', 0n, [{ ...foreign, id: randomUUID() } as EventToLoad]);
    const read = await wholeLog();
    expect(read.map(({ metadata }) => metadata)).toEqual([undefined, undefined]);
    expect(read.map(({ data }) => data)).toEqual([foreign.data, foreign.data]);
  });

  it('are more than fit into one chunk', async () => {
    const events = histories(40, 'x'.repeat(30_000));
    await load(events);
    expect(places(await wholeLog())).toEqual(events);
  });

  it('are followed by what is appended, which sees them', async () => {
    const events = histories(2);
    await load(events);
    const { id, type, data, metadata } = event('history-0', 3);
    await expect(
      eventLog.append('history-0', 'no-stream', [{ id, type, data, metadata }]),
    ).rejects.toThrow(WrongRevision);
    const { revision } = await eventLog.append('history-0', 2n, [{ id, type, data, metadata }]);
    expect(revision).toBe(3n);
    const again = events.filter(({ stream }) => stream === 'history-1');
    expect((await eventLog.append('history-1', 'no-stream', again)).revision).toBe(2n);
    await load([event('history-0', 4), event('new', 0)]);
    expect(await wholeLog()).toHaveLength(events.length + 3);
  });

  it('come to those who subscribed before', async () => {
    const stop = new AbortController();
    const live = eventLog.subscribe({ after: null, maxBatch: 500, signal: stop.signal });
    const events = histories(300);
    await load([event('before', 0)]);
    const seen: StoredEvent[] = [];
    const seeing = (async () => {
      for await (const batch of live) {
        seen.push(...batch);
        if (seen.length > events.length) return;
      }
    })();
    await load(events);
    await seeing;
    stop.abort();
    expect(places(seen.slice(1))).toEqual(events);
  });
});

describe('a load that was broken off', () => {
  it('is loaded again from its beginning, and nothing is written twice', async () => {
    const events = histories(100);
    await load(events.slice(0, 130));
    await load(events);
    await load(events);
    expect(places(await wholeLog())).toEqual(events);
  });

  it('goes on by itself once the node is there again, after Postgres has ended its session', async () => {
    const events = histories(40, 'x'.repeat(30_000));
    const { connectionString, port, credentials } = node;
    const administrator = new pg.Client({ connectionString: database.url });
    await administrator.connect();
    async function* breaking() {
      for await (const batch of batchesOf(events, 40)) {
        yield batch;
        // While the chunk of the batch before is on its way.
        await administrator.query(
          `select pg_terminate_backend(pid) from pg_locks
           where locktype = 'advisory' and database =
             (select oid from pg_database where datname = current_database())`,
        );
        await node.lost;
        node = await startEventNode({ databaseUrl: database.url, port, credentials });
      }
    }
    await loadEvents({ eventStoreUrl: connectionString, eventLog, ended }, breaking());
    await administrator.end();
    expect(places(await wholeLog())).toEqual(events);
  });
});

describe('what cannot be loaded', () => {
  it('leaves nothing of its chunk: a gap, or another event that stands there', async () => {
    await load([event('there', 0)]);
    const refusals = [
      [event('fine', 0), event('gap', 1)],
      [event('fine', 0), event('there', 0)],
      [event('fine', 0), event('there', 2)],
    ];
    for (const events of refusals) {
      const failure = await load(events).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(WrongRevision);
      expect((failure as WrongRevision).stream).toBe(events[1]?.stream);
    }
    expect(await wholeLog()).toHaveLength(1);
    await load([event('fine', 0)]);
    expect(await wholeLog()).toHaveLength(2);
  });

  it('is an event of a stream that was deleted and goes on numbering', async () => {
    await load([event('deleted', 0)]);
    const client = connect(node);
    await client.deleteStream('deleted');
    await client.dispose();
    await expect(load([event('deleted', 0)])).rejects.toThrow(WrongRevision);
  });

  it('is one whose id is no UUID', async () => {
    await expect(load([{ ...event('fine', 0), id: 'seven' }])).rejects.toThrow('not a UUID');
  });

  it('is what is no chunk, has no name, or comes from nobody', async () => {
    const client = openLoadClient(node.connectionString);
    const stranger = openLoadClient(`esdb://127.0.0.1:${node.port}?tls=false`);
    await expect(client?.load(Buffer.alloc(7))).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
    });
    await expect(load([event('', 0)])).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    await expect(stranger?.load(Buffer.alloc(0))).rejects.toMatchObject({
      code: status.UNAUTHENTICATED,
    });
    client?.close();
    stranger?.close();
    expect(await wholeLog()).toEqual([]);
  });
});

describe('a server that takes no events in bulk', () => {
  const events = histories(20);

  it.each(['esdb+discover://a.example:2113,b.example:2113', 'esdb://a.example:2113?tls=true'])(
    'gets them one append after the other: %s',
    async (eventStoreUrl) => {
      const memory = createMemoryEventLog();
      await loadEvents({ eventStoreUrl, eventLog: memory, ended }, batchesOf(events));
      expect(places(await wholeLog(memory))).toEqual(events);
    },
  );

  it('says so when it is asked', async () => {
    const server = new Server();
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    const memory = createMemoryEventLog();
    const eventStoreUrl = `esdb://127.0.0.1:${port}?tls=false`;
    await loadEvents({ eventStoreUrl, eventLog: memory, ended }, batchesOf(events));
    expect(places(await wholeLog(memory))).toEqual(events);
    server.forceShutdown();
  });
});

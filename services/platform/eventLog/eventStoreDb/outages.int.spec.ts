import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { type EventNode, startEventNode } from '@insuremanager/deploy/embedded/eventNode/eventNode';
import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../errors.js';
import { createLogger } from '../logger.js';
import type { EventLog, StoredEvent } from './eventLog.js';
import { openEventLog } from './eventStoreDb/eventStoreDb.js';

let lines: string[];
const logger = createLogger('info', {}, { write: (line) => lines.push(line) });
const event = () => ({ id: randomUUID(), type: 'Happened', data: {}, metadata: {} });

const refusalOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no refusal',
    (error) => (error instanceof Refusal ? error.kind : error),
  );

describe('when the event store goes away', () => {
  let database: TestDatabase;
  let node: EventNode;
  let log: EventLog;

  beforeEach(async () => {
    lines = [];
    database = await makeTestDatabase();
    node = await startEventNode({ databaseUrl: database.url });
    log = openEventLog(node.connectionString, { logger, deadlineMs: 5_000 });
  });
  afterEach(async () => {
    await log.close();
    await node.stop();
    await database.drop();
  });

  const restart = async () => {
    const { port, credentials } = node;
    node = await startEventNode({ databaseUrl: database.url, port, credentials });
  };

  it('says so at once, and works again as soon as the store is back', async () => {
    await log.append('a', 'no-stream', [event()]);
    await node.stop();
    for (let i = 0; i < 5; i += 1) {
      expect(await refusalOf(log.append('a', 0n, [event()]))).toBe('unavailable');
      expect(await refusalOf(log.readStream('a'))).toBe('unavailable');
      expect(await refusalOf(log.head())).toBe('unavailable');
    }
    await restart();
    await log.append('a', 0n, [event()]);
    expect(await log.readStream('a')).toHaveLength(2);
  });

  it('is told of once when it begins and once when it is over, whatever is asked meanwhile', async () => {
    for (let outage = 0; outage < 2; outage += 1) {
      lines = [];
      await node.stop();
      await Promise.all([1, 2, 3].map(() => refusalOf(log.readStream('a'))));
      for (let i = 0; i < 3; i += 1) await refusalOf(log.append('a', 'no-stream', [event()]));
      await restart();
      for (let i = 0; i < 3; i += 1) await log.readStream('a');
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { level: 'warn', msg: 'The event store cannot be reached' },
        { level: 'info', msg: 'The event store answers again' },
      ]);
    }
  });

  it('ends subscriptions with a refusal, so that their owners subscribe again', async () => {
    const { signal } = new AbortController();
    await log.append('a', 'no-stream', [event()]);
    const seen: StoredEvent[] = [];
    const following = async () => {
      for await (const batch of log.subscribe({ after: null, maxBatch: 10, signal })) {
        seen.push(...batch);
        if (seen.length === 1) void node.stop();
      }
    };
    expect(await refusalOf(following())).toBe('unavailable');
    await restart();
    await log.append('b', 'no-stream', [event()]);
    const after = seen.at(-1)?.position ?? null;
    for await (const batch of log.subscribe({ after, maxBatch: 10, signal })) {
      expect(batch.map(({ stream }) => stream)).toEqual(['b']);
      break;
    }
  });

  it('knows our newest event behind any number of the server’s own, each time it is asked', async () => {
    const own = { ...event(), type: '$statistics' };
    expect(await log.head()).toBeNull();
    const { position: first } = await log.append('a', 'no-stream', [event()]);
    for (let times = 0; times < 2; times += 1) {
      const several = Array.from({ length: 300 }, () => ({ ...own, id: randomUUID() }));
      await log.append('statistics', 'any', several);
      expect(await log.head()).toEqual(first);
      expect(await log.head()).toEqual(first);
    }
    const { position: second } = await log.append('a', 0n, [event()]);
    expect(await log.head()).toEqual(second);
    await log.append('statistics', 'any', [own]);
    expect(await log.head()).toEqual(second);
  });

  it('keeps appends that are under way from ending the process', async () => {
    const racing = Promise.all(
      Array.from({ length: 200 }, (_, i) => refusalOf(log.append(`s-${i}`, 'any', [event()]))),
    );
    await node.stop();
    const outcomes = new Set(await racing);
    expect([...outcomes].every((kind) => kind === 'no refusal' || kind === 'unavailable')).toBe(
      true,
    );
  });
});

describe('when the event store accepts connections and says nothing', () => {
  let silent: Server;
  const sockets = new Set<Socket>();
  let log: EventLog;

  beforeEach(async () => {
    silent = createServer((socket) => {
      sockets.add(socket);
      // Ends with the test; what the client makes of it does not matter then.
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    log = openEventLog(`esdb://127.0.0.1:${port}?tls=false`, { logger, deadlineMs: 200 });
  });
  afterEach(async () => {
    await log.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('gives up after the deadline', async () => {
    expect(await refusalOf(log.append('a', 'any', [event()]))).toBe('unavailable');
    expect(await refusalOf(log.readStream('a'))).toBe('unavailable');
  });
});

describe('when no cluster can be discovered', () => {
  it('says so each time, however often it is asked', async () => {
    const url =
      'esdb+discover://127.0.0.1:9?tls=false&maxDiscoverAttempts=1&discoveryInterval=1&gossipTimeout=1';
    const log = openEventLog(url, { logger });
    expect(await refusalOf(log.readStream('a'))).toBe('unavailable');
    expect(await refusalOf(log.append('a', 'any', [event()]))).toBe('unavailable');
    expect(await refusalOf(log.append('a', 'any', [event()]))).toBe('unavailable');
    await log.close();
  });
});

import { randomUUID } from 'node:crypto';
import { type EventNode, startEventNode } from '@insuremanager/deploy/embedded/eventNode/eventNode';
import { accessDenied, notLeader } from '@insuremanager/deploy/embedded/eventNode/failures';
import type { Faults } from '@insuremanager/deploy/embedded/eventNode/faults';
import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../errors.js';
import { createLogger } from '../logger.js';
import { openPlatform } from '../platform.js';
import type { EventLog, StoredEvent } from './eventLog.js';
import { WrongRevision } from './eventLog.js';
import { connectClient } from './eventStoreDb/connection.js';
import { AccessDenied } from './eventStoreDb/errors.js';
import { openEventLog } from './eventStoreDb/eventStoreDb.js';
import { requireRights } from './requireRights.js';

const logger = createLogger('silent');
const event = () => ({ id: randomUUID(), type: 'Happened', data: {}, metadata: {} });
const credentials = { username: 'office', password: 'p'.repeat(32) };

const refusalOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no refusal',
    (error) => (error instanceof Refusal ? error.kind : error),
  );

let database: TestDatabase;
let faults: Faults;
let node: EventNode;
let log: EventLog;

beforeEach(async () => {
  database = await makeTestDatabase();
  faults = {};
  node = await startEventNode({ databaseUrl: database.url, credentials, faults });
  log = openEventLog(node.connectionString, { logger, deadlineMs: 5_000 });
});
afterEach(async () => {
  await log.close();
  await node.stop();
  await database.drop();
});

describe('when the node of the address follows another one', () => {
  let follower: EventNode;
  let leader: { host: string; port: number };
  let throughFollower: EventLog;

  beforeEach(async () => {
    leader = { host: '127.0.0.1', port: node.port };
    follower = await startEventNode({
      ...{ databaseUrl: database.url, schema: 'follower', credentials },
      faults: {
        refuse: ({ path, metadata }) =>
          path.includes('streams') && metadata.get('requires-leader')[0] === 'true'
            ? notLeader(leader)
            : undefined,
      },
    });
    throughFollower = openEventLog(follower.connectionString, { logger, deadlineMs: 5_000 });
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

  it('opens the platform, which looks at the log first, and works through it', async () => {
    const platform = await openPlatform({
      ...{ databaseUrl: database.url, eventStoreUrl: follower.connectionString },
      ...{ masterKey: Buffer.alloc(32, 1), definitions: [], logger },
    });
    await platform.eventLog.append('a', 'no-stream', [event()]);
    expect(await platform.eventLog.readStream('a')).toHaveLength(1);
    expect(await log.readStream('a')).toHaveLength(1);
    await platform.close();
  });

  it('comes back to the address when the leader is gone, and follows the next one', async () => {
    await throughFollower.append('a', 'no-stream', [event()]);
    await node.stop();
    expect(await refusalOf(throughFollower.append('a', 0n, [event()]))).toBe('unavailable');
    node = await startEventNode({ databaseUrl: database.url, credentials, faults });
    leader = { host: '127.0.0.1', port: node.port };
    await throughFollower.append('a', 0n, [event()]);
    expect(await throughFollower.readStream('a')).toHaveLength(2);
  });
});

describe('when an append is answered with a time-out after it was written', () => {
  it('is unavailable, and the same append again is written once', async () => {
    faults.answer = () => ({ kind: 'tooLate' });
    const events = [event()];
    expect(await refusalOf(log.append('a', 'no-stream', events))).toBe('unavailable');
    faults.answer = undefined;
    expect((await log.append('a', 'no-stream', events)).revision).toBe(0n);
    expect(await log.readStream('a')).toHaveLength(1);
  });
});

describe('when an append is answered without a position', () => {
  it('asks for it', async () => {
    faults.answer = (outcome) =>
      outcome.kind === 'written' ? { ...outcome, position: null } : outcome;
    const appended = await log.append('a', 'no-stream', [event(), event()]);
    expect(appended).toEqual({ revision: 1n, position: (await log.readLast('a'))?.position });
  });
});

describe('a stream of which events are missing', () => {
  const limits = [
    { what: 'is truncated', metadata: { truncateBefore: 2 } },
    { what: 'has a limit of events', metadata: { maxCount: 1 } },
    { what: 'is truncated to its end', metadata: { truncateBefore: 3 } },
  ];
  it.each(limits)('is not read as if it were whole when it $what', async ({ metadata }) => {
    await log.append('a', 'no-stream', [event(), event(), event()]);
    const client = connectClient(node.connectionString);
    await client.setStreamMetadata('a', metadata);
    await client.dispose();
    await expect(log.readStream('a')).rejects.toThrow('no longer has all events of stream a');
    expect(await log.readStream('a', { from: 3n })).toEqual([]);
  });
});

describe('the head of the log', () => {
  it('is one call to the server, however many of its own events come after ours', async () => {
    const { position } = await log.append('a', 'no-stream', [event()]);
    const own = () => ({ ...event(), type: '$statistics' });
    for (let times = 0; times < 4; times += 1)
      await log.append('statistics', 'any', Array.from({ length: 500 }, own));
    let calls = 0;
    faults.refuse = () => {
      calls += 1;
      return undefined;
    };
    expect(await log.head()).toEqual(position);
    expect(calls).toBe(1);
  });
});

describe('the rights of the user', () => {
  const denying = (method: RegExp) => {
    faults.refuse = ({ path }) => (method.test(path) ? accessDenied() : undefined);
  };

  it('are enough on a server that gives them, and the check leaves nothing behind', async () => {
    await requireRights(log);
    expect(await log.head()).toBeNull();
  });

  it('are missing where $all cannot be read, which is said with the name of the user', async () => {
    denying(/Read$/);
    await expect(requireRights(log)).rejects.toThrow(/its user "office" read \$all: .*\$admins/);
  });

  it('are missing where nothing can be written', async () => {
    denying(/Append$/);
    await expect(requireRights(log)).rejects.toThrow(
      /its user "office" read and write streams: .*\$userStreamAcl/,
    );
  });

  it('are asked for when the platform is opened', async () => {
    denying(/Append$/);
    const opening = openPlatform({
      ...{ databaseUrl: database.url, eventStoreUrl: node.connectionString },
      ...{ masterKey: Buffer.alloc(32, 1), definitions: [], logger },
    });
    await expect(opening).rejects.toThrow(AccessDenied);
  });

  it('are not known while the server is away: the start does not wait for it', async () => {
    await node.stop();
    await requireRights(log);
  });

  it('are not confused with a wrong revision', async () => {
    await expect(log.append('a', 7n, [event()])).rejects.toThrow(WrongRevision);
  });
});

import { NO_STREAM, START, UnavailableError } from '@eventstore/db-client';
import { connectClient } from '@insuremanager/services/platform/eventLog/eventStoreDb/connection';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressThrough, networkTo } from '../../../testing/faultyNetwork.js';
import { makeTestDatabase, type TestDatabase } from '../../../testing/testBackend.js';
import { type EventNode, LogIsOwnedElsewhere, startEventNode } from '../eventNode.js';
import { connect, eventsOf, sampleEvents, streamNamed, until, watch } from './nodeUnderTest.js';

let database: TestDatabase;
let node: EventNode;

beforeEach(async () => {
  database = await makeTestDatabase();
  node = await startEventNode({ databaseUrl: database.url });
});
afterEach(async () => {
  await node.stop();
  await database.drop();
});

const onDatabase = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(statement);
  await client.end();
};

/** Ends the session that holds the lock, as a restart of Postgres would. */
const endOwningSession = (): Promise<void> =>
  onDatabase(`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`);

describe('owning the log', () => {
  it('keeps every other node out', async () => {
    const second = startEventNode({ databaseUrl: database.url, lockWaitMs: 50 });
    await expect(second).rejects.toThrow(LogIsOwnedElsewhere);
  });

  it('passes to a node that waits, once its predecessor stops', async () => {
    const waiting = startEventNode({ databaseUrl: database.url, lockWaitMs: 10_000 });
    await node.stop();
    node = await waiting;
    const client = connect(node);
    expect((await client.appendToStream('passed-on', sampleEvents(1))).success).toBe(true);
    await client.dispose();
  });

  it('is separate for each schema', async () => {
    const other = await startEventNode({ databaseUrl: database.url, schema: 'other_log' });
    await other.stop();
  });

  it('ends with the session that holds it: the node stops serving', async () => {
    const client = connect(node);
    const watched = watch(client.subscribeToAll({ fromPosition: START }));
    await until(() => watched.events.length > 0);
    await endOwningSession();
    expect((await node.lost).message).toContain('owns the event log');
    await until(() => watched.error !== undefined);
    expect(watched.error).toBeInstanceOf(UnavailableError);
    await client.dispose();
  });

  it('ends in order when all connections break in the middle of a read', async () => {
    const network = await networkTo(database.url);
    await node.stop();
    node = await startEventNode({ databaseUrl: addressThrough(database.url, network) });
    const client = connect(node);
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin; lock table event_log.events in access exclusive mode');
    const reading = eventsOf(client.readAll()).catch((error: unknown) => error);
    const readers = `select from pg_locks
      where not granted and relation = 'event_log.events'::regclass`;
    const isWaiting = async () => expect((await holder.query(readers)).rowCount).toBe(1);
    await vi.waitFor(isWaiting, { interval: 10, timeout: 15_000 });
    network.cut();
    expect(await reading).toBeInstanceOf(UnavailableError);
    expect((await node.lost).message).toContain('owns the event log');
    await holder.end();
    await client.dispose();
    await network.close();
  });

  it.each(['0.0.0.0', '192.168.1.5', 'example.org'])('is not served on %s', async (host) => {
    const starting = startEventNode({ databaseUrl: database.url, host });
    await expect(starting).rejects.toThrow('loopback');
  });
});

describe('stopping and starting', () => {
  it('keeps what was written', async () => {
    const stream = streamNamed('kept');
    const before = connect(node);
    const written = await before.appendToStream(stream, sampleEvents(3));
    await before.dispose();
    await node.stop();

    node = await startEventNode({ databaseUrl: database.url });
    const after = connect(node);
    const events = await eventsOf(after.readStream(stream));
    expect(events.at(-1)?.position).toEqual(written.position);
    const next = await after.appendToStream(stream, sampleEvents(1), { expectedRevision: 2n });
    expect(next.position?.commit).toBe((written.position?.commit ?? 0n) + 1n);
    await after.dispose();
  });

  it('keeps no ids for appends that expect no revision, and all for those that do', async () => {
    const stream = streamNamed('repeated');
    const events = sampleEvents(1);
    const exactly = { expectedRevision: NO_STREAM } as const;
    const before = connect(node);
    await before.appendToStream(stream, events);
    await before.appendToStream(stream, events);
    await before.dispose();
    await node.stop();

    node = await startEventNode({ databaseUrl: database.url });
    const after = connect(node);
    await after.appendToStream(stream, events, exactly);
    expect(await eventsOf(after.readStream(stream))).toHaveLength(1);
    await after.appendToStream(stream, events);
    expect(await eventsOf(after.readStream(stream))).toHaveLength(2);
    await after.dispose();
  });

  it('fails what is under way instead of leaving it open', async () => {
    const client = connect(node);
    await client.appendToStream('warm', sampleEvents(1));
    const watched = watch(client.subscribeToAll({ fromPosition: START }));
    await until(() => watched.events.length > 0);
    const appending = client.appendToStream('late', sampleEvents(1)).then(
      () => 'answered',
      () => 'answered',
    );
    await node.stop();
    expect(await appending).toBe('answered');
    await until(() => watched.error !== undefined);
    expect(watched.error).toBeInstanceOf(UnavailableError);
    await expect(client.appendToStream('later', sampleEvents(1))).rejects.toThrow();
    await client.dispose();
  });

  it('serves the same client again on the same port', async () => {
    const client = connect(node);
    await client.appendToStream('first', sampleEvents(1));
    const { port, credentials } = node;
    await node.stop();
    await expect(client.appendToStream('between', sampleEvents(1))).rejects.toThrow();
    node = await startEventNode({ databaseUrl: database.url, port, credentials });
    // How often it fails first is the client's affair: each attempt makes it look again.
    const append = () => client.appendToStream('again', sampleEvents(1));
    await vi.waitFor(append, { interval: 20, timeout: 10_000 });
    await client.dispose();
  });
});

describe('being found', () => {
  it('answers a client that discovers the cluster', async () => {
    const client = connectClient(node.connectionString.replace('esdb:', 'esdb+discover:'));
    const result = await client.appendToStream('discovered', sampleEvents(1), {
      expectedRevision: NO_STREAM,
    });
    expect(result.success).toBe(true);
    await client.dispose();
  });

  it('begins its log with system events, as a server does', async () => {
    const client = connect(node);
    const events = await eventsOf(client.readAll());
    expect(events.map(({ type }) => type)).toEqual(['$UserCreated', '$User']);
    await client.dispose();
  });
});

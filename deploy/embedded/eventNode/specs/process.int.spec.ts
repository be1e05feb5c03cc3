import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import { Refusal } from '@insuremanager/services/platform/errors';
import type { StoredEvent } from '@insuremanager/services/platform/eventLog/eventLog';
import { connectClient } from '@insuremanager/services/platform/eventLog/eventStoreDb/connection';
import { openEventLog } from '@insuremanager/services/platform/eventLog/eventStoreDb/eventStoreDb';
import { readLog } from '@insuremanager/services/platform/eventLog/readLog';
import { createLogger } from '@insuremanager/services/platform/logger';
import pg from 'pg';
import { build } from 'vite';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadEvents } from '../../../loadEvents.js';
import { isExhaustive } from '../../../testing/exhaustive.js';
import { makeTestDatabase, type TestDatabase } from '../../../testing/testBackend.js';
import { newCredentials } from '../credentials.js';
import { connectionStringOf } from '../eventNode.js';
import type { EventNodeSettings } from '../main.js';
import { numbersBelow, revisionsOf, sampleEvents, streamNamed, until } from './nodeUnderTest.js';

const whole = isExhaustive(import.meta.url);

/** Of a wait for a state of Postgres. */
const PATIENCE = { interval: 10, timeout: 30_000 };
const source = fileURLToPath(new URL('../main.ts', import.meta.url));
const credentials = newCredentials();
const cache = fileURLToPath(new URL('../../../../node_modules/.cache/event-node', import.meta.url));

let database: TestDatabase;
let children: Child[];
const closing: (() => Promise<unknown>)[] = [];

interface Child {
  readonly process: ChildProcess;
  readonly said: { out: string; err: string };
  /** Resolves with the exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals | null>;
}

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: source,
      outDir: cache,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'main.mjs' } },
    },
  });
});
beforeEach(async () => {
  database = await makeTestDatabase();
  children = [];
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  for (const child of children) child.process.kill('SIGKILL');
  await Promise.all(children.map(({ exited }) => exited));
  await database.drop();
});

const start = (settings: Partial<EventNodeSettings> = {}): Child => {
  const child = fork(`${cache}/main.mjs`, {
    env: { PATH: process.env.PATH },
    silent: true,
  });
  child.send({ databaseUrl: database.url, credentials, port: 0, ...settings });
  const said = { out: '', err: '' };
  const collect = async (stream: Readable | null, into: 'out' | 'err'): Promise<void> => {
    for await (const text of stream ?? []) said[into] += String(text);
  };
  // All that it said has arrived only when these have ended.
  const collected = [collect(child.stdout, 'out'), collect(child.stderr, 'err')];
  const exited = once(child, 'exit').then(async ([code, signal]) => {
    await Promise.all(collected);
    return code ?? signal;
  });
  const started = { process: child, said, exited };
  children.push(started);
  return started;
};

/** Starts a node and waits until it serves, and says at which address. */
const startNode = async (
  settings: Partial<EventNodeSettings> = {},
): Promise<{ child: Child; port: number; url: string }> => {
  const child = start(settings);
  await until(() => child.said.out.includes('\n') || child.process.exitCode !== null);
  const port = /^ready (\d+)\n$/.exec(child.said.out)?.[1];
  if (port === undefined) throw new Error(`It did not start: ${child.said.err}`);
  const url = connectionStringOf(`127.0.0.1:${port}`, credentials);
  return { child, port: Number(port), url };
};

const startServing = async (): Promise<{ child: Child; client: EventStoreDBClient }> => {
  const { child, url } = await startNode();
  return { child, client: connectClient(url) };
};

describe('the event node as a process', () => {
  it('says where it serves, and stops on request', async () => {
    const { child, client } = await startServing();
    expect((await client.appendToStream('any', sampleEvents(1))).success).toBe(true);
    await client.dispose();
    child.process.kill('SIGTERM');
    expect(await child.exited).toBe(0);
    expect(child.said).toEqual({ out: expect.stringMatching(/^ready \d+\n$/), err: '' });
  });

  it('does not outlive its supervisor', async () => {
    const { child, client } = await startServing();
    await client.dispose();
    child.process.disconnect();
    expect(await child.exited).toBe(0);
  });

  it('does not outlive a supervisor that dies while it starts', async () => {
    const { client } = await startServing();
    await client.dispose();
    const starting = start();
    starting.process.disconnect();
    expect(await starting.exited).toBe(0);
  });

  it.each([
    { what: 'an address that others can reach', settings: { host: '0.0.0.0' }, says: 'host' },
    { what: 'no port', settings: { port: 70_000 }, says: 'port' },
    { what: 'no database', settings: { databaseUrl: '' }, says: 'databaseUrl' },
    {
      what: 'a password that is none',
      settings: { credentials: { username: 'insuremanager', password: '' } },
      says: 'password',
    },
  ])('refuses $what and says so', async ({ settings, says }) => {
    const child = start(settings);
    expect(await child.exited).toBe(1);
    expect(child.said.err).toContain(says);
    expect(child.said.out).toBe('');
  });

  it('gives up when another node keeps the log', async () => {
    const { client } = await startServing();
    await client.dispose();
    const second = start({ lockWaitMs: 50 });
    expect(await second.exited).toBe(1);
    expect(second.said.err).toContain('Another node owns the event log');
  });

  it('gives up when it loses Postgres', async () => {
    const { child, client } = await startServing();
    await client.dispose();
    const administrator = new pg.Client({ connectionString: database.url });
    await administrator.connect();
    await administrator.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await administrator.end();
    expect(await child.exited).toBe(1);
    expect(child.said.err).toContain('owns the event log ended');
  });

  it('loses nothing that it has acknowledged when it is killed', async () => {
    const first = await startServing();
    const streams = numbersBelow(8).map((index) => streamNamed(`killed-${index}`));
    const acknowledged = new Map<string, number>();
    const writer = async (stream: string): Promise<void> => {
      for (let revision = -1; ; revision += 1) {
        const expectedRevision = revision < 0 ? NO_STREAM : BigInt(revision);
        await first.client.appendToStream(stream, sampleEvents(1), { expectedRevision });
        acknowledged.set(stream, revision + 1);
      }
    };
    const writing = Promise.allSettled(streams.map(writer));
    await until(() => streams.every((stream) => (acknowledged.get(stream) ?? 0) >= 20));
    first.child.process.kill('SIGKILL');
    await writing;
    await first.client.dispose();

    const second = await startServing();
    for (const stream of streams) {
      const revisions = await revisionsOf(second.client.readStream(stream));
      expect(revisions).toEqual(numbersBelow(revisions.length));
      // The one that was on its way may have been written too.
      expect(revisions.length - 1).toBeGreaterThanOrEqual(acknowledged.get(stream) ?? 0);
    }
    await second.client.dispose();
  });

  it.runIf(whole)(
    'has each event once that was sent until it was acknowledged, however often it is killed',
    async () => {
      const KILLS = 5;
      let { child, port, url } = await startNode();
      const log = openEventLog(url, { logger: createLogger('silent') });
      let serving = Promise.resolve();
      let acknowledged = 0;
      let isOver = false;
      const writer = async (stream: string): Promise<string[]> => {
        const ids: string[] = [];
        while (!isOver) {
          const event = { id: randomUUID(), type: 'Happened', data: {}, metadata: {} };
          const expected = ids.length === 0 ? 'no-stream' : BigInt(ids.length - 1);
          for (let isWritten = false; !isWritten; ) {
            try {
              await log.append(stream, expected, [event]);
              isWritten = true;
            } catch (error) {
              if (!(error instanceof Refusal) || error.kind !== 'unavailable') throw error;
              await serving;
            }
          }
          ids.push(event.id);
          acknowledged += 1;
        }
        return ids;
      };
      const streams = numbersBelow(32).map((index) => streamNamed(`sent-again-${index}`));
      const writing = Promise.all(streams.map(writer));
      const more = (count: number): Promise<unknown> => {
        const target = acknowledged + count;
        return Promise.race([until(() => acknowledged >= target), writing]);
      };
      for (let kills = 0; kills < KILLS; kills += 1) {
        await more(100);
        const killed = child;
        killed.process.kill('SIGKILL');
        const again = killed.exited.then(() => startNode({ port }));
        serving = again.then(() => {});
        ({ child } = await again);
      }
      await more(100);
      isOver = true;
      const written = await writing;
      for (const [index, stream] of streams.entries()) {
        const stored = await log.readStream(stream);
        expect(stored.map(({ id }) => id)).toEqual(written[index]);
      }
      await log.close();
    },
  );

  it.runIf(whole)(
    'has nothing of a chunk that it was loading when it was killed, and in the end all once',
    async () => {
      /** Where it is killed, in a chunk each: a chunk has some hundred of them. */
      const KILLED_AT = [50, 250, 450];
      const events = numbersBelow(600).map((number) => ({
        id: randomUUID(),
        stream: `loaded-${number % 7}`,
        revision: BigInt(Math.floor(number / 7)),
        type: 'Happened',
        data: { number, padding: 'x'.repeat(10_000) },
        metadata: {},
      }));
      const { child: first, port, url } = await startNode();
      const log = openEventLog(url, { logger: createLogger('silent') });
      const [other, watcher] = [0, 1].map(() => new pg.Client({ connectionString: database.url }));
      if (!other || !watcher) throw new Error('No connections');
      closing.push(
        () => log.close(),
        () => other.end(),
        () => watcher.end(),
      );
      await Promise.all([other.connect(), watcher.connect()]);
      const stored = async (): Promise<string[]> => {
        const { rows } = await watcher.query<{ id: string }>(
          "select id from event_log.events where stream like 'loaded-%' order by position",
        );
        return rows.map(({ id }) => id);
      };
      // Postgres waits as it writes certain events, for as long as this has not let them go.
      const numbers = KILLED_AT.map((at) => events[at]?.revision);
      const ids = KILLED_AT.map((at) => `'${events[at]?.id}'`);
      for (const number of numbers) await other.query('select pg_advisory_lock(7, $1)', [number]);
      await other.query(`
      create function waiting() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock_shared(7, new.revision::int); return new; end';
      create trigger waiting before insert on event_log.events
        for each row when (new.id in (${ids})) execute function waiting()`);
      const waiting = async (): Promise<number | undefined> => {
        const { rows } = await watcher.query<{ pid: number }>(
          `select pid from pg_locks join pg_stat_activity using (pid)
        where datname = current_database() and classid = 7 and not granted`,
        );
        return rows[0]?.pid;
      };
      const isGone = async (pid: number): Promise<boolean> => {
        const { rowCount } = await watcher.query('select from pg_stat_activity where pid = $1', [
          pid,
        ]);
        return rowCount === 0;
      };
      async function* batches() {
        yield events;
      }
      const load = () =>
        loadEvents(
          { eventStoreUrl: url, eventLog: log, ended: new AbortController().signal },
          batches(),
        );

      let child = first;
      const loading = load();
      for (const [index, at] of KILLED_AT.entries()) {
        const session = await Promise.race([vi.waitUntil(waiting, PATIENCE), loading]);
        child.process.kill('SIGKILL');
        await child.exited;
        const before = await stored();
        expect(before.length).toBeLessThan(at);
        await other.query('select pg_advisory_unlock(7, $1)', [numbers[index]]);
        // Postgres ends the session of the dead node by itself.
        await vi.waitUntil(() => isGone(Number(session)), PATIENCE);
        const after = await stored();
        expect(after).toEqual(events.slice(0, after.length).map(({ id }) => id));
        // Where all of the chunk had been sent, all of it may have been written.
        expect(after.length === before.length || after.length > at).toBe(true);
        ({ child } = await startNode({ port }));
      }
      await loading;
      expect(await stored()).toEqual(events.map(({ id }) => id));
      await load();
      expect(await stored()).toHaveLength(events.length);
      const read: StoredEvent[] = [];
      for await (const batch of readLog(log)) read.push(...batch);
      expect(read.map(({ data }) => data)).toEqual(events.map(({ data }) => data));
    },
  );
});

import { randomUUID } from 'node:crypto';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '../errors.js';
import type { EventLog, StoredEvent } from '../eventLog/eventLog.js';
import type { Platform } from '../platform.js';
import { connectTo } from '../postgres/session.js';
import { platformOver } from '../testing/platformOver.js';
import type { Guard } from './commandRunner.js';
import { hearSaves } from './peoplesSaves.js';
import {
  lakshmi,
  newId,
  openTestPlatform,
  runSample,
  type SampleState,
  sampleDecider,
} from './sampleDecider.spec.js';

let backend: TestBackend;
let platform: Platform;
/** Another process on the same log and database. */
let other: Platform;

beforeAll(async () => {
  backend = await startTestBackend();
  platform = await openTestPlatform(backend);
  other = await openTestPlatform(backend);
});
afterAll(async () => {
  await platform?.close();
  await other?.close();
  await backend?.stop();
});

const streamOf = (id: number): Promise<StoredEvent[]> =>
  platform.eventLog.readStream(customerStream(id));

const registered = async (): Promise<number> => {
  const id = newId();
  await runSample(platform, { type: 'register', id });
  return id;
};

describe('a command', () => {
  it('answers with what a later read finds', async () => {
    const id = newId();
    const first = await runSample(platform, { type: 'register', id });
    const second = await runSample(platform, { type: 'setStatus', id, to: 'verified' });
    const history = await platform.commands.readHistory(customerStream(id));
    expect([...first.events, ...second.events]).toEqual(history);
    expect(second).toMatchObject({ version: 1, repeated: false, position: history[1]?.position });
    expect(second.state).toEqual(['pending', 'verified']);
    const loaded = await platform.commands.load(sampleDecider, customerStream(id));
    expect(loaded).toEqual({ state: second.state, version: 1 });
  });

  it('that changes nothing writes nothing', async () => {
    const id = await registered();
    const result = await runSample(platform, { type: 'leaveAlone', id });
    expect(result).toEqual({
      state: ['pending'],
      version: 0,
      events: [],
      position: null,
      repeated: false,
    });
    expect(await streamOf(id)).toHaveLength(1);
  });

  it('is refused in the words of its decider', async () => {
    const id = await registered();
    const again = runSample(platform, { type: 'register', id });
    await expect(again).rejects.toMatchObject({ kind: 'conflict', code: 'registered-before' });
  });
});

describe('when somebody saved last', () => {
  const agent = { userId: 7, username: 'anitha', role: 'agent' } as const;
  const { POSITIVE_INFINITY: NEVER } = Number;

  it('is that of a person with one record: not of the calendar, and not of a bulk change', async () => {
    const { commands } = other;
    const id = newId();
    await runSample(other, { type: 'register', id });
    const batchId = randomUUID();
    await runSample(other, { type: 'setStatus', id, to: 'verified' }, { actor: agent, batchId });
    expect(commands.lastSave()).toEqual({ since: NEVER, took: 0 });

    const saving = runSample(other, { type: 'setStatus', id, to: 'pending' }, { actor: agent });
    expect(commands.lastSave().since).toBe(0);
    await saving;
    const { since, took } = commands.lastSave();
    expect(since).toBeGreaterThan(0);
    expect(since).toBeLessThan(NEVER);
    expect(took).toBeGreaterThan(0);
  });

  it('is heard by other processes, too', async () => {
    const session = await connectTo(backend.databaseUrl)('test');
    try {
      const heardAgo = await hearSaves(session);
      const id = newId();
      await runSample(platform, { type: 'register', id });
      const { rows } = await session.client.query('SELECT 1 AS n');
      expect(rows).toEqual([{ n: 1 }]);
      expect(heardAgo()).toBe(NEVER);
      await runSample(platform, { type: 'setStatus', id, to: 'verified' }, { actor: agent });
      await expect.poll(heardAgo, { timeout: 60_000 }).toBeLessThan(NEVER);
    } finally {
      await session.end();
    }
  });

  it('is also that of one who was refused', async () => {
    const id = await registered();
    const before = other.commands.lastSave();
    const again = runSample(other, { type: 'register', id }, { actor: agent });
    await expect(again).rejects.toMatchObject({ code: 'registered-before' });
    expect(other.commands.lastSave().took).not.toBe(before.took);
  });
});

describe('a command that comes again', () => {
  it('gets its first answer, although the record has moved on', async () => {
    const id = await registered();
    const commandId = randomUUID();
    const command = { type: 'setStatus', id, to: 'verified' } as const;
    const first = await runSample(platform, command, { commandId });
    await runSample(platform, { type: 'setStatus', id, to: 'rejected' });
    const again = await runSample(other, command, { commandId });
    expect(again).toEqual({ ...first, repeated: true });
    expect(await streamOf(id)).toHaveLength(3);
  });

  it('gets its first answer, although the version it saw is stale by now', async () => {
    const id = await registered();
    const context = { commandId: randomUUID(), expectedVersion: 0 };
    const command = { type: 'setStatus', id, to: 'verified' } as const;
    await runSample(platform, command, context);
    expect(await runSample(platform, command, context)).toMatchObject({ repeated: true });
  });

  it('is refused when it asks for something else', async () => {
    const id = await registered();
    const commandId = randomUUID();
    await runSample(platform, { type: 'setStatus', id, to: 'verified' }, { commandId });
    const different = runSample(platform, { type: 'setStatus', id, to: 'rejected' }, { commandId });
    await expect(different).rejects.toMatchObject({
      kind: 'conflict',
      code: 'idempotency-key-reused',
    });
    expect(await streamOf(id)).toHaveLength(2);
  });

  it('means the same whichever way round its fields are', async () => {
    const id = await registered();
    const context = { commandId: randomUUID() };
    const command = { type: 'setStatus', id, to: 'verified' } as const;
    const commandRequest = { request: { a: 1, b: { c: 2, d: undefined } } };
    await runSample(platform, command, context, commandRequest);
    const turned = { request: { b: { c: 2 }, a: 1 } };
    expect(await runSample(platform, command, context, turned)).toMatchObject({ repeated: true });
  });

  it('writes once when it comes ten times at once, through two processes', async () => {
    const id = newId();
    const commandId = randomUUID();
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        runSample(i % 2 ? platform : other, { type: 'register', id }, { commandId }),
      ),
    );
    expect(await streamOf(id)).toHaveLength(1);
    for (const { events } of results) expect(events[0]?.id).toBe(results[0]?.events[0]?.id);
  });

  it('gets the same number for the record that it creates', async () => {
    const commandId = randomUUID();
    // A fresh database counts from 1, but the log may hold what others wrote.
    const above = newId() * 1_000;
    const create = async ({ ids, commands }: Platform) => {
      const id = above + (await ids.allocateId('sampleDecider', commandId));
      return runSample({ commands }, { type: 'register', id }, { commandId });
    };
    const first = await create(platform);
    expect(await create(other)).toEqual({ ...first, repeated: true });
  });
});

describe('when the answer to an append is lost', () => {
  /** Writes, and then cannot be reached: for the next `losses` appends, or for ever. */
  const losing = (log: EventLog, losses: number, aliveAfter: boolean): Partial<EventLog> => {
    let left = losses;
    let dead = false;
    return {
      async append(...parameters) {
        if (dead) throw unavailable('The event store');
        const appended = await log.append(...parameters);
        if (left === 0) return appended;
        left -= 1;
        dead = !aliveAfter;
        throw unavailable('The event store');
      },
      async readStream(...parameters) {
        if (dead) throw unavailable('The event store');
        return log.readStream(...parameters);
      },
    };
  };

  it('the append is sent again and recognised, as if nothing had been', async () => {
    const id = newId();
    const flaky = platformOver(platform, losing(platform.eventLog, 1, true));
    const result = await runSample(flaky, { type: 'register', id });
    expect(result).toMatchObject({ state: ['pending'], version: 0, repeated: false });
    expect(await streamOf(id)).toHaveLength(1);
  });

  it('each time, the command looks whether it is there', async () => {
    const id = newId();
    const deaf = platformOver(platform, losing(platform.eventLog, Number.POSITIVE_INFINITY, true));
    const result = await runSample(deaf, { type: 'register', id });
    expect(result).toMatchObject({ state: ['pending'], version: 0 });
    expect(await streamOf(id)).toHaveLength(1);
  });

  it('and somebody else has written since, the command finds its own trace', async () => {
    const id = await registered();
    let isLost = false;
    const flaky = platformOver(platform, {
      async append(...parameters) {
        const appended = await platform.eventLog.append(...parameters);
        if (isLost) return appended;
        isLost = true;
        await runSample(other, { type: 'setStatus', id, to: 'rejected' });
        throw unavailable('The event store');
      },
    });
    const result = await runSample(flaky, { type: 'setStatus', id, to: 'verified' });
    expect(result).toMatchObject({ version: 1 });
    expect(await streamOf(id)).toHaveLength(3);
  });

  it('the guard is kept until it is known', async () => {
    const id = newId();
    let isGuarded = false;
    const flaky = platformOver(platform, {
      async append(...parameters) {
        expect(isGuarded).toBe(true);
        const appended = await platform.eventLog.append(...parameters);
        if (appends.push(isGuarded) === 1) throw unavailable('The event store');
        return appended;
      },
    });
    const appends: boolean[] = [];
    const guard: Guard<SampleState> = async (_decided, append) => {
      isGuarded = true;
      return append().finally(() => {
        isGuarded = false;
      });
    };
    await runSample(flaky, { type: 'register', id }, {}, { guard });
    expect(appends).toEqual([true, true]);
    expect(await streamOf(id)).toHaveLength(1);
  });

  it('and the process with it, the retry finds what was done', async () => {
    const id = newId();
    const context = { commandId: randomUUID() };
    const dying = platformOver(platform, losing(platform.eventLog, 1, false));
    const lost = runSample(dying, { type: 'register', id }, context);
    await expect(lost).rejects.toMatchObject({ kind: 'unavailable' });
    const retry = await runSample(other, { type: 'register', id }, context);
    expect(retry).toMatchObject({ state: ['pending'], version: 0, repeated: true });
    expect(await streamOf(id)).toHaveLength(1);
  });

  it('a command that was never written is tried again, and written once', async () => {
    const id = newId();
    let refusals = 1;
    const flaky = platformOver(platform, {
      async append(...parameters) {
        refusals -= 1;
        if (refusals >= 0) throw unavailable('The event store');
        return platform.eventLog.append(...parameters);
      },
    });
    expect(await runSample(flaky, { type: 'register', id })).toMatchObject({ repeated: false });
    expect(await streamOf(id)).toHaveLength(1);
  });
});

describe('commands that race on one record', () => {
  it('all get through when none of them saw a version', async () => {
    const id = await registered();
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        runSample(i % 2 ? platform : other, { type: 'setStatus', id, to: 'verified' }),
      ),
    );
    const versions = results.map(({ version }) => version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
  });

  it('let exactly one through when all saw the same version, and refuse the others', async () => {
    const id = await registered();
    const races = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        runSample(
          i % 2 ? platform : other,
          { type: 'setStatus', id, to: 'verified' },
          { expectedVersion: 0 },
        ),
      ),
    );
    const refused = races.filter((race) => race.status === 'rejected');
    expect(refused).toHaveLength(19);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ kind: 'stale', code: 'stale-version', currentVersion: 1 });
    expect(await streamOf(id)).toHaveLength(2);
  });

  it('are refused as stale before anything is decided', async () => {
    const id = await registered();
    const stale = runSample(platform, { type: 'register', id }, { expectedVersion: 7 });
    await expect(stale).rejects.toMatchObject({ kind: 'stale', currentVersion: 0 });
  });
});

describe('the log', () => {
  it('holds nothing that names a person', async () => {
    const before = await platform.eventLog.head();
    const id = await registered();
    await runSample(platform, { type: 'setStatus', id, to: 'verified' }, {}, { request: lakshmi });
    const stop = new AbortController();
    let raw = '';
    const options = { after: before, maxBatch: 100, signal: stop.signal };
    const onCaughtUp = () => stop.abort();
    for await (const batch of platform.eventLog.subscribe({ ...options, onCaughtUp }))
      raw += JSON.stringify(batch, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
    expect(raw).toContain(customerStream(id));
    for (const value of Object.values(lakshmi)) if (value) expect(raw).not.toContain(value);
  });
});

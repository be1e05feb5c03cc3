import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CustomerRegistered,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import { ReservationVoided } from '@insuremanager/contracts/reservations/reservationEvents';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandRunner } from '../commands/commandRunner.js';
import { newId, openTestPlatform } from '../commands/sampleDecider.spec.js';
import type { EventLog } from '../eventLog/eventLog.js';
import type { Platform } from '../platform.js';
import { platformOver } from '../testing/platformOver.js';
import { badges, runBadge } from './badgeFixture.spec.js';
import { createReservations } from './reservations.js';

const GRACE_MS = 10_000;

let backend: TestBackend;
let platform: Platform;
/** Another process on the same log and database. */
let other: Platform;
let time = Date.parse('2026-04-01T04:30:00Z');
const clock = { now: () => new Date(time) };

beforeAll(async () => {
  backend = await startTestBackend();
  platform = await openTestPlatform(backend, clock);
  other = await openTestPlatform(backend, clock);
});
afterAll(async () => {
  await platform?.close();
  await other?.close();
  await backend?.stop();
});

const register = (
  by: Pick<Platform, 'commands'>,
  id: number,
  panNumber: string | null,
  email: string | null = null,
) => runBadge(by, { type: 'register', id, panNumber, email });
const change = (by: Pick<Platform, 'commands'>, id: number, panNumber: string | null) =>
  runBadge(by, { type: 'change', id, panNumber });

const sampleValue = (): string => `value-${randomUUID()}`;
const registered = async (panNumber: string): Promise<number> => {
  const id = newId();
  await register(platform, id, panNumber);
  return id;
};

const taken = { kind: 'conflict', code: 'pan-number-taken' };
const typesOf = async (id: number): Promise<string[]> =>
  (await platform.eventLog.readStream(customerStream(id))).map(({ type }) => type);
const expectFree = (value: string) => register(other, newId(), value);
const expectTaken = (value: string) =>
  expect(register(other, newId(), value)).rejects.toMatchObject(taken);

/** A door that is shut until it is opened. */
function door() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** A log that calls `before` ahead of every append. */
const watched = (
  log: EventLog,
  before: (stream: string) => Promise<unknown>,
): Partial<EventLog> => ({
  async append(stream, ...rest) {
    await before(stream);
    return log.append(stream, ...rest);
  },
});
/** A process that dies when it is about to write to a stream that is named so. */
const dyingAt = (isLast: (stream: string) => boolean): Platform =>
  platformOver(
    platform,
    watched(platform.eventLog, async (stream) => {
      if (isLast(stream)) throw new Error('died');
    }),
  );
/** A process that stops before it appends where the spec says so, and goes on when it may. */
const stoppingAt = (isWhere: (stream: string) => boolean) => {
  const [arrived, mayGoOn] = [door(), door()];
  const process = platformOver(
    platform,
    watched(platform.eventLog, async (stream) => {
      if (!isWhere(stream)) return;
      arrived.open();
      await mayGoOn.opened;
    }),
  );
  return { process, arrived: arrived.opened, goOn: mayGoOn.open };
};
/** Before it writes to the stream of a record. */
const hesitatingAt = (id: number) => stoppingAt((stream) => stream === customerStream(id));
/** True of reservation streams, once the record has been written. */
const isReleaseOf = (id: number) => {
  let hasWritten = false;
  return (stream: string): boolean => {
    if (stream === customerStream(id)) hasWritten = true;
    return hasWritten && isReservation(stream);
  };
};
const isReservation = (stream: string) => stream.startsWith('unique');

describe('a unique value that several want at once, on a real server', () => {
  let server: TestBackend;
  let platform: Platform;
  let other: Platform;
  beforeAll(async () => {
    server = await startTestBackend();
    platform = await openTestPlatform(server, clock);
    other = await openTestPlatform(server, clock);
  });
  afterAll(async () => {
    await platform?.close();
    await other?.close();
    await server?.stop();
  });

  it('goes to exactly one of fifty who race for it; the others hear which field it is', async () => {
    const value = sampleValue();
    const races = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => register(i % 2 ? platform : other, newId(), value)),
    );
    expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const message = 'This panNumber is taken.';
    for (const race of races) {
      if (race.status === 'fulfilled') continue;
      const fields = [{ field: 'panNumber', code: 'pan-number-taken', message }];
      expect(race.reason).toMatchObject({ ...taken, fields });
    }
  });

  it('goes with another one to one of two who want both', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [pan, email] = [sampleValue(), sampleValue()];
      const hesitant = () => platformOver(platform, watched(platform.eventLog, hesitate));
      const hesitate = () => pause(Math.random() * 3);
      const races = await Promise.allSettled([
        register(hesitant(), newId(), pan, email),
        register(hesitant(), newId(), pan, email),
      ]);
      expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });
});

describe('a unique value', () => {
  it('stays with its owner, who reserves it once however often it changes', async () => {
    const value = sampleValue();
    const id = await registered(value);
    const before = await platform.eventLog.head();
    await runBadge(platform, { type: 'touch', id });
    await change(platform, id, value);
    const writing: string[] = [];
    const stop = new AbortController();
    const options = { after: before, maxBatch: 100, signal: stop.signal };
    const onCaughtUp = () => stop.abort();
    for await (const batch of platform.eventLog.subscribe({ ...options, onCaughtUp })) {
      writing.push(...batch.map(({ stream }) => stream));
    }
    expect(writing.filter(isReservation)).toEqual([]);
    time += GRACE_MS;
    await expectTaken(value);
  });

  it('is free once its owner has another one', async () => {
    const [value, next] = [sampleValue(), sampleValue()];
    const id = await registered(value);
    await change(platform, id, next);
    await expectFree(value);
    await expectTaken(next);
  });

  it('is not even reserved by a command that its decider refuses', async () => {
    const value = sampleValue();
    const id = await registered(sampleValue());
    await expect(register(platform, id, value)).rejects.toMatchObject({
      code: 'registered-before',
    });
    await expectFree(value);
  });

  it('is not reserved by a command that is refused by what another process wrote', async () => {
    const value = sampleValue();
    const id = await registered(sampleValue());
    await runBadge(other, { type: 'touch', id });
    const seen = { expectedVersion: 0 };
    const stale = runBadge(platform, { type: 'change', id, panNumber: value }, seen);
    await expect(stale).rejects.toMatchObject({ kind: 'stale', currentVersion: 1 });
    await expectFree(value);
  });

  it('is not reserved while another value of the same command is taken', async () => {
    const [pan, email] = [sampleValue(), sampleValue()];
    await register(platform, newId(), pan, email);
    await expect(register(platform, newId(), pan, email)).rejects.toMatchObject({
      ...taken,
      fields: [{ field: 'panNumber' }, { field: 'email' }],
    });
    const free = sampleValue();
    await expect(register(platform, newId(), free, email)).rejects.toMatchObject({
      code: 'email-taken',
    });
    await expectFree(free);
  });

  it('stays with whoever cannot be read any more', async () => {
    const [value, former] = [sampleValue(), sampleValue()];
    const id = await registered(former);
    await change(platform, id, value);
    await platform.vault.destroyKey(customerStream(id));
    time += GRACE_MS;
    const fresh = await openTestPlatform(backend, clock);
    await expect(register(fresh, newId(), value)).rejects.toMatchObject(taken);
    await register(fresh, newId(), former);
    await fresh.close();
  });
});

describe('a reservation whose owner never came', () => {
  const orphan = async (value: string): Promise<number> => {
    const id = newId();
    const dying = dyingAt((stream) => stream === customerStream(id));
    await expect(register(dying, id, value)).rejects.toThrow('died');
    return id;
  };

  it('is left alone for a while, then taken over', async () => {
    const value = sampleValue();
    const id = await orphan(value);
    time += GRACE_MS - 1;
    await expectTaken(value);
    time += 1;
    await expectFree(value);
    expect(await typesOf(id)).toEqual([ReservationVoided.type]);
    await expectTaken(value);
  });

  it('is taken over as soon by a process whose clock is behind', async () => {
    const value = sampleValue();
    time += 3_600_000;
    await orphan(value);
    time -= 3_600_000;
    await expectFree(value);
  });

  it('lets its owner do other things later, who never sees the event of the platform', async () => {
    const value = sampleValue();
    const id = await orphan(value);
    time += GRACE_MS;
    await expectFree(value);
    await expect(register(platform, id, value)).rejects.toMatchObject(taken);
    const result = await register(platform, id, sampleValue());
    expect(result).toMatchObject({ version: 1 });
    expect(await platform.commands.readHistory(customerStream(id))).toEqual(result.events);
  });

  it('makes nobody’s view of a record stale when it is taken over', async () => {
    const value = sampleValue();
    const id = await registered(sampleValue());
    const dying = dyingAt((stream) => stream === customerStream(id));
    await expect(change(dying, id, value)).rejects.toThrow('died');
    time += GRACE_MS;
    await expectFree(value);
    expect(await typesOf(id)).toEqual([CustomerRegistered.type, ReservationVoided.type]);
    const seen = { expectedVersion: 0 };
    const touched = await runBadge(platform, { type: 'touch', id }, seen);
    expect(touched).toMatchObject({ version: 2 });
    await expect(runBadge(platform, { type: 'touch', id }, seen)).rejects.toMatchObject({
      kind: 'stale',
      currentVersion: 2,
    });
  });

  it('counts for nothing at once when its command has decided otherwise since', async () => {
    const value = sampleValue();
    const id = await registered(sampleValue());
    const context = { commandId: randomUUID() };
    const dying = dyingAt((stream) => stream === customerStream(id));
    const first = runBadge(dying, { type: 'change', id, panNumber: value }, context);
    await expect(first).rejects.toThrow('died');
    // The same command, in a later release perhaps, writes something else.
    await runBadge(platform, { type: 'touch', id }, context);
    await expectFree(value);
  });
});

describe('a value that its owner gave up when the process died', () => {
  it('is free at once', async () => {
    const value = sampleValue();
    const id = await registered(value);
    await change(dyingAt(isReleaseOf(id)), id, sampleValue());
    await expectFree(value);
    await expectTaken(value);
  });

  it('is the owner’s again when they are the first to want it back', async () => {
    const value = sampleValue();
    const id = await registered(value);
    await change(dyingAt(isReleaseOf(id)), id, sampleValue());
    await change(platform, id, value);
    time += GRACE_MS;
    await expectTaken(value);
  });
});

describe('a release that comes late', () => {
  it('does not take away what the owner has had back meanwhile', async () => {
    const value = sampleValue();
    const id = await registered(value);
    const slow = stoppingAt(isReleaseOf(id));
    const giving = change(slow.process, id, null);
    await slow.arrived;
    await change(other, id, value);
    slow.goOn();
    await giving;
    time += GRACE_MS;
    await expectTaken(value);
  });

  it('makes who wants it back at that moment reserve it anew', async () => {
    const value = sampleValue();
    const id = await registered(value);
    const slow = stoppingAt(isReleaseOf(id));
    const giving = change(slow.process, id, null);
    await slow.arrived;
    const wanting = hesitatingAt(id);
    const having = change(wanting.process, id, value);
    await wanting.arrived;
    slow.goOn();
    await giving;
    wanting.goOn();
    await having;
    time += GRACE_MS;
    await expectTaken(value);
  });

  it('does not take away what the owner has reserved anew and is about to have', async () => {
    const value = sampleValue();
    const id = await registered(value);
    const [arrived, mayGoOn] = [door(), door()];
    // Stops before it looks who has reserved the value by then.
    const slow = platformOver(platform, {
      async readLast(stream) {
        if (isReservation(stream)) arrived.open();
        if (isReservation(stream)) await mayGoOn.opened;
        return platform.eventLog.readLast(stream);
      },
    });
    const giving = change(slow, id, null);
    await arrived.opened;
    const wanting = hesitatingAt(id);
    const having = change(wanting.process, id, value);
    await wanting.arrived;
    mayGoOn.open();
    await giving;
    wanting.goOn();
    await having;
    time += GRACE_MS;
    await expectTaken(value);
  });

  it('does not take away what somebody else has by then', async () => {
    const value = sampleValue();
    const id = await registered(value);
    const slow = stoppingAt(isReleaseOf(id));
    const giving = change(slow.process, id, null);
    await slow.arrived;
    await expectFree(value);
    slow.goOn();
    await giving;
    await expectTaken(value);
  });
});

describe('a reservation taken over while its owner is still at work', () => {
  it('is lost to the owner, when the taker was first', async () => {
    const value = sampleValue();
    const [slowId, takerId] = [newId(), newId()];
    const slow = hesitatingAt(slowId);
    const slowRun = register(slow.process, slowId, value);
    await slow.arrived;
    time += GRACE_MS;
    await register(other, takerId, value);
    slow.goOn();
    await expect(slowRun).rejects.toMatchObject(taken);
    expect(await typesOf(slowId)).toEqual([ReservationVoided.type]);
  });

  it('stays with the owner, when its record came before the fence', async () => {
    const value = sampleValue();
    const [slowId, takerId] = [newId(), newId()];
    const slow = hesitatingAt(slowId);
    const slowRun = register(slow.process, slowId, value);
    await slow.arrived;
    time += GRACE_MS;
    const taker = platformOver(
      other,
      watched(other.eventLog, async (stream) => {
        if (stream !== customerStream(slowId)) return;
        slow.goOn();
        await slowRun;
      }),
    );
    await expect(register(taker, takerId, value)).rejects.toMatchObject(taken);
    expect(await slowRun).toMatchObject({ version: 0 });
    expect(await typesOf(takerId)).toEqual([]);
  });

  it('goes to one of them, when the owner comes back between the fence and the taking', async () => {
    const value = sampleValue();
    const [slowId, takerId] = [newId(), newId()];
    const slow = hesitatingAt(slowId);
    const slowRun = register(slow.process, slowId, value);
    await slow.arrived;
    time += GRACE_MS;
    const taker = platformOver(
      other,
      watched(other.eventLog, async (stream) => {
        if (!isReservation(stream)) return;
        slow.goOn();
        await slowRun;
      }),
    );
    await expect(register(taker, takerId, value)).rejects.toMatchObject(taken);
    expect(await slowRun).toMatchObject({ version: 1, repeated: false });
    expect(await typesOf(slowId)).toEqual([ReservationVoided.type, CustomerRegistered.type]);
    expect(await typesOf(takerId)).toEqual([]);
  });

  it('is never owned twice, however impatient the takers and however slow the writes', async () => {
    // No grace at all: everybody takes over from everybody, in whatever order the delays make.
    const impatient = (base: Platform): Pick<Platform, 'commands'> => {
      const hesitant = watched(base.eventLog, () => pause(Math.random() * 4));
      const eventLog = { ...base.eventLog, ...hesitant };
      const reservations = createReservations({ ...base, eventLog, graceMs: 0 });
      return { commands: createCommandRunner({ ...base, eventLog, reservations }) };
    };
    const processes = [impatient(platform), impatient(other)] as const;
    for (let round = 0; round < 10; round += 1) {
      const values = [sampleValue(), sampleValue()];
      const ids = Array.from({ length: 6 }, newId);
      await Promise.all(ids.map((id) => register(platform, id, null)));
      // Each of them takes a value, gives it up, and wants one again, all at the same time.
      await Promise.all(
        ids.map(async (id, i) => {
          for (let step = 0; step < 3; step += 1) {
            const value = step === 1 ? null : (values[(i + step) % 2] ?? null);
            await change(processes[(i + step) % 2] as Platform, id, value).catch((error) =>
              expect(error).toMatchObject({ kind: 'conflict' }),
            );
          }
        }),
      );
      const states = await Promise.all(
        ids.map((id) => platform.commands.load(badges, customerStream(id))),
      );
      const owned = states.flatMap(({ state }) =>
        state && state !== 'erased' && state.panNumber ? [state.panNumber] : [],
      );
      expect(new Set(owned).size).toBe(owned.length);
      // What is owned is taken, and what nobody owns is not lost.
      for (const value of values) {
        time += GRACE_MS;
        if (owned.includes(value)) await expectTaken(value);
        else await expectFree(value);
      }
    }
  });
});

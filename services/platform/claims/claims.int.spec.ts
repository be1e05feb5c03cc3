import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ClaimAbandoned } from '@insuremanager/contracts/claims/claimEvents';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandRunner } from '../commands/commandRunner.js';
import {
  newId,
  openTestPlatform,
  runTally,
  tally,
  withLog,
} from '../commands/tallyFixture.spec.js';
import type { EventLog } from '../eventLog/eventLog.js';
import type { Platform } from '../platform.js';
import { type ClaimRequest, createClaims } from './claims.js';

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

const named = (value: string, thing = 'badgeName'): ClaimRequest => ({
  thing,
  value,
  field: thing,
  message: `This ${thing} is taken.`,
});
const someName = (): string => `name-${randomUUID()}`;

const register = (by: Pick<Platform, 'commands'>, id: number, ...claims: ClaimRequest[]) =>
  runTally(by, { type: 'register', id }, {}, { claims });

const taken = { kind: 'conflict', code: 'badge-name-taken' };
const typesOf = async (id: number): Promise<string[]> =>
  (await platform.eventLog.readStream(customerStream(id))).map(({ type }) => type);

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

describe('a name', () => {
  it('goes to exactly one of fifty who race for it; the others hear which field it is', async () => {
    const name = named(someName());
    const races = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => register(i % 2 ? platform : other, newId(), name)),
    );
    expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const race of races)
      if (race.status === 'rejected')
        expect(race.reason).toMatchObject({
          ...taken,
          fields: [{ field: 'badgeName', code: 'badge-name-taken', message: name.message }],
        });
  });

  it('stays with its owner, who may claim it again', async () => {
    const name = named(someName());
    const id = newId();
    await register(platform, id, name);
    await runTally(platform, { type: 'setStatus', id, to: 'verified' }, {}, { claims: [name] });
    time += GRACE_MS;
    await expect(register(other, newId(), name)).rejects.toMatchObject(taken);
  });

  it('can be had by another once its owner lets go of it', async () => {
    const [name, next] = [named(someName()), named(someName())];
    const id = newId();
    await register(platform, id, name);
    const rename = { claims: [next], releases: [name] };
    await runTally(platform, { type: 'setStatus', id, to: 'verified' }, {}, rename);
    await register(other, newId(), name);
    await expect(register(other, newId(), next)).rejects.toMatchObject(taken);
  });

  it('stays when the owner wants it back before it was let go', async () => {
    const name = named(someName());
    const id = newId();
    await register(platform, id, name);
    const giveUp = { commandId: randomUUID() };
    const command = { type: 'setStatus', id, to: 'verified' } as const;
    const failing = withLog(platform, {
      append: async (stream, ...rest) => {
        if (stream.startsWith('unique')) throw new Error('died before letting go');
        return platform.eventLog.append(stream, ...rest);
      },
    });
    await runTally(failing, command, giveUp, { releases: [name] });
    await runTally(platform, { type: 'setStatus', id, to: 'rejected' }, {}, { claims: [name] });
    await runTally(platform, command, giveUp, { releases: [name] });
    await expect(register(other, newId(), name)).rejects.toMatchObject(taken);
  });

  it('is not even claimed by a command that its decider refuses', async () => {
    const name = named(someName());
    const id = newId();
    await register(platform, id);
    await expect(register(platform, id, name)).rejects.toMatchObject({ code: 'registered-before' });
    await register(other, newId(), name);
  });

  it('is not claimed while another name of the same command is taken', async () => {
    const [first, second, free] = [named(someName()), named(someName(), 'email'), someName()];
    await register(platform, newId(), first, second);
    const both = register(platform, newId(), first, second, named(free, 'code'));
    await expect(both).rejects.toMatchObject({
      ...taken,
      fields: [{ field: 'badgeName' }, { field: 'email' }],
    });
    await register(other, newId(), named(free, 'code'));
  });
});

describe('a claim whose owner never came', () => {
  /** Claims, and dies before its own stream is written. */
  const orphan = async (name: ClaimRequest): Promise<number> => {
    const id = newId();
    const dying = withLog(
      platform,
      watched(platform.eventLog, async (stream) => {
        if (stream === customerStream(id)) throw new Error('died');
      }),
    );
    await expect(register(dying, id, name)).rejects.toThrow('died');
    return id;
  };

  it('is left alone for a while, then taken over', async () => {
    const name = named(someName());
    const id = await orphan(name);
    time += GRACE_MS - 1;
    await expect(register(other, newId(), name)).rejects.toMatchObject(taken);
    time += 1;
    await register(other, newId(), name);
    expect(await typesOf(id)).toEqual([ClaimAbandoned.type]);
    await expect(register(platform, newId(), name)).rejects.toMatchObject(taken);
  });

  it('lets its owner do other things later, who never sees the note of the platform', async () => {
    const name = named(someName());
    const id = await orphan(name);
    time += GRACE_MS;
    await register(other, newId(), name);
    await expect(register(platform, id, name)).rejects.toMatchObject(taken);
    const result = await register(platform, id, named(someName()));
    expect(result).toMatchObject({ state: ['pending'], version: 1 });
    expect(await platform.commands.readHistory(customerStream(id))).toEqual(result.events);
  });
});

describe('a claim that a record left behind when one of its commands died', () => {
  /** A record that is there, and a command of it that claimed the name and got no further. */
  async function half(name: ClaimRequest): Promise<number> {
    const id = newId();
    await register(platform, id);
    const dying = withLog(
      platform,
      watched(platform.eventLog, async (stream) => {
        if (stream === customerStream(id)) throw new Error('died');
      }),
    );
    const died = runTally(dying, { type: 'setStatus', id, to: 'verified' }, {}, { claims: [name] });
    await expect(died).rejects.toThrow('died');
    return id;
  }

  it('does not keep the name when the record lets go of it', async () => {
    const name = named(someName());
    const id = await half(name);
    await runTally(platform, { type: 'setStatus', id, to: 'rejected' }, {}, { claims: [name] });
    await runTally(platform, { type: 'setStatus', id, to: 'pending' }, {}, { releases: [name] });
    await register(other, newId(), name);
    await expect(register(platform, newId(), name)).rejects.toMatchObject(taken);
  });

  it('makes nobody’s view of the record stale when it is taken over', async () => {
    const name = named(someName());
    const id = await half(name);
    time += GRACE_MS;
    await register(other, newId(), name);
    expect(await typesOf(id)).toEqual(['CustomerRegistered', ClaimAbandoned.type]);
    const seen = { expectedVersion: 0 };
    const changed = await runTally(platform, { type: 'setStatus', id, to: 'rejected' }, seen);
    expect(changed).toMatchObject({ state: ['pending', 'rejected'], version: 2 });
    const again = runTally(platform, { type: 'setStatus', id, to: 'verified' }, seen);
    await expect(again).rejects.toMatchObject({ kind: 'stale', currentVersion: 2 });
  });
});

describe('a claim taken over while its owner is still at work', () => {
  it('is lost to the owner, when the taker was first', async () => {
    const name = named(someName());
    const [slowId, takerId] = [newId(), newId()];
    const [atAppend, mayAppend] = [door(), door()];
    const slow = withLog(
      platform,
      watched(platform.eventLog, async (stream) => {
        if (stream !== customerStream(slowId)) return;
        atAppend.open();
        await mayAppend.opened;
      }),
    );
    const slowRun = register(slow, slowId, name);
    await atAppend.opened;
    time += GRACE_MS;
    await register(other, takerId, name);
    mayAppend.open();
    await expect(slowRun).rejects.toMatchObject(taken);
    expect(await typesOf(slowId)).toEqual([ClaimAbandoned.type]);
  });

  it('stays with the owner, when its record came before the fence', async () => {
    const name = named(someName());
    const [slowId, takerId] = [newId(), newId()];
    const [claimed, mayAppend] = [door(), door()];
    const slow = withLog(
      platform,
      watched(platform.eventLog, async (stream) => {
        if (stream !== customerStream(slowId)) return;
        claimed.open();
        await mayAppend.opened;
      }),
    );
    const slowRun = register(slow, slowId, name);
    await claimed.opened;
    time += GRACE_MS;
    const taker = withLog(
      other,
      watched(other.eventLog, async (stream) => {
        if (stream !== customerStream(slowId)) return;
        mayAppend.open();
        await slowRun;
      }),
    );
    await expect(register(taker, takerId, name)).rejects.toMatchObject(taken);
    expect(await slowRun).toMatchObject({ version: 0 });
    expect(await typesOf(takerId)).toEqual([]);
  });

  it('goes to one of them, when the owner comes back between the fence and the taking', async () => {
    const name = named(someName());
    const [slowId, takerId] = [newId(), newId()];
    const [claimed, mayAppend] = [door(), door()];
    const slow = withLog(
      platform,
      watched(platform.eventLog, async (stream) => {
        if (stream !== customerStream(slowId)) return;
        claimed.open();
        await mayAppend.opened;
      }),
    );
    const slowRun = register(slow, slowId, name);
    await claimed.opened;
    time += GRACE_MS;
    const taker = withLog(
      other,
      watched(other.eventLog, async (stream) => {
        if (!stream.startsWith('unique')) return;
        mayAppend.open();
        await slowRun;
      }),
    );
    await expect(register(taker, takerId, name)).rejects.toMatchObject(taken);
    expect(await slowRun).toMatchObject({ state: ['pending'], version: 1, repeated: false });
    expect(await typesOf(slowId)).toEqual([ClaimAbandoned.type, 'CustomerRegistered']);
    expect(await typesOf(takerId)).toEqual([]);
  });

  it('is never held twice, however impatient the takers and however slow the writes', async () => {
    // No grace at all: everybody takes over from everybody, in whatever order the delays make.
    const impatient = (base: Platform): Pick<Platform, 'commands'> => {
      const hesitant = watched(base.eventLog, () => pause(Math.random() * 4));
      const eventLog = { ...base.eventLog, ...hesitant };
      const claims = createClaims({ ...base, eventLog, graceMs: 0 });
      return { commands: createCommandRunner({ ...base, eventLog, claims }) };
    };
    const processes = [impatient(platform), impatient(other)] as const;
    for (let round = 0; round < 10; round += 1) {
      const name = named(someName());
      const ids = Array.from({ length: 8 }, newId);
      await Promise.allSettled(
        ids.map((id, i) => register(i % 2 ? processes[0] : processes[1], id, name)),
      );
      const states = await Promise.all(
        ids.map((id) => platform.commands.load(tally, customerStream(id))),
      );
      const holders = states.filter(({ state }) => state.length > 0);
      expect(holders.length).toBeLessThanOrEqual(1);
    }
  });
});

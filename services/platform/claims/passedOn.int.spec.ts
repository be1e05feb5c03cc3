import { randomUUID } from 'node:crypto';
import { ClaimAbandoned } from '@insuremanager/contracts/claims/claimEvents';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, openTestPlatform, runTally, withLog } from '../commands/tallyFixture.spec.js';
import type { Platform } from '../platform.js';
import type { ClaimRequest } from './claims.js';

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

const taken = { kind: 'conflict', code: 'badge-name-taken' };

const aName = (): ClaimRequest => ({
  thing: 'badgeName',
  value: `name-${randomUUID()}`,
  field: 'badgeName',
  message: 'This badge name is taken.',
});
const from = (name: ClaimRequest, id: number, version: number | null): ClaimRequest => ({
  ...name,
  heldBy: { owner: customerStream(id), version },
});
const register = (by: Pick<Platform, 'commands'>, id: number, ...claims: ClaimRequest[]) =>
  runTally(by, { type: 'register', id }, {}, { claims });
const change = (id: number, ...claims: ClaimRequest[]) =>
  runTally(platform, { type: 'setStatus', id, to: 'verified' }, {}, { claims });
const typesOf = async (id: number): Promise<string[]> =>
  (await platform.eventLog.readStream(customerStream(id))).map(({ type }) => type);

/** A holder that has given its name away, and the version at which that can be seen. */
const givenAway = async (): Promise<{ name: ClaimRequest; id: number; version: number }> => {
  const [name, id] = [aName(), newId()];
  await register(platform, id, name);
  const { version } = await change(id);
  return { name, id, version: version ?? Number.NaN };
};

/** A process that fails when it is about to write to that record's stream. */
const dyingBefore = (id: number, meanwhile: () => Promise<unknown> = async () => undefined) =>
  withLog(platform, {
    append: async (stream, ...rest) => {
      if (stream !== customerStream(id)) return platform.eventLog.append(stream, ...rest);
      await meanwhile();
      throw new Error('died');
    },
  });

describe('a name that is passed on', () => {
  it('goes to the heir at once, and is the heir’s alone', async () => {
    const { name, id, version } = await givenAway();
    const heir = newId();
    await register(other, heir, from(name, id, version));
    time += GRACE_MS;
    await expect(register(platform, newId(), name)).rejects.toMatchObject(taken);
    await expect(change(id, name)).rejects.toMatchObject(taken);
    await change(heir, name);
  });

  it('goes to one of many heirs who race for it', async () => {
    const { name, id, version } = await givenAway();
    const races = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        register(i % 2 ? platform : other, newId(), from(name, id, version)),
      ),
    );
    expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const race of races) {
      if (race.status === 'rejected') expect(race.reason).toMatchObject(taken);
    }
  });

  it('goes to nobody who names no predecessor, or not the one who holds it', async () => {
    const { name, id, version } = await givenAway();
    time += GRACE_MS;
    await expect(register(other, newId(), name)).rejects.toMatchObject(taken);
    const wrong = from(name, newId(), version);
    await expect(register(other, newId(), wrong)).rejects.toMatchObject(taken);
    await register(other, newId(), from(name, id, version));
    await expect(register(other, newId(), from(name, id, version))).rejects.toMatchObject(taken);
  });

  it('does not mind that the predecessor lets go of it afterwards', async () => {
    const { name, id, version } = await givenAway();
    await register(other, newId(), from(name, id, version));
    const release = { releases: [name] };
    await runTally(platform, { type: 'setStatus', id, to: 'rejected' }, {}, release);
    await expect(register(other, newId(), name)).rejects.toMatchObject(taken);
  });

  it('is claimed once, however often the heir’s command comes', async () => {
    const { name, id, version } = await givenAway();
    const heir = newId();
    const again = () =>
      runTally(
        other,
        { type: 'register', id: heir },
        { commandId: `00000000-0000-4000-8000-${String(heir).padStart(12, '0')}` },
        { claims: [from(name, id, version)] },
      );
    expect(await again()).toMatchObject({ version: 0, repeated: false });
    expect(await again()).toMatchObject({ version: 0, repeated: true });
    expect(await typesOf(heir)).toEqual(['CustomerRegistered']);
  });

  it('is kept by a predecessor who has changed its mind before the heir came', async () => {
    const { name, id, version } = await givenAway();
    await change(id, name);
    await expect(register(other, newId(), from(name, id, version))).rejects.toMatchObject(taken);
  });

  it('waits for a predecessor who may be changing its mind, but not for ever', async () => {
    const { name, id, version } = await givenAway();
    const dying = dyingBefore(id, async () => {
      await expect(register(other, newId(), from(name, id, version))).rejects.toMatchObject(taken);
    });
    const back = runTally(dying, { type: 'setStatus', id, to: 'pending' }, {}, { claims: [name] });
    await expect(back).rejects.toThrow('died');
    time += GRACE_MS;
    await register(other, newId(), from(name, id, version));
    expect((await typesOf(id)).at(-1)).toBe(ClaimAbandoned.type);
  });
});

describe('an heir who died between its claim and its record', () => {
  const orphan = async (name: ClaimRequest) => {
    const [id, commandId] = [newId(), randomUUID()];
    const order = [{ type: 'register', id }, { commandId }, { claims: [name] }] as const;
    await expect(runTally(dyingBefore(id), ...order)).rejects.toThrow('died');
    return { id, again: () => runTally(other, ...order) };
  };

  it('has the name when its command is sent again', async () => {
    const { name, id, version } = await givenAway();
    const heir = await orphan(from(name, id, version));
    expect(await heir.again()).toMatchObject({ version: 0 });
    await expect(change(id, from(name, heir.id, null))).rejects.toMatchObject(taken);
  });

  it('loses it to the predecessor who takes it back at once, and comes too late then', async () => {
    const { name, id, version } = await givenAway();
    const heir = await orphan(from(name, id, version));
    await expect(change(id, name)).rejects.toMatchObject(taken);
    await change(id, from(name, heir.id, null));
    expect(await typesOf(heir.id)).toEqual([ClaimAbandoned.type]);
    await expect(heir.again()).rejects.toMatchObject(taken);
    await expect(register(other, newId(), name)).rejects.toMatchObject(taken);
  });

  it('loses it to whoever asks after a while, as every orphan does', async () => {
    const { name, id, version } = await givenAway();
    await orphan(from(name, id, version));
    time += GRACE_MS;
    await register(other, newId(), name);
  });

  it('loses it also while its record is being written: one of the two has it', async () => {
    const { name, id, version } = await givenAway();
    const heir = newId();
    let taking: Promise<unknown> | undefined;
    const slow = withLog(other, {
      append: async (stream, ...rest) => {
        if (stream === customerStream(heir)) {
          taking ??= change(id, from(name, heir, null));
          await taking;
        }
        return other.eventLog.append(stream, ...rest);
      },
    });
    await expect(register(slow, heir, from(name, id, version))).rejects.toMatchObject(taken);
    expect(await taking).toMatchObject({ repeated: false });
    expect(await typesOf(heir)).toEqual([ClaimAbandoned.type]);
  });
});

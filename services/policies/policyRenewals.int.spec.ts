import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CommandContext } from '../platform/commands/command.js';
import { unavailable } from '../platform/errors.js';
import type { EventLog } from '../platform/eventLog/eventLog.js';
import { by } from '../platform/testing/serviceFixture.js';
import type { Policies, TermRef } from './index.js';
import { openPolicyFixture, refOf } from './testing/policyFixture.js';

const fixture = testFixture(openPolicyFixture);
let customerId: number;
let lastNumber = 0;

beforeAll(async () => {
  customerId = (await fixture.customer('Anitha Nair', { kycStatus: 'verified' })).id;
});

const newNumber = (): string => {
  lastNumber += 1;
  return `RENEWAL/${lastNumber}`;
};
const issued = async (policyNumber = newNumber()) => {
  const { record: policy } = await fixture.issue('health', { customerId, policyNumber });
  return { ref: refOf(policy), policyNumber };
};
const find = (id: number) => fixture.policies.find(id);
/** Whether a policy can be issued under a number; it is deleted again. */
const isFree = async (policyNumber: string): Promise<boolean> => {
  const issuing = fixture.issue('vehicle', { customerId, policyNumber });
  const outcome = await issuing.catch((error: unknown) => error);
  if (outcome instanceof Error) {
    expect(outcome).toMatchObject({ code: 'policy-number-taken' });
    return false;
  }
  await fixture.remove(refOf((await issuing).record));
  return true;
};

describe('a renewal of a policy in another book', () => {
  it('is not deleted within its own, which would change the term before', async () => {
    const [mine, theirs] = [await fixture.customer('Asha'), await fixture.customer('Bina')];
    for (const [{ id }, ownerId] of [
      [mine, 7],
      [theirs, 8],
    ] as const) {
      await fixture.projected(await fixture.customers.reassign(id, ownerId, by()));
    }
    const fields = { customerId: theirs.id, policyNumber: newNumber() };
    const before = refOf((await fixture.issue('health', fields)).record);
    const { record: policy } = await fixture.renew(before);
    await fixture.update(refOf(policy), { customerId: mine.id });
    const book = fixture.policies.within({ ownerId: 7 });
    await expect(book.delete(refOf(policy), by())).rejects.toMatchObject({ kind: 'forbidden' });
    expect((await find(before.id))?.status).toBe('renewed');
    await fixture.remove(refOf(policy));
    expect((await find(before.id))?.status).toBe('active');
  });
});

describe('a renewal', () => {
  it('begins the day after, for a year, linked both ways', async () => {
    const { ref, policyNumber } = await issued();
    const { record: policy, renewed } = await fixture.renew(ref);
    expect(policy).toMatchObject({
      policyNumber,
      startDate: '2027-04-01',
      endDate: '2028-03-31',
      status: 'active',
      policyId: ref.id,
      predecessorId: ref.id,
      successorId: null,
      premiumAmount: '12500.50',
    });
    expect(await find(policy.id)).toEqual(policy);
    expect(renewed).toMatchObject({ status: 'renewed', successorId: policy.id });
    expect(await find(ref.id)).toEqual(renewed);
    expect((await fixture.policies.termsOf(policy.id)).map(({ id }) => id)).toEqual([
      ref.id,
      policy.id,
    ]);
    expect(await isFree(policyNumber)).toBe(false);
  });

  it('that leaves a gap says so', async () => {
    const { ref } = await issued();
    const { warnings } = await fixture.renew(ref, { startDate: '11/04/2027' });
    expect(warnings).toEqual([
      {
        field: 'startDate',
        code: 'break-in-cover',
        message: '10 days without cover: waiting periods may begin again.',
      },
    ]);
  });

  it.each([true, false])('is won by one of fifty; number kept: %s', async (isKept) => {
    const { ref, policyNumber } = await issued();
    const numbers = Array.from({ length: 50 }, newNumber);
    const otherProcess = fixture.over({});
    const races = await Promise.allSettled(
      numbers.map((number, i) => {
        const policies = i % 2 ? fixture.policies : otherProcess;
        return policies.renew(ref, isKept ? {} : { policyNumber: number }, by());
      }),
    );
    const won = races.flatMap((race) => (race.status === 'fulfilled' ? [race.value] : []));
    expect(won).toHaveLength(1);
    for (const race of races) {
      if (race.status === 'rejected')
        expect(race.reason).toMatchObject({ code: 'already-renewed' });
    }
    await fixture.caughtUp();
    const terms = await fixture.policies.termsOf(ref.id);
    expect(terms.map(({ id }) => id)).toEqual([ref.id, won[0]?.record.id]);
    // Nobody who lost keeps a number, be it that what they reserved must first be ten seconds old.
    fixture.passTime(11);
    const own = numbers.indexOf(won[0]?.record.policyNumber ?? '');
    for (const [i, number] of numbers.entries()) expect(await isFree(number)).toBe(i !== own);
    expect(await isFree(policyNumber)).toBe(false);
  });

  it('under one new number by two processes at once is done by one of them', async () => {
    const { ref } = await issued();
    const policyNumber = newNumber();
    const otherProcess = fixture.over({});
    const races = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? fixture.policies : otherProcess).renew(ref, { policyNumber }, by()),
      ),
    );
    expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await fixture.caughtUp();
    expect((await fixture.policies.termsOf(ref.id)).map((term) => term.policyNumber)).toEqual([
      expect.any(String),
      policyNumber,
    ]);
  });

  it('keeps its number while others want it', async () => {
    const { ref, policyNumber } = await issued();
    const others = Promise.allSettled(
      Array.from({ length: 20 }, () => fixture.issue('vehicle', { customerId, policyNumber })),
    );
    const renewing = fixture.renew(ref);
    expect((await others).every(({ status }) => status === 'rejected')).toBe(true);
    expect((await renewing).record.policyNumber).toBe(policyNumber);
  });

  it('can be deleted and done again, as another term', async () => {
    const { ref, policyNumber } = await issued();
    const next = await fixture.renew(ref);
    await fixture.remove(refOf(next.record));
    expect(await find(ref.id)).toMatchObject({ status: 'active', successorId: null });
    const again = await fixture.renew(ref);
    expect(again.record).toMatchObject({ policyNumber, predecessorId: ref.id });
    expect(again.record.id).not.toBe(next.record.id);
    const ids = [ref.id, again.record.id];
    const termsOf = async (id: number) =>
      (await fixture.policies.termsOf(id)).map((term) => term.id);
    expect(await Promise.all([ref.id, next.record.id].map(termsOf))).toEqual([ids, ids]);
    await expect(fixture.remove(refOf(next.record))).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('a process that dies between any two writes', () => {
  /** Dies at its n-th append, from 0: before it is written, or after it and before the answer. */
  const dyingAt = (n: number, isWritten: boolean): Policies => {
    let appends = 0;
    return fixture.over({
      append: (async (...appending) => {
        appends += 1;
        if (appends <= n) return fixture.platform.eventLog.append(...appending);
        if (appends === n + 1 && isWritten) await fixture.platform.eventLog.append(...appending);
        throw unavailable('The event store');
      }) satisfies EventLog['append'],
    });
  };
  /** The appends of a command that nothing interrupts. */
  const appendsOf = async (command: (policies: Policies) => Promise<unknown>): Promise<number> => {
    let appends = 0;
    await command(
      fixture.over({
        append: (...appending) => {
          appends += 1;
          return fixture.platform.eventLog.append(...appending);
        },
      }),
    );
    return appends;
  };

  interface Story {
    /** Numbers that the policies have afterwards, and those that are free. */
    readonly borne: string[];
    readonly free: string[];
    carryOut(policies: Policies, context: CommandContext): Promise<unknown>;
  }
  const stories: Record<string, () => Promise<Story>> = {
    async issue() {
      const policyNumber = newNumber();
      const input = fixture.typed('health', { customerId, policyNumber });
      return {
        borne: [policyNumber],
        free: [],
        carryOut: (policies, context) => policies.issue('health', input, context),
      };
    },
    async 'correct the number'() {
      const { ref, policyNumber } = await issued();
      const other = newNumber();
      return {
        borne: [other],
        free: [policyNumber],
        carryOut: (policies, context) => policies.update(ref, { policyNumber: other }, context),
      };
    },
    async 'renew under another number'() {
      const { ref, policyNumber } = await issued();
      const other = newNumber();
      return {
        borne: [policyNumber, other],
        free: [],
        carryOut: (policies, context) => policies.renew(ref, { policyNumber: other }, context),
      };
    },
    async 'delete a renewal'() {
      const { ref, policyNumber } = await issued();
      const other = newNumber();
      const next: TermRef = refOf((await fixture.renew(ref, { policyNumber: other })).record);
      return {
        borne: [policyNumber],
        free: [other],
        carryOut: (policies, context) => policies.delete(next, context),
      };
    },
  };

  it.each(Object.entries(stories))('to %s: a retry finds it done or does it', async (_, story) => {
    const { carryOut } = await story();
    const appends = await appendsOf((policies) => carryOut(policies, by()));
    expect(appends).toBeGreaterThan(1);
    for (let n = 0; n < appends; n += 1) {
      for (const isWritten of [false, true]) {
        const interrupted = await story();
        const context = by();
        // The release comes last: what breaks off there was carried out.
        await interrupted.carryOut(dyingAt(n, isWritten), context).catch((error: unknown) => {
          expect(error).toMatchObject({ kind: 'unavailable' });
        });
        const [first, again] = [
          await interrupted.carryOut(fixture.policies, context),
          await interrupted.carryOut(fixture.over({}), context),
        ];
        expect(again).toEqual({ ...(first as object), repeated: true });
        await fixture.caughtUp();
        for (const number of interrupted.borne) expect(await isFree(number)).toBe(false);
        for (const number of interrupted.free) expect(await isFree(number)).toBe(true);
      }
    }
  });

  it('and never comes back leaves a reserved number to others after ten seconds', async () => {
    const { ref } = await issued();
    const policyNumber = newNumber();
    const dying = dyingAt(1, false).renew(ref, { policyNumber }, by());
    await expect(dying).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await find(ref.id)).toMatchObject({ status: 'active', version: 0 });
    expect(await isFree(policyNumber)).toBe(false);
    fixture.passTime(11);
    expect(await isFree(policyNumber)).toBe(true);
    // The fence in its stream makes nobody's view stale.
    await fixture.update(ref, { insuranceCompany: 'Care Health' }, { expectedVersion: 0 });
  });
});

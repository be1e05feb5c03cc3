import { policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventLog } from '../platform/eventLog/eventLog.js';
import type { Policies, PolicyRef } from './index.js';
import { by, openTrialPolicies, refOf, type TrialPolicies } from './testing/trialPolicies.js';

let backend: TestBackend;
let trial: TrialPolicies;
let customerId: number;
let lastNumber = 0;

beforeAll(async () => {
  backend = await startTestBackend();
  trial = await openTrialPolicies(backend);
  customerId = (await trial.customer('Anitha Nair', { kycStatus: 'verified' })).id;
});
afterAll(async () => {
  await trial?.close();
  await backend?.stop();
});

const taken = { kind: 'conflict', code: 'policy-number-taken' };

const newNumber = (): string => {
  lastNumber += 1;
  return `CHAIN/${lastNumber}`;
};
const issued = async (policyNumber = newNumber()) => {
  const { policy } = await trial.issue('health', { customerId, policyNumber });
  return { ref: refOf(policy), policyNumber };
};
const isFree = async (policyNumber: string): Promise<boolean> => {
  const issuing = trial.issue('vehicle', { customerId, policyNumber });
  const outcome = await issuing.catch((error: unknown) => error);
  if (!(outcome instanceof Error)) return true;
  expect(outcome).toMatchObject(taken);
  return false;
};
const find = (id: number) => trial.policies.find(id);

/** How the races ended: what was won, and why the others lost. */
async function outcomes<Result>(races: readonly Promise<Result>[]) {
  const settled = await Promise.allSettled(races);
  return {
    won: settled.flatMap((race) => (race.status === 'fulfilled' ? [race.value] : [])),
    lost: settled.flatMap((race) => (race.status === 'rejected' ? [race.reason] : [])),
  };
}

/** A process that dies when it is about to write to a stream that is named so. */
const dyingAt = (isLast: (stream: string) => boolean): Policies =>
  trial.over({
    append: ((stream, ...rest) =>
      isLast(stream)
        ? Promise.reject(new Error('died'))
        : trial.platform.eventLog.append(stream, ...rest)) satisfies EventLog['append'],
  });
/** The stream of a policy that is there before the renewal is not the next term's. */
const nextTermAfter =
  ({ id }: PolicyRef) =>
  (stream: string) =>
    stream.startsWith('policy-') && stream !== policyStream(id);

describe('a policy number', () => {
  it('is one policy’s, over both kinds and in any spelling; the others are told whose', async () => {
    const { ref } = await issued('One/No 1');
    const holder = `Anitha Nair (health policy ${ref.id})`;
    await expect(
      trial.issue('vehicle', { customerId, policyNumber: 'ONE/NO1' }),
    ).rejects.toMatchObject({
      ...taken,
      fields: [
        {
          field: 'policyNumber',
          code: 'policy-number-taken',
          message: `This policy number is already used by ${holder}.`,
        },
      ],
    });
    const other = await issued();
    await expect(trial.update(other.ref, { policyNumber: 'one/no 1' })).rejects.toMatchObject(
      taken,
    );
    await expect(trial.renew(other.ref, { policyNumber: 'one/no 1' })).rejects.toMatchObject(taken);
    expect(await find(other.ref.id)).toMatchObject({ status: 'active', version: 0 });
  });

  it('is won by one of fifty who want it at once', async () => {
    const policyNumber = newNumber();
    const others = trial.over({});
    const { won, lost } = await outcomes(
      Array.from({ length: 50 }, (_, i) => {
        const kind = i % 3 ? 'health' : 'vehicle';
        const input = trial.typed(kind, { customerId, policyNumber });
        return (i % 2 ? trial.policies : others).issue(kind, input, by());
      }),
    );
    expect(won).toHaveLength(1);
    expect(lost).toHaveLength(49);
    for (const reason of lost) expect(reason).toMatchObject(taken);
    const { kind, id } = won[0]?.policy ?? {};
    await expect(trial.issue('health', { customerId, policyNumber })).rejects.toMatchObject({
      message: expect.stringContaining(`Anitha Nair (${kind} policy ${id})`),
    });
  });

  it('is let go of when it is corrected, and when the policy is deleted', async () => {
    const { ref, policyNumber } = await issued();
    const second = newNumber();
    await trial.update(ref, { policyNumber: second });
    expect(await isFree(policyNumber)).toBe(true);
    await trial.remove(ref);
    expect(await isFree(second)).toBe(true);
  });

  it('stays when only its spelling is corrected', async () => {
    const { ref } = await issued('SPELT/9 9');
    await trial.renew(ref);
    await trial.update(ref, { policyNumber: 'spelt/99' });
    expect(await find(ref.id)).toMatchObject({ policyNumber: 'spelt/99' });
    expect(await isFree('SPELT/99')).toBe(false);
  });
});

describe('a renewal', () => {
  it('begins the day after, for a year, linked both ways', async () => {
    const { ref, policyNumber } = await issued();
    const { policy, renewed } = await trial.renew(ref);
    expect(policy).toMatchObject({
      policyNumber,
      startDate: '2027-04-01',
      endDate: '2028-03-31',
      status: 'active',
      chainId: ref.id,
      predecessorId: ref.id,
      successorId: null,
      premiumAmount: '12500.50',
    });
    expect(await find(ref.id)).toMatchObject({ status: 'renewed', successorId: policy.id });
    expect(renewed).toEqual(await find(ref.id));
    expect((await trial.policies.chain(policy.id)).map(({ id }) => id)).toEqual([
      ref.id,
      policy.id,
    ]);
    expect(await isFree(policyNumber)).toBe(false);
  });

  it('that leaves a gap says so', async () => {
    const { ref } = await issued();
    const { warnings } = await trial.renew(ref, { startDate: '11/04/2027' });
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
    const otherProcess = trial.over({});
    const { won, lost } = await outcomes(
      numbers.map((number, i) => {
        const policies = i % 2 ? trial.policies : otherProcess;
        return policies.renew(ref, isKept ? {} : { policyNumber: number }, by());
      }),
    );
    expect(won).toHaveLength(1);
    for (const reason of lost) expect(reason).toMatchObject({ code: 'already-renewed' });
    await trial.caughtUp();
    const chain = await trial.policies.chain(ref.id);
    expect(chain.map(({ id }) => id)).toEqual([ref.id, won[0]?.policy.id]);
    // Nobody who lost keeps a number, be it that a claim of theirs must first be ten seconds old.
    trial.passTime(11);
    const free = await Promise.all(numbers.map(isFree));
    const own = numbers.indexOf(won[0]?.policy.policyNumber ?? '');
    expect(free).toEqual(numbers.map((_, i) => i !== own));
    expect(await isFree(policyNumber)).toBe(false);
  });

  it('under one new number by two processes at once is finished, at the latest by the system', async () => {
    const { ref } = await issued();
    const policyNumber = newNumber();
    const otherProcess = trial.over({});
    const { won } = await outcomes(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? trial.policies : otherProcess).renew(ref, { policyNumber }, by()),
      ),
    );
    expect(won.length).toBeLessThanOrEqual(1);
    trial.passTime(11);
    await trial.caughtUp();
    await trial.policies.mendChains();
    await trial.caughtUp();
    expect((await trial.policies.chain(ref.id)).map((term) => term.policyNumber)).toEqual([
      expect.any(String),
      policyNumber,
    ]);
    expect(await isFree(policyNumber)).toBe(false);
  });

  it('keeps its number while others want it', async () => {
    const { ref, policyNumber } = await issued();
    const others = Array.from({ length: 20 }, () =>
      trial.issue('vehicle', { customerId, policyNumber }),
    );
    const renewing = trial.renew(ref);
    const { lost } = await outcomes(others);
    expect(lost).toHaveLength(20);
    expect((await renewing).policy.policyNumber).toBe(policyNumber);
  });

  it('passes a number on over several terms, and back', async () => {
    const first = await issued();
    const { policyNumber } = first;
    const second = refOf((await trial.renew(first.ref)).policy);
    const third = refOf((await trial.renew(second)).policy);
    await expect(trial.remove(first.ref)).rejects.toMatchObject({ code: 'already-renewed' });
    await trial.remove(third);
    await trial.remove(second);
    expect(await find(first.ref.id)).toMatchObject({ status: 'active', successorId: null });
    expect(await isFree(policyNumber)).toBe(false);
    const again = await trial.renew(first.ref);
    expect(again.policy).toMatchObject({ policyNumber, predecessorId: first.ref.id });
    await trial.remove(refOf(again.policy));
    await trial.remove(first.ref);
    expect(await isFree(policyNumber)).toBe(true);
  });

  it('gives a number that it kept back, also when it had another one meanwhile', async () => {
    const { ref, policyNumber } = await issued();
    const next = refOf((await trial.renew(ref)).policy);
    const corrected = newNumber();
    await trial.update(next, { policyNumber: corrected });
    expect(await isFree(policyNumber)).toBe(false);
    await trial.remove(next);
    expect(await isFree(corrected)).toBe(true);
    await trial.remove(ref);
    expect(await isFree(policyNumber)).toBe(true);
  });

  it('lets go of a kept number when nobody wants it back', async () => {
    const { ref, policyNumber } = await issued();
    const next = refOf((await trial.renew(ref)).policy);
    await trial.update(ref, { policyNumber: newNumber() });
    expect(await isFree(policyNumber)).toBe(false);
    await trial.remove(next);
    expect(await isFree(policyNumber)).toBe(true);
    expect(await find(ref.id)).toMatchObject({ status: 'active', successorId: null });
  });

  it('lets go of its new number when it is deleted', async () => {
    const { ref, policyNumber } = await issued();
    const other = newNumber();
    const next = refOf((await trial.renew(ref, { policyNumber: other })).policy);
    await trial.remove(next);
    expect(await isFree(other)).toBe(true);
    expect(await isFree(policyNumber)).toBe(false);
  });
});

describe('a process that dies between the two terms', () => {
  const brokenRenewal = async (fields: { policyNumber?: string } = {}) => {
    const { ref, policyNumber } = await issued();
    const context = by({ expectedVersion: 0 });
    const dying = dyingAt(nextTermAfter(ref));
    await expect(dying.renew(ref, fields, context)).rejects.toThrow('died');
    await trial.caughtUp();
    const successorId = (await find(ref.id))?.successorId ?? Number.NaN;
    expect(await find(successorId)).toBeNull();
    return { ref, policyNumber: fields.policyNumber ?? policyNumber, context, fields, successorId };
  };
  const mended = async (): Promise<number> => {
    const count = await trial.policies.mendChains();
    await trial.caughtUp();
    return count;
  };

  it.each([true, false])('is finished by the system, once; number kept: %s', async (isKept) => {
    const broken = await brokenRenewal(isKept ? {} : { policyNumber: newNumber() });
    const { ref, policyNumber, successorId } = broken;
    expect(await isFree(policyNumber)).toBe(false);
    expect(await mended()).toBe(1);
    expect(await mended()).toBe(0);
    expect(await find(successorId)).toMatchObject({ policyNumber, predecessorId: ref.id });
    expect(await isFree(policyNumber)).toBe(false);
    const [entry] = await trial.policies.history({ kind: ref.kind, id: successorId });
    expect(entry?.actor.username).toBe('anitha');
  });

  it('is finished by a retry, also when the system was faster', async () => {
    for (const isMendedFirst of [false, true]) {
      const { ref, context, fields, successorId, policyNumber } = await brokenRenewal();
      if (isMendedFirst) expect(await mended()).toBe(1);
      const { policy, repeated } = await trial.policies.renew(ref, fields, context);
      expect(policy).toMatchObject({ id: successorId, policyNumber });
      expect(repeated).toBe(true);
      await trial.caughtUp();
      expect(await mended()).toBe(0);
    }
  });

  it('is finished by both at once', async () => {
    const { ref, context, fields, successorId } = await brokenRenewal();
    const others = trial.over({});
    await Promise.all([
      trial.policies.mendChains(),
      others.mendChains(),
      others.renew(ref, fields, context),
    ]);
    await trial.caughtUp();
    expect(await trial.summaries({ kind: ref.kind, id: successorId })).toHaveLength(1);
  });

  it('has its number kept for it when the term before is corrected', async () => {
    const { ref, policyNumber, successorId } = await brokenRenewal();
    await trial.update(ref, { policyNumber: newNumber() });
    expect(await find(successorId)).toMatchObject({ policyNumber });
    expect(await isFree(policyNumber)).toBe(false);
  });

  it('had deleted the next term: the one before stands again', async () => {
    const { ref, policyNumber } = await issued();
    const next = refOf((await trial.renew(ref)).policy);
    const dying = dyingAt((stream) => stream === policyStream(ref.id));
    const context = by();
    await expect(dying.delete(next, context)).rejects.toThrow('died');
    await trial.caughtUp();
    expect(await find(next.id)).toBeNull();
    expect(await isFree(policyNumber)).toBe(false);
    expect(await mended()).toBe(1);
    expect(await find(ref.id)).toMatchObject({ status: 'active', successorId: null });
    expect(await mended()).toBe(0);
    expect(await trial.policies.delete(next, context)).toMatchObject({ repeated: true });
    const again = await trial.renew(ref);
    expect(again.policy.policyNumber).toBe(policyNumber);
  });

  it('had not begun anything: the number is free again after a while', async () => {
    const { ref } = await issued();
    const policyNumber = newNumber();
    const dying = dyingAt((stream) => stream === policyStream(ref.id));
    await expect(dying.renew(ref, { policyNumber }, by())).rejects.toThrow('died');
    await trial.caughtUp();
    expect(await find(ref.id)).toMatchObject({ status: 'active', version: 0 });
    expect(await isFree(policyNumber)).toBe(false);
    trial.passTime(11);
    expect(await isFree(policyNumber)).toBe(true);
  });

  it('whose holder is erased meanwhile leaves the term as it was', async () => {
    const person = await trial.customer('Forget Me');
    const { policy } = await trial.issue('health', {
      customerId: person.id,
      policyNumber: newNumber(),
    });
    const ref = refOf(policy);
    await expect(dyingAt(nextTermAfter(ref)).renew(ref, {}, by())).rejects.toThrow('died');
    await trial.platform.vault.destroyKey(`customer-${person.id}`);
    await trial.caughtUp();
    expect(await mended()).toBe(1);
    expect(await find(ref.id)).toMatchObject({ status: 'active', successorId: null });
    expect(await mended()).toBe(0);
    expect(JSON.stringify(await trial.policies.history(ref))).not.toContain('CHAIN/');
  });
});

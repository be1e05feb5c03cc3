import { randomUUID } from 'node:crypto';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Policies } from './index.js';
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
  return `NUMBER/${lastNumber}`;
};
const issued = async (policyNumber = newNumber()) => {
  const { policy } = await trial.issue('health', { customerId, policyNumber });
  return { ref: refOf(policy), policyNumber };
};
const find = (id: number) => trial.policies.find(id);
const expectTaken = (policyNumber: string) =>
  expect(trial.issue('vehicle', { customerId, policyNumber })).rejects.toMatchObject(taken);

describe('a policy number', () => {
  it('is one policy’s, over both kinds and in any spelling; the others are told whose', async () => {
    const { ref } = await issued('One/No 1');
    const owner = `Anitha Nair (health policy ${ref.id})`;
    await expect(
      trial.issue('vehicle', { customerId, policyNumber: 'ONE/NO1' }),
    ).rejects.toMatchObject({
      ...taken,
      fields: [
        {
          field: 'policyNumber',
          code: 'policy-number-taken',
          message: `This policy number is already used by ${owner}.`,
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
    const races = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => {
        const kind = i % 3 ? 'health' : 'vehicle';
        const input = trial.typed(kind, { customerId, policyNumber });
        return (i % 2 ? trial.policies : others).issue(kind, input, by());
      }),
    );
    const won = races.flatMap((race) => (race.status === 'fulfilled' ? [race.value] : []));
    expect(won).toHaveLength(1);
    for (const race of races) {
      if (race.status === 'rejected') expect(race.reason).toMatchObject(taken);
    }
    const { kind, id } = won[0]?.policy ?? {};
    await expect(trial.issue('health', { customerId, policyNumber })).rejects.toMatchObject({
      message: expect.stringContaining(`Anitha Nair (${kind} policy ${id})`),
    });
  });

  it('is free once it is corrected, and once the policy is deleted', async () => {
    const { ref, policyNumber } = await issued();
    const second = newNumber();
    await trial.update(ref, { policyNumber: second });
    await issued(policyNumber);
    await trial.remove(ref);
    await issued(second);
  });

  it('stays when only its spelling is corrected', async () => {
    const { ref } = await issued('SPELT/9 9');
    await trial.renew(ref);
    await trial.update(ref, { policyNumber: 'spelt/99' });
    expect(await find(ref.id)).toMatchObject({ policyNumber: 'spelt/99' });
    await expectTaken('SPELT/99');
  });

  it('stays for ever with a policy whose holder has been erased', async () => {
    const person = await trial.customer('Forget Me');
    const policyNumber = newNumber();
    await trial.issue('health', { customerId: person.id, policyNumber });
    await trial.platform.vault.destroyKey(`customer-${person.id}`);
    trial.passTime(11);
    await expectTaken(policyNumber);
  });

  it('that was corrected before its holder was erased is free', async () => {
    const person = await trial.customer('Forget My Typo');
    const policyNumber = newNumber();
    const { policy } = await trial.issue('health', { customerId: person.id, policyNumber });
    await trial.update(refOf(policy), { policyNumber: newNumber() });
    await trial.platform.vault.destroyKey(`customer-${person.id}`);
    await issued(policyNumber);
  });
});

describe('the number of a policy with several terms', () => {
  it('is the policy’s while any of its terms bears it', async () => {
    const first = await issued();
    const { policyNumber } = first;
    const second = refOf((await trial.renew(first.ref)).policy);
    const third = refOf((await trial.renew(second)).policy);
    await expect(trial.remove(first.ref)).rejects.toMatchObject({ code: 'already-renewed' });
    await trial.update(first.ref, { policyNumber: newNumber() });
    await trial.update(second, { policyNumber: newNumber() });
    await expectTaken(policyNumber);
    await trial.remove(third);
    await issued(policyNumber);
  });

  it('may be borne by one term, given up, and borne by a later one', async () => {
    const { ref, policyNumber } = await issued();
    const next = refOf((await trial.renew(ref)).policy);
    await trial.update(next, { policyNumber: newNumber() });
    const third = refOf((await trial.renew(next, { policyNumber })).policy);
    await trial.update(ref, { policyNumber: newNumber() });
    await expectTaken(policyNumber);
    await trial.update(third, { policyNumber: newNumber() });
    await issued(policyNumber);
  });

  it('is let go of with the term that brought it', async () => {
    const { ref, policyNumber } = await issued();
    const other = newNumber();
    const next = refOf((await trial.renew(ref, { policyNumber: other })).policy);
    await expectTaken(other);
    await trial.remove(next);
    await issued(other);
    await expectTaken(policyNumber);
  });
});

describe('a process that dies before it releases a number', () => {
  /** It has written to the policy by then. */
  const dyingAtRelease = (): Policies => {
    let hasWritten = false;
    return trial.over({
      append: (stream, ...rest) => {
        if (stream.startsWith('policy-')) hasWritten = true;
        else if (hasWritten) return Promise.reject(new Error('died'));
        return trial.platform.eventLog.append(stream, ...rest);
      },
    });
  };

  it('leaves it to whoever wants it next, at once, when the policy was deleted', async () => {
    const { ref, policyNumber } = await issued();
    await trial.shown(await dyingAtRelease().delete(ref, by()));
    await issued(policyNumber);
    await expectTaken(policyNumber);
  });

  it('leaves it to whoever wants it next, at once, when it was corrected', async () => {
    const { ref, policyNumber } = await issued();
    const [second, third] = [newNumber(), newNumber()];
    await dyingAtRelease().update(ref, { policyNumber: second }, by());
    await dyingAtRelease().update(ref, { policyNumber: third }, by());
    const other = await issued();
    await trial.update(other.ref, { policyNumber });
    await trial.renew(other.ref, { policyNumber: second });
    await expectTaken(third);
  });

  it('does not make free what another term bears', async () => {
    const { ref, policyNumber } = await issued();
    const next = refOf((await trial.renew(ref)).policy);
    await dyingAtRelease().update(next, { policyNumber: newNumber() }, by());
    await expectTaken(policyNumber);
    await trial.update(ref, { policyNumber: newNumber() });
    await issued(policyNumber);
  });
});

describe('a policy one of whose terms has an erased holder', () => {
  /** Both terms bear the number; the second one is somebody else's, who stays. */
  const partlyErased = async () => {
    const gone = await trial.customer('Forget Me Too');
    const policyNumber = newNumber();
    const { policy } = await trial.issue('health', { customerId: gone.id, policyNumber });
    const next = refOf((await trial.renew(refOf(policy))).policy);
    await trial.update(next, { customerId });
    await trial.platform.vault.destroyKey(`customer-${gone.id}`);
    return { next, policyNumber };
  };

  it('keeps what that term may bear, when another one is corrected', async () => {
    const { next, policyNumber } = await partlyErased();
    await trial.update(next, { policyNumber: newNumber() });
    trial.passTime(11);
    await expectTaken(policyNumber);
  });

  it('keeps no number that it only wanted', async () => {
    const { next } = await partlyErased();
    const wanted = newNumber();
    const dying = trial.over({
      append: (stream, ...rest) =>
        stream.startsWith('policy-')
          ? Promise.reject(new Error('died'))
          : trial.platform.eventLog.append(stream, ...rest),
    });
    await expect(dying.update(next, { policyNumber: wanted }, by())).rejects.toThrow('died');
    await expectTaken(wanted);
    trial.passTime(11);
    await issued(wanted);
  });
});

describe('one key for several requests', () => {
  it('gives one number to one of two policies that want it at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const refs = [(await issued()).ref, (await issued()).ref];
      const policyNumber = newNumber();
      const key = { commandId: randomUUID() };
      const races = await Promise.allSettled(
        refs.map((ref) => trial.policies.update(ref, { policyNumber }, by(key))),
      );
      const lost = races.flatMap((race) => (race.status === 'rejected' ? [race.reason] : []));
      expect(lost).toHaveLength(1);
      expect(lost[0]).toMatchObject(taken);
    }
  });

  it('begins a next term for each policy that is renewed under it', async () => {
    const [a, b] = [(await issued()).ref, (await issued()).ref];
    const key = { commandId: randomUUID() };
    const first = await trial.renew(a, {}, key);
    const other = await trial.renew(b, {}, key);
    expect(other.policy).toMatchObject({ predecessorId: b.id });
    expect(await find(b.id)).toMatchObject({ successorId: other.policy.id });
    expect(await trial.renew(a, {}, key)).toMatchObject({ policy: { id: first.policy.id } });
  });

  it('tells a new policy from a next term, and one term from another', async () => {
    const key = { commandId: randomUUID() };
    const input = { customerId, policyNumber: newNumber() };
    const { policy } = await trial.issue('health', input, key);
    const { ref } = await issued();
    const { policy: next } = await trial.renew(ref, {}, key);
    expect(next.predecessorId).toBe(ref.id);
    expect((await trial.issue('health', input, key)).policy.id).toBe(policy.id);
    const reused = { code: 'idempotency-key-reused' };
    const another = { customerId, policyNumber: newNumber() };
    await expect(trial.issue('vehicle', another, key)).rejects.toMatchObject(reused);
    await expect(trial.renew(refOf(policy), {}, key)).rejects.toMatchObject(reused);
    await expect(trial.renew(refOf(next), {}, key)).rejects.toMatchObject(reused);
    expect(await find(policy.id)).toMatchObject({ status: 'active', successorId: null });
  });
});

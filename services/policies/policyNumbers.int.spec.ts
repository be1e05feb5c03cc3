import { randomUUID } from 'node:crypto';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { by } from '../platform/testing/serviceFixture.js';
import type { Policies } from './index.js';
import { openPolicyFixture, refOf } from './testing/policyFixture.js';

const fixture = testFixture(openPolicyFixture);
let customerId: number;
let lastNumber = 0;

beforeAll(async () => {
  customerId = (await fixture.customer('Anitha Nair', { kycStatus: 'verified' })).id;
});

const taken = { kind: 'conflict', code: 'policy-number-taken' };
const newNumber = (): string => {
  lastNumber += 1;
  return `NUMBER/${lastNumber}`;
};
const issued = async (policyNumber = newNumber()) => {
  const { record: policy } = await fixture.issue('health', { customerId, policyNumber });
  return { ref: refOf(policy), policyNumber };
};
const find = (id: number) => fixture.policies.find(id);
const expectTaken = (policyNumber: string) =>
  expect(fixture.issue('vehicle', { customerId, policyNumber })).rejects.toMatchObject(taken);

describe('a policy number', () => {
  it('is one policy’s, over both kinds and in any spelling; the others learn whose', async () => {
    await issued('One/No 1');
    const owner = 'a health policy of Anitha Nair';
    await expect(
      fixture.issue('vehicle', { customerId, policyNumber: 'ONE/NO1' }),
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
    await expect(fixture.update(other.ref, { policyNumber: 'one/no 1' })).rejects.toMatchObject(
      taken,
    );
    await expect(fixture.renew(other.ref, { policyNumber: 'one/no 1' })).rejects.toMatchObject(
      taken,
    );
    expect(await find(other.ref.id)).toMatchObject({ status: 'active', version: 0 });
  });

  it('is won by one of fifty who want it at once', async () => {
    const policyNumber = newNumber();
    const others = fixture.over({});
    const races = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => {
        const kind = i % 3 ? 'health' : 'vehicle';
        const input = fixture.typed(kind, { customerId, policyNumber });
        return (i % 2 ? fixture.policies : others).issue(kind, input, by());
      }),
    );
    const won = races.flatMap((race) => (race.status === 'fulfilled' ? [race.value] : []));
    expect(won).toHaveLength(1);
    for (const race of races) {
      if (race.status === 'rejected') expect(race.reason).toMatchObject(taken);
    }
    const { kind } = won[0]?.record ?? {};
    // Whose it is, the lists say.
    await fixture.caughtUp();
    await expect(fixture.issue('health', { customerId, policyNumber })).rejects.toMatchObject({
      message: expect.stringContaining(`a ${kind} policy of Anitha Nair`),
    });
  });

  it('is free once it is corrected, and once the policy is deleted', async () => {
    const { ref, policyNumber } = await issued();
    const second = newNumber();
    await fixture.update(ref, { policyNumber: second });
    await issued(policyNumber);
    await fixture.remove(ref);
    await issued(second);
  });

  it('stays when only its spelling is corrected', async () => {
    const { ref } = await issued('SPELT/9 9');
    await fixture.renew(ref);
    await fixture.update(ref, { policyNumber: 'spelt/99' });
    expect(await find(ref.id)).toMatchObject({ policyNumber: 'spelt/99' });
    await expectTaken('SPELT/99');
  });

  it('stays for ever with a policy whose policyholder has been erased', async () => {
    const person = await fixture.customer('Forget Me');
    const policyNumber = newNumber();
    await fixture.issue('health', { customerId: person.id, policyNumber });
    await fixture.platform.vault.destroyKey(`customer-${person.id}`);
    fixture.passTime(11);
    await expectTaken(policyNumber);
  });

  it('that was corrected before its policyholder was erased is free', async () => {
    const person = await fixture.customer('Forget My Typo');
    const policyNumber = newNumber();
    const { record: policy } = await fixture.issue('health', {
      customerId: person.id,
      policyNumber,
    });
    await fixture.update(refOf(policy), { policyNumber: newNumber() });
    await fixture.platform.vault.destroyKey(`customer-${person.id}`);
    await issued(policyNumber);
  });
});

describe('the number of a policy with several terms', () => {
  it('is the policy’s while any of its terms has it', async () => {
    const first = await issued();
    const { policyNumber } = first;
    const second = refOf((await fixture.renew(first.ref)).record);
    const third = refOf((await fixture.renew(second)).record);
    await expect(fixture.remove(first.ref)).rejects.toMatchObject({ code: 'already-renewed' });
    await fixture.update(first.ref, { policyNumber: newNumber() });
    await fixture.update(second, { policyNumber: newNumber() });
    await expectTaken(policyNumber);
    await fixture.remove(third);
    await issued(policyNumber);
  });

  it('may be of one term, released, and of a later one', async () => {
    const { ref, policyNumber } = await issued();
    const next = refOf((await fixture.renew(ref)).record);
    await fixture.update(next, { policyNumber: newNumber() });
    const third = refOf((await fixture.renew(next, { policyNumber })).record);
    await fixture.update(ref, { policyNumber: newNumber() });
    await expectTaken(policyNumber);
    await fixture.update(third, { policyNumber: newNumber() });
    await issued(policyNumber);
  });

  it('is let go of with the term that brought it', async () => {
    const { ref, policyNumber } = await issued();
    const other = newNumber();
    const next = refOf((await fixture.renew(ref, { policyNumber: other })).record);
    await expectTaken(other);
    await fixture.remove(next);
    await issued(other);
    await expectTaken(policyNumber);
  });
});

describe('a process that dies before it releases a number', () => {
  /** It has written to the policy by then. */
  const dyingAtRelease = (): Policies => {
    let hasWritten = false;
    return fixture.over({
      append: (stream, ...rest) => {
        if (stream.startsWith('policy-')) hasWritten = true;
        else if (hasWritten) return Promise.reject(new Error('died'));
        return fixture.platform.eventLog.append(stream, ...rest);
      },
    });
  };

  it('frees it at once when the policy was deleted', async () => {
    const { ref, policyNumber } = await issued();
    await fixture.projected(await dyingAtRelease().delete(ref, by()));
    await issued(policyNumber);
    await expectTaken(policyNumber);
  });

  it('frees it at once when it was corrected', async () => {
    const { ref, policyNumber } = await issued();
    const [second, third] = [newNumber(), newNumber()];
    await dyingAtRelease().update(ref, { policyNumber: second }, by());
    await dyingAtRelease().update(ref, { policyNumber: third }, by());
    const other = await issued();
    await fixture.update(other.ref, { policyNumber });
    await fixture.renew(other.ref, { policyNumber: second });
    await expectTaken(third);
  });

  it('does not make free what another term has', async () => {
    const { ref, policyNumber } = await issued();
    const next = refOf((await fixture.renew(ref)).record);
    await dyingAtRelease().update(next, { policyNumber: newNumber() }, by());
    await expectTaken(policyNumber);
    await fixture.update(ref, { policyNumber: newNumber() });
    await issued(policyNumber);
  });
});

describe('a policy one of whose terms has an erased policyholder', () => {
  /** Both terms have the number; the second one is somebody else's, who stays. */
  const partlyErased = async () => {
    const gone = await fixture.customer('Forget Me Too');
    const policyNumber = newNumber();
    const { record: policy } = await fixture.issue('health', { customerId: gone.id, policyNumber });
    const next = refOf((await fixture.renew(refOf(policy))).record);
    await fixture.update(next, { customerId });
    await fixture.platform.vault.destroyKey(`customer-${gone.id}`);
    return { next, policyNumber };
  };

  it('keeps what that term may have, when another one is corrected', async () => {
    const { next, policyNumber } = await partlyErased();
    await fixture.update(next, { policyNumber: newNumber() });
    fixture.passTime(11);
    await expectTaken(policyNumber);
  });

  it('keeps no number that it only wanted', async () => {
    const { next } = await partlyErased();
    const wanted = newNumber();
    const dying = fixture.over({
      append: (stream, ...rest) =>
        stream.startsWith('policy-')
          ? Promise.reject(new Error('died'))
          : fixture.platform.eventLog.append(stream, ...rest),
    });
    await expect(dying.update(next, { policyNumber: wanted }, by())).rejects.toThrow('died');
    await expectTaken(wanted);
    fixture.passTime(11);
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
        refs.map((ref) => fixture.policies.update(ref, { policyNumber }, by(key))),
      );
      const lost = races.flatMap((race) => (race.status === 'rejected' ? [race.reason] : []));
      expect(lost).toHaveLength(1);
      expect(lost[0]).toMatchObject(taken);
    }
  });

  it('begins a next term for each policy that is renewed under it', async () => {
    const [a, b] = [(await issued()).ref, (await issued()).ref];
    const key = { commandId: randomUUID() };
    const first = await fixture.renew(a, {}, key);
    const other = await fixture.renew(b, {}, key);
    expect(other.record).toMatchObject({ predecessorId: b.id });
    expect(await find(b.id)).toMatchObject({ successorId: other.record.id });
    expect(await fixture.renew(a, {}, key)).toMatchObject({ record: { id: first.record.id } });
  });

  it('distinguishes a new policy from a next term, and one term from another', async () => {
    const key = { commandId: randomUUID() };
    const input = { customerId, policyNumber: newNumber() };
    const { record: policy } = await fixture.issue('health', input, key);
    const { ref } = await issued();
    const { record: next } = await fixture.renew(ref, {}, key);
    expect(next.predecessorId).toBe(ref.id);
    expect((await fixture.issue('health', input, key)).record.id).toBe(policy.id);
    const reused = { code: 'idempotency-key-reused' };
    const another = { customerId, policyNumber: newNumber() };
    await expect(fixture.issue('vehicle', another, key)).rejects.toMatchObject(reused);
    await expect(fixture.renew(refOf(policy), {}, key)).rejects.toMatchObject(reused);
    await expect(fixture.renew(refOf(next), {}, key)).rejects.toMatchObject(reused);
    expect(await find(policy.id)).toMatchObject({ status: 'active', successorId: null });
  });
});

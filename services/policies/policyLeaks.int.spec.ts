import { randomUUID } from 'node:crypto';
import { policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  return `LEAK/${lastNumber}`;
};
const issued = async (policyNumber = newNumber()) => {
  const { policy } = await trial.issue('health', { customerId, policyNumber });
  return { ref: refOf(policy), policyNumber };
};
const find = (id: number) => trial.policies.find(id);
const expectTaken = (policyNumber: string) =>
  expect(trial.issue('vehicle', { customerId, policyNumber })).rejects.toMatchObject(taken);

/** A process that dies when it lets go of a number: it had written to the policy before. */
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

describe('a process that dies before it lets go of a number', () => {
  it('leaves it to whoever wants it next, when the policy was deleted', async () => {
    const { ref, policyNumber } = await issued();
    await trial.shown(await dyingAtRelease().delete(ref, by()));
    await issued(policyNumber);
    await expectTaken(policyNumber);
  });

  it('leaves it to whoever wants it next, when it was corrected', async () => {
    const { ref, policyNumber } = await issued();
    const [second, third] = [newNumber(), newNumber()];
    await dyingAtRelease().update(ref, { policyNumber: second }, by());
    await dyingAtRelease().update(ref, { policyNumber: third }, by());
    const other = await issued();
    await trial.update(other.ref, { policyNumber });
    await trial.renew(other.ref, { policyNumber: second });
    await expectTaken(third);
  });

  it.each(['update', 'delete'] as const)('lets go of it when the %s is sent again', async (how) => {
    const { ref, policyNumber } = await issued();
    const context = by();
    const send = (policies: Policies) =>
      how === 'update'
        ? policies.update(ref, { policyNumber: `${policyNumber}/NEW` }, context)
        : policies.delete(ref, context);
    await send(dyingAtRelease());
    expect(
      await trial.platform.claims.holderOf({ thing: 'policyNumber', value: policyNumber }),
    ).toMatchObject({ owner: policyStream(ref.id) });
    await send(trial.policies);
    expect(
      await trial.platform.claims.holderOf({ thing: 'policyNumber', value: policyNumber }),
    ).toBeNull();
  });

  it('does not make free what a policy bears whose holder has been erased', async () => {
    const person = await trial.customer('Forget Me');
    const policyNumber = newNumber();
    await trial.issue('health', { customerId: person.id, policyNumber });
    await trial.platform.vault.destroyKey(`customer-${person.id}`);
    await expectTaken(policyNumber);
  });

  it('does not make free what one term holds for another', async () => {
    const { ref, policyNumber } = await issued();
    const next = refOf((await trial.renew(ref)).policy);
    await dyingAtRelease().update(next, { policyNumber: newNumber() }, by());
    await expectTaken(policyNumber);
    await trial.update(ref, { policyNumber: newNumber() });
    await issued(policyNumber);
  });
});

describe('a number that a term holds for the one before', () => {
  /** P bears X, S has been given it and bears Y; S is renewed under X. */
  const renewedUnderOld = async () => {
    const { ref: p, policyNumber: x } = await issued();
    const s = refOf((await trial.renew(p)).policy);
    await trial.update(s, { policyNumber: newNumber() });
    const t = refOf((await trial.renew(s, { policyNumber: x })).policy);
    return { p, s, t, x };
  };

  it('comes back to it, also when a third term bore it meanwhile', async () => {
    const { p, s, t, x } = await renewedUnderOld();
    await trial.remove(t);
    await expectTaken(x);
    await trial.remove(s);
    expect(await find(p.id)).toMatchObject({ status: 'active', policyNumber: x });
    await expectTaken(x);
    await trial.remove(p);
    await issued(x);
  });

  it('comes back to it, when the third term was corrected, too', async () => {
    const { p, s, t, x } = await renewedUnderOld();
    await trial.update(t, { policyNumber: newNumber() });
    await expectTaken(x);
    await trial.remove(t);
    await trial.remove(s);
    await expectTaken(x);
    expect((await trial.renew(p)).policy.policyNumber).toBe(x);
  });
});

describe('a chain that waits for a number which another policy has', () => {
  it('is finished once the term that wants it bears another one', async () => {
    const { ref, policyNumber } = await issued();
    const next = refOf((await trial.renew(ref)).policy);
    // The next term lets go of what it should keep, as an earlier release did, and somebody has it.
    const events = await trial.platform.commands.readHistory(policyStream(next.id));
    await trial.update(next, { policyNumber: newNumber() });
    const own = await trial.platform.commands.readHistory(policyStream(next.id));
    const { metadata } = own[events.length] ?? {};
    if (!metadata) throw new Error('The correction is not there');
    await trial.platform.claims.release([{ thing: 'policyNumber', value: policyNumber }], {
      owner: policyStream(next.id),
      ownerEvents: own,
      metadata,
    });
    await issued(policyNumber);
    await expect(trial.policies.delete(next, by())).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'chain-unfinished',
    });
    await trial.caughtUp();
    const other = newNumber();
    await trial.update(ref, { policyNumber: other });
    expect(await trial.policies.mendChains()).toBe(1);
    await trial.caughtUp();
    expect(await find(ref.id)).toMatchObject({
      status: 'active',
      policyNumber: other,
      successorId: null,
    });
    await expectTaken(other);
  });
});

describe('one key for several requests', () => {
  it('begins a next term for each policy that is renewed under it', async () => {
    const [a, b] = [(await issued()).ref, (await issued()).ref];
    const key = { commandId: randomUUID() };
    const first = await trial.renew(a, {}, key);
    const other = await trial.renew(b, {}, key);
    expect(other.policy).toMatchObject({ predecessorId: b.id });
    expect(await find(b.id)).toMatchObject({ successorId: other.policy.id });
    expect(await trial.renew(a, {}, key)).toMatchObject({ policy: { id: first.policy.id } });
  });

  it('tells a new policy from a next term', async () => {
    const key = { commandId: randomUUID() };
    const input = { customerId, policyNumber: newNumber() };
    const { policy } = await trial.issue('health', input, key);
    const { ref } = await issued();
    expect((await trial.renew(ref, {}, key)).policy.predecessorId).toBe(ref.id);
    const again: PolicyRef = refOf((await trial.issue('health', input, key)).policy);
    expect(again.id).toBe(policy.id);
    const reused = { code: 'idempotency-key-reused' };
    const another = { customerId, policyNumber: newNumber() };
    await expect(trial.issue('vehicle', another, key)).rejects.toMatchObject(reused);
    await expect(trial.renew(refOf(policy), {}, key)).rejects.toMatchObject(reused);
    expect(await find(policy.id)).toMatchObject({ status: 'active', successorId: null });
  });
});

import { randomBytes } from 'node:crypto';
import { TERMS_PER_POLICY } from '@insuremanager/contracts/policies/policyEvents';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TermRef } from './index.js';
import { by, openTrialPolicies, refOf, type TrialPolicies } from './testing/trialPolicies.js';

const masterKey = randomBytes(32);
let backend: TestBackend;
let trial: TrialPolicies;
let customerId: number;
let lastNumber = 0;

beforeAll(async () => {
  backend = await startTestBackend();
  trial = await openTrialPolicies(backend, masterKey);
  customerId = (await trial.customer('Anitha Nair', { kycStatus: 'verified' })).id;
});
afterAll(async () => {
  await trial?.close();
  await backend?.stop();
});

const newNumber = (): string => {
  lastNumber += 1;
  return `TERM/${lastNumber}`;
};
const issued = async (): Promise<TermRef> =>
  refOf((await trial.issue('health', { customerId, policyNumber: newNumber() })).policy);
const renewed = async (ref: TermRef): Promise<TermRef> => refOf((await trial.renew(ref)).policy);

describe('the terms of a policy', () => {
  it('count on from its id, which is the first one’s, deleted ones too', async () => {
    const first = await issued();
    expect(first.id % TERMS_PER_POLICY).toBe(0);
    const second = await renewed(first);
    await trial.remove(second);
    const third = await renewed(first);
    expect([second.id, third.id]).toEqual([first.id + 1, first.id + 2]);
    expect((await issued()).id).toBe(first.id + TERMS_PER_POLICY);
  });

  it('are changed, read and told under their own ids', async () => {
    const first = await issued();
    const third = await renewed(await renewed(first));
    const edited = await trial.update(third, { insuranceCompany: 'Care Health' });
    expect(edited.policy).toMatchObject({ id: third.id, chainId: first.id });
    expect(await trial.policies.find(third.id)).toEqual(edited.policy);
    expect(await trial.policies.standing(third.id)).toEqual({ kind: 'health', customerId });
    expect(await trial.summaries(third)).toHaveLength(2);
    expect(await trial.policies.asOf(third, '2099-01-01')).toMatchObject({ id: third.id });
  });

  it('are found before any list shows them, by every process', async () => {
    const first = await issued();
    await trial.readModels.stop();
    const next = refOf((await trial.over({}).renew(first, {}, by())).policy);
    const cancelled = await trial.policies.cancel(next, { reason: 'other' }, by());
    expect(cancelled.policy).toMatchObject({ id: next.id, status: 'cancelled' });
    await trial.close();
    trial = await openTrialPolicies(backend, masterKey);
    await trial.caughtUp();
    expect(await trial.policies.find(next.id)).toEqual(cancelled.policy);
  });

  it('are never given twice, also by a database that is older than the log', async () => {
    const first = await issued();
    const next = await renewed(first);
    await trial.platform.pool.query('DELETE FROM ids.allocation');
    await trial.platform.pool.query(`SELECT setval('ids."policy"', 1, false)`);
    expect((await trial.update(next, { insuranceCompany: 'Care' })).policy.id).toBe(next.id);
    const third = await renewed(next);
    expect(third.id).toBe(next.id + 1);
    await trial.readModels.rebuild(() => undefined);
    expect((await issued()).id).toBeGreaterThan(third.id);
    expect((await trial.policies.termsOf(first.id)).map(({ id }) => id)).toEqual([
      first.id,
      next.id,
      third.id,
    ]);
  });

  it('are not found where there are none', async () => {
    const first = await issued();
    const notFound = { kind: 'not-found', code: 'policy-not-found' };
    for (const id of [first.id + 1, 99, 99_999_900, 2_000_000_000]) {
      const nobody = { kind: 'health', id } as const;
      for (const command of [
        () => trial.policies.history(nobody),
        () => trial.policies.termHistories(nobody),
        () => trial.policies.renew(nobody, {}, by()),
        () => trial.policies.update(nobody, {}, by({ expectedVersion: 0 })),
        () => trial.policies.delete(nobody, by()),
      ]) {
        await expect(command()).rejects.toMatchObject(notFound);
      }
      expect(await trial.policies.asOf(nobody, '2026-04-01')).toBeNull();
      expect(await trial.policies.standing(id)).toBeNull();
    }
  });
});

import { randomBytes } from 'node:crypto';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TermRef } from './index.js';
import { by, openTrialPolicies, refOf, type TrialPolicies } from './testing/trialPolicies.js';

let backend: TestBackend;
let trial: TrialPolicies;
let customerId: number;
const masterKey = randomBytes(32);
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

const issued = async (): Promise<TermRef> => {
  lastNumber += 1;
  const policyNumber = `TERM/${lastNumber}`;
  return refOf((await trial.issue('health', { customerId, policyNumber })).policy);
};
const renewed = async (ref: TermRef): Promise<TermRef> => refOf((await trial.renew(ref)).policy);
/** As in a database that is older than the log: which numbers were drawn, and for what, is lost. */
const forgetNumbers = async (next: number): Promise<void> => {
  await trial.platform.pool.query('DELETE FROM ids.allocation');
  await trial.platform.pool.query(`SELECT setval('ids."policy"', $1, false)`, [next]);
};

describe('a term that renewed another', () => {
  it('is changed, read and told under its own number, which is no policy’s', async () => {
    const first = await issued();
    const third = await renewed(await renewed(first));
    const edited = await trial.update(third, { insuranceCompany: 'Care Health' });
    expect(edited.policy).toMatchObject({ id: third.id, chainId: first.id });
    expect(await trial.policies.find(third.id)).toEqual(edited.policy);
    expect(await trial.policies.standing(third.id)).toEqual({ kind: 'health', customerId });
    expect(await trial.summaries(third)).toHaveLength(2);
    expect(await trial.policies.asOf(third, '2099-01-01')).toMatchObject({ id: third.id });
  });

  it('is found before any list shows it, by every process', async () => {
    const first = await issued();
    await trial.readModels.stop();
    const other = trial.over({});
    const next = refOf((await other.renew(first, {}, by())).policy);
    const cancelled = await trial.policies.cancel(next, { reason: 'other' }, by());
    expect(cancelled.policy).toMatchObject({ id: next.id, status: 'cancelled' });
    // As after a restart.
    await trial.close();
    trial = await openTrialPolicies(backend, masterKey);
    await trial.caughtUp();
    expect(await trial.policies.find(next.id)).toEqual(cancelled.policy);
  });

  it('is known as well where its number was drawn from a database that is lost', async () => {
    const first = await issued();
    const second = await renewed(first);
    const deleted = await renewed(second);
    await trial.remove(deleted);
    await forgetNumbers(1);
    expect((await trial.update(second, { insuranceCompany: 'Care' })).policy.id).toBe(second.id);
    expect(await trial.summaries(deleted)).toEqual([
      `Issued as the renewal of policy ${second.id}`,
      'Policy deleted',
    ]);
    await trial.readModels.rebuild(() => undefined);
    expect((await trial.update(second, { insuranceCompany: 'Niva' })).policy.id).toBe(second.id);
    const next = await renewed(second);
    expect(next.id).toBeGreaterThan(deleted.id);
  });

  it('keeps its number to itself: what the log has given is not given again', async () => {
    const first = await issued();
    const next = await renewed(first);
    await forgetNumbers(1);
    await trial.readModels.rebuild(() => undefined);
    expect((await issued()).id).toBeGreaterThan(next.id);
  });

  it('is not found under a number that no term has', async () => {
    const nobody = { kind: 'health', id: 999_999 } as const;
    const notFound = { kind: 'not-found', code: 'policy-not-found' };
    for (const asked of [
      () => trial.policies.history(nobody),
      () => trial.policies.termHistories(nobody),
      () => trial.policies.renew(nobody, {}, by()),
      () => trial.policies.delete(nobody, by()),
    ]) {
      await expect(asked()).rejects.toMatchObject(notFound);
    }
    expect(await trial.policies.asOf(nobody, '2026-04-01')).toBeNull();
    expect(await trial.policies.standing(nobody.id)).toBeNull();
  });
});

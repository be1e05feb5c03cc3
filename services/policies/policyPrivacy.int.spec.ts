import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { by, openTrialPolicies, refOf, type TrialPolicies } from './testing/trialPolicies.js';

let backend: TestBackend;
let trial: TrialPolicies;

beforeAll(async () => {
  backend = await startTestBackend();
  trial = await openTrialPolicies(backend);
});
afterAll(async () => {
  await trial?.close();
  await backend?.stop();
});

describe('personal data', () => {
  it('is nowhere in the clear in the log', async () => {
    const { id: customerId } = await trial.customer('Quite Unmistakable');
    const { policy } = await trial.issue('vehicle', {
      customerId,
      policyNumber: 'SECRET-NUMBER/77',
      vehicleNumber: 'KL55ZZ9876',
      engineNumber: 'SECRETENGINE',
      chassisNumber: 'SECRETCHASSIS',
    });
    const ref = refOf(policy);
    await trial.update(ref, { policyNumber: 'SECRET-NUMBER/78', vehicleNumber: 'KL55ZZ9877' });
    await trial.policies.endorse(
      ref,
      {
        effectiveFrom: '2026-05-01',
        reason: 'Unmistakable married',
        changes: { vehicleNumber: 'KL55ZZ9878' },
      },
      by(),
    );
    const note = 'Unmistakable called';
    await trial.policies.cancel(ref, { reason: 'other', note }, by());
    await trial.policies.reinstate(ref, { note }, by());
    const next = await trial.renew(ref, { policyNumber: 'SECRET-NUMBER/79' });
    await trial.remove(refOf(next.policy));
    const log = await trial.wholeLog();
    expect(log).toContain('PolicyEndorsed');
    expect(log).toContain('uniquePolicyNumber-');
    expect(log).not.toMatch(/unmistakable|SECRET|KL55ZZ/i);
  });
});

describe('a policy that was moved to another customer', () => {
  it('is known by the new holder’s key alone', async () => {
    const former = await trial.customer('Former Holder');
    const holder = await trial.customer('New Holder');
    const { policy } = await trial.issue('vehicle', {
      customerId: former.id,
      policyNumber: 'MOVED/1',
    });
    const ref = refOf(policy);
    await trial.update(ref, { customerId: holder.id });
    await trial.update(ref, { policyNumber: 'MOVED/2' });
    const today = () => trial.policies.asOf(ref, '2099-01-01');
    await trial.platform.vault.destroyKey(`customer-${former.id}`);
    expect(await today()).toMatchObject({ policyNumber: 'MOVED/2', vehicleNumber: 'KL07AB1234' });
    await trial.platform.vault.destroyKey(`customer-${holder.id}`);
    expect(JSON.stringify([await today(), await trial.policies.history(ref)])).not.toMatch(
      /MOVED|KL.?07/,
    );
  });
});

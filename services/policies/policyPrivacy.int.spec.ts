import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { by } from '../platform/testing/serviceFixture.js';
import { openPolicyFixture, refOf } from './testing/policyFixture.js';

const fixture = testFixture(openPolicyFixture);

describe('personal data', () => {
  it('is nowhere in the clear in the log', async () => {
    const { id: customerId } = await fixture.customer('Quite Unmistakable');
    const { record: policy } = await fixture.issue('vehicle', {
      customerId,
      policyNumber: 'SECRET-NUMBER/77',
      vehicleNumber: 'KL55ZZ9876',
      engineNumber: 'SECRETENGINE',
      chassisNumber: 'SECRETCHASSIS',
    });
    const ref = refOf(policy);
    await fixture.update(ref, { policyNumber: 'SECRET-NUMBER/78', vehicleNumber: 'KL55ZZ9877' });
    await fixture.policies.endorse(
      ref,
      {
        effectiveFrom: '2026-05-01',
        reason: 'Unmistakable married',
        changes: { vehicleNumber: 'KL55ZZ9878' },
      },
      by(),
    );
    const note = 'Unmistakable called';
    await fixture.policies.cancel(ref, { reason: 'other', note }, by());
    await fixture.policies.reinstate(ref, { note }, by());
    const next = await fixture.renew(ref, { policyNumber: 'SECRET-NUMBER/79' });
    await fixture.remove(refOf(next.record));
    const log = await fixture.wholeLog();
    expect(log).toContain('PolicyEndorsed');
    expect(log).toContain('uniquePolicyNumber-');
    expect(log).not.toMatch(/unmistakable|SECRET|KL55ZZ/i);
  });
});

describe('a policy that was moved to another customer', () => {
  it('is known by the new policyholder’s key alone', async () => {
    const former = await fixture.customer('Former Holder');
    const policyholder = await fixture.customer('New Holder');
    const { record: policy } = await fixture.issue('vehicle', {
      customerId: former.id,
      policyNumber: 'MOVED/1',
    });
    const ref = refOf(policy);
    await fixture.update(ref, { customerId: policyholder.id });
    await fixture.update(ref, { policyNumber: 'MOVED/2' });
    const today = () => fixture.policies.asOf(ref, '2099-01-01');
    await fixture.platform.vault.destroyKey(`customer-${former.id}`);
    expect(await today()).toMatchObject({ policyNumber: 'MOVED/2', vehicleNumber: 'KL07AB1234' });
    await fixture.platform.vault.destroyKey(`customer-${policyholder.id}`);
    expect(JSON.stringify([await today(), await fixture.policies.history(ref)])).not.toMatch(
      /MOVED|KL.?07/,
    );
  });
});

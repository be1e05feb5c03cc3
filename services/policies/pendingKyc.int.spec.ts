import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { pendingKyc } from './pendingKyc.js';
import { openPolicyFixture } from './testing/policyFixture.js';

const fixture = testFixture(openPolicyFixture);

describe('customers whose KYC is pending while a policy is in force', () => {
  it('are said not to be all where not every pending one was looked at', async () => {
    expect(await pendingKyc(fixture.readModels, 10)).toEqual({ customers: [], isAll: true });
    const insured: number[] = [];
    for (const nth of [1, 2, 3]) {
      fixture.setTime(`2026-04-0${nth}T06:00:00Z`);
      const { id: customerId } = await fixture.customer(`Pending ${nth}`, { kycStatus: 'pending' });
      // The newest has none.
      if (nth === 3) continue;
      await fixture.issue('health', { customerId, policyNumber: `K/${nth}` });
      insured.push(customerId);
    }
    const [oldest, newer] = insured;
    const found = async (limit: number, lookedAt?: number) => {
      const { customers, isAll } = await pendingKyc(fixture.readModels, limit, lookedAt);
      return { found: customers.map(({ customerId }) => customerId), isAll };
    };
    expect(await found(10)).toEqual({ found: [newer, oldest], isAll: true });
    expect(await found(10, 2)).toEqual({ found: [newer], isAll: false });
    expect(await found(10, 1)).toEqual({ found: [], isAll: false });
    expect(await found(1)).toEqual({ found: [newer], isAll: false });
  });
});

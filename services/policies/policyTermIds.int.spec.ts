import { randomBytes } from 'node:crypto';
import { TERMS_PER_POLICY } from '@insuremanager/contracts/policies/policyEvents';
import type { TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { by } from '../platform/testing/serviceFixture.js';
import type { TermRef } from './index.js';
import { openPolicyFixture, refOf } from './testing/policyFixture.js';

const masterKey = randomBytes(32);
let servers: TestBackend;
const fixture = testFixture((backend) => {
  servers = backend;
  return openPolicyFixture(backend, masterKey);
});
let customerId: number;
let lastNumber = 0;

beforeAll(async () => {
  customerId = (await fixture.customer('Anitha Nair', { kycStatus: 'verified' })).id;
});

const newNumber = (): string => {
  lastNumber += 1;
  return `TERM/${lastNumber}`;
};
const issued = async (): Promise<TermRef> =>
  refOf((await fixture.issue('health', { customerId, policyNumber: newNumber() })).record);
const renewed = async (ref: TermRef): Promise<TermRef> => refOf((await fixture.renew(ref)).record);

describe('the terms of a policy', () => {
  it('count on from its id, which is the first one’s, deleted ones too', async () => {
    const first = await issued();
    expect(first.id % TERMS_PER_POLICY).toBe(0);
    const second = await renewed(first);
    await fixture.remove(second);
    const third = await renewed(first);
    expect([second.id, third.id]).toEqual([first.id + 1, first.id + 2]);
    expect((await issued()).id).toBe(first.id + TERMS_PER_POLICY);
  });

  it('are changed and read under their own ids', async () => {
    const first = await issued();
    const third = await renewed(await renewed(first));
    const edited = await fixture.update(third, { insuranceCompany: 'Care Health' });
    expect(edited.record).toMatchObject({ id: third.id, policyId: first.id });
    expect(await fixture.policies.find(third.id)).toEqual(edited.record);
    expect(await fixture.policies.findReference(third.id)).toEqual({ kind: 'health', customerId });
    expect(await fixture.summaries(third)).toHaveLength(2);
    expect(await fixture.policies.asOf(third, '2099-01-01')).toMatchObject({ id: third.id });
  });

  it('are found before any list shows them, by every process', async () => {
    const first = await issued();
    await fixture.readModels.stop();
    const next = refOf((await fixture.over({}).renew(first, {}, by())).record);
    const cancelled = await fixture.policies.cancel(next, { reason: 'other' }, by());
    expect(cancelled.record).toMatchObject({ id: next.id, status: 'cancelled' });
    await fixture.close();
    Object.assign(fixture, await openPolicyFixture(servers, masterKey));
    await fixture.caughtUp();
    expect(await fixture.policies.find(next.id)).toEqual(cancelled.record);
  });

  it('are never given twice, also by a database that is older than the log', async () => {
    const first = await issued();
    const next = await renewed(first);
    await fixture.platform.pool.query('DELETE FROM ids.allocation');
    await fixture.platform.pool.query(`SELECT setval('ids."policy"', 1, false)`);
    expect((await fixture.update(next, { insuranceCompany: 'Care' })).record.id).toBe(next.id);
    const third = await renewed(next);
    expect(third.id).toBe(next.id + 1);
    await fixture.readModels.rebuild(() => undefined);
    expect((await issued()).id).toBeGreaterThan(third.id);
    expect((await fixture.policies.termsOf(first.id)).map(({ id }) => id)).toEqual([
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
        () => fixture.policies.history(nobody),
        () => fixture.policies.termHistories(nobody),
        () => fixture.policies.renew(nobody, {}, by()),
        () => fixture.policies.update(nobody, {}, by({ expectedVersion: 0 })),
        () => fixture.policies.delete(nobody, by()),
      ]) {
        await expect(command()).rejects.toMatchObject(notFound);
      }
      expect(await fixture.policies.asOf(nobody, '2026-04-01')).toBeNull();
      expect(await fixture.policies.findReference(id)).toBeNull();
    }
  });
});

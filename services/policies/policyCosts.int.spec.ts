import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { by } from '../platform/testing/serviceFixture.js';
import { openPolicyFixture, refOf } from './testing/policyFixture.js';

const fixture = testFixture(openPolicyFixture);
let customerId: number;
/** Calls of the port to the event store, by whomever. */
const costs = { reads: 0, appends: 0 };

beforeAll(async () => {
  const { eventLog } = fixture.platform;
  const { readStream, readLast, append } = eventLog;
  Object.assign(eventLog, {
    readStream: (...parameters: Parameters<typeof readStream>) => {
      costs.reads += 1;
      return readStream(...parameters);
    },
    readLast: (...parameters: Parameters<typeof readLast>) => {
      costs.reads += 1;
      return readLast(...parameters);
    },
    append: (...parameters: Parameters<typeof append>) => {
      costs.appends += 1;
      return append(...parameters);
    },
  });
  customerId = (await fixture.customer('Anitha Nair', { kycStatus: 'verified' })).id;
});

let lastNumber = 0;
const newNumber = (): string => {
  lastNumber += 1;
  return `COST/${lastNumber}`;
};
const issued = async () => {
  const policyNumber = newNumber();
  return refOf((await fixture.issue('health', { customerId, policyNumber })).record);
};
const costOf = async (command: () => Promise<unknown>) => {
  Object.assign(costs, { reads: 0, appends: 0 });
  await command();
  return { ...costs };
};

/*
 * One append of the policy itself, which this process has just written to: it is not read, unless a
 * number is reserved. Whoever gets a term into force is looked up once. A number that is reserved
 * costs a read and an append of its reservation stream, and so does one that is released.
 */
describe('what a command asks of the event store', () => {
  const policies = () => fixture.policies;

  it('to issue a policy: policy, customer, and its number', async () => {
    const input = fixture.typed('health', { customerId, policyNumber: newNumber() });
    expect(await costOf(() => policies().issue('health', input, by()))).toEqual({
      reads: 3,
      appends: 2,
    });
  });

  it('to renew it: the customer', async () => {
    const ref = await issued();
    expect(await costOf(() => policies().renew(ref, {}, by()))).toEqual({ reads: 1, appends: 1 });
  });

  it('to renew it under another number: policy, customer, and that', async () => {
    const ref = await issued();
    const policyNumber = newNumber();
    expect(await costOf(() => policies().renew(ref, { policyNumber }, by()))).toEqual({
      reads: 3,
      appends: 2,
    });
  });

  it('to update or cancel it: nothing, however many terms it has', async () => {
    const ref = await issued();
    const next = refOf((await fixture.renew(ref)).record);
    const once = { reads: 0, appends: 1 };
    const insuranceCompany = 'Care Health';
    expect(await costOf(() => policies().update(next, { insuranceCompany }, by()))).toEqual(once);
    expect(await costOf(() => policies().cancel(next, { reason: 'other' }, by()))).toEqual(once);
  });

  it('to correct its number: policy and both numbers', async () => {
    const ref = await issued();
    const policyNumber = newNumber();
    expect(await costOf(() => policies().update(ref, { policyNumber }, by()))).toEqual({
      reads: 3,
      appends: 3,
    });
  });

  it('to delete it: its number', async () => {
    const ref = await issued();
    expect(await costOf(() => policies().delete(ref, by()))).toEqual({ reads: 1, appends: 2 });
  });

  it('to delete a renewal: the customer, for whom the term before stands again', async () => {
    const next = refOf((await fixture.renew(await issued())).record);
    expect(await costOf(() => policies().delete(next, by()))).toEqual({ reads: 1, appends: 1 });
  });

  it('to do again what was done: the policy alone, and the customer for a warning', async () => {
    const ref = await issued();
    const context = by();
    await fixture.policies.renew(ref, {}, context);
    expect(await costOf(() => policies().renew(ref, {}, context))).toEqual({
      reads: 2,
      appends: 0,
    });
  });
});

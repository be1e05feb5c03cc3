import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { by } from '../platform/testing/serviceFixture.js';
import type { Policies, TermRef } from './index.js';
import { openPolicyFixture, refOf } from './testing/policyFixture.js';

const whole = isExhaustive(import.meta.url);

const fixture = testFixture(openPolicyFixture);
let lastNumber = 0;

const unknown = { fields: [{ field: 'customerId', code: 'customer-unknown' }] };
const newNumber = (): string => {
  lastNumber += 1;
  return `HELD/${lastNumber}`;
};
const issued = async (fields: object = {}) => {
  const { id: customerId } = await fixture.customer('Anitha Nair', { kycStatus: 'verified' });
  const policyNumber = newNumber();
  const { record: policy } = await fixture.issue('health', { customerId, policyNumber, ...fields });
  return { customerId, ref: refOf(policy) };
};
const cancel = async (ref: TermRef) =>
  fixture.projected(await fixture.policies.cancel(ref, { reason: 'other' }, by()));
const deleteCustomer = async (id: number) =>
  fixture.projected(await fixture.customers.delete(id, by()));
/** Four have every order of the two, in one process and in two. */
const ROUNDS = whole ? 16 : 4;

describe('a customer who is deleted', () => {
  const cancelled = async () => {
    const { customerId, ref } = await issued();
    await cancel(ref);
    return { customerId, ref };
  };
  const expired = async () => {
    const { customerId, ref } = await issued();
    await fixture.update(ref, { status: 'expired' });
    return { customerId, ref };
  };

  const fieldsFor = (customerId: number) =>
    fixture.typed('vehicle', { customerId, policyNumber: newNumber() });
  type Happening = (of: Policies, customerId: number, ref: TermRef) => Promise<unknown>;

  it.each<[string, typeof issued, Happening]>([
    ['issued', cancelled, (of, id) => of.issue('vehicle', fieldsFor(id), by())],
    ['renewed', expired, (of, _, ref) => of.renew(ref, {}, by())],
    ['reinstated', cancelled, (of, _, ref) => of.reinstate(ref, {}, by())],
    ['revived', cancelled, (of, _, ref) => of.update(ref, { status: 'active' }, by())],
    [
      'moved to them',
      cancelled,
      async (of, customerId) => of.update((await issued()).ref, { customerId }, by()),
    ],
  ])('is left with no active policy that is %s at the same moment', async (_, ready, happens) => {
    const otherProcess = fixture.over({});
    for (let round = 0; round < ROUNDS; round += 1) {
      const { customerId, ref } = await ready();
      const of = round % 4 < 2 ? otherProcess : fixture.policies;
      const deleting = () => fixture.customers.delete(customerId, by());
      const happening = () => happens(of, customerId, ref);
      // Whoever asks first, and whoever is ahead.
      const race = round % 2 ? [deleting(), happening()] : [happening(), deleting()];
      const outcomes = await Promise.allSettled(race);
      const won = outcomes.filter(({ status }) => status === 'fulfilled');
      expect(won).toHaveLength(1);
    }
  });

  it('does not get back into force what was renewed, when its next term is deleted', async () => {
    const { customerId, ref } = await issued();
    const next = refOf((await fixture.renew(ref)).record);
    await cancel(next);
    await deleteCustomer(customerId);
    await fixture.remove(next);
    expect(await fixture.policies.find(ref.id)).toMatchObject({
      status: 'expired',
      successorId: null,
    });
  });
});

describe('a command that comes again when its customer has been deleted', () => {
  it('answers as it did at first', async () => {
    const { policies } = fixture;
    const { customerId, ref } = await issued();
    await cancel(ref);
    const answers: { again(): Promise<object>; first: object }[] = [];
    const first = async (command: (context: ReturnType<typeof by>) => Promise<object>) => {
      const context = by();
      answers.push({ first: await command(context), again: () => command(context) });
    };
    await first((context) => policies.reinstate(ref, {}, context));
    await cancel(ref);
    await first((context) => policies.update(ref, { status: 'active' }, context));
    await first((context) => policies.renew(ref, {}, context));
    await fixture.caughtUp();
    const next = refOf((await policies.termsOf(ref.id)).at(-1) as never);
    await fixture.remove(next);
    await cancel(ref);
    await deleteCustomer(customerId);
    for (const { first, again } of answers) {
      expect(await again()).toEqual({ ...first, repeated: true });
    }
    await expect(policies.reinstate(ref, {}, by())).rejects.toMatchObject(unknown);
  });
});

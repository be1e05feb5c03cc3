import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Policies, TermRef } from './index.js';
import { by, openTrialPolicies, refOf, type TrialPolicies } from './testing/trialPolicies.js';

let backend: TestBackend;
let trial: TrialPolicies;
let lastNumber = 0;

beforeAll(async () => {
  backend = await startTestBackend();
  trial = await openTrialPolicies(backend);
});
afterAll(async () => {
  await trial?.close();
  await backend?.stop();
});

const unknown = { fields: [{ field: 'customerId', code: 'customer-unknown' }] };
const newNumber = (): string => {
  lastNumber += 1;
  return `HELD/${lastNumber}`;
};
const held = async (fields: object = {}) => {
  const { id: customerId } = await trial.customer('Anitha Nair', { kycStatus: 'verified' });
  const policyNumber = newNumber();
  const { policy } = await trial.issue('health', { customerId, policyNumber, ...fields });
  return { customerId, ref: refOf(policy) };
};
const cancel = async (ref: TermRef) =>
  trial.shown(await trial.policies.cancel(ref, { reason: 'other' }, by()));
const deleteCustomer = async (id: number) => trial.shown(await trial.customers.delete(id, by()));
describe('a customer who is deleted', () => {
  const cancelled = async () => {
    const { customerId, ref } = await held();
    await cancel(ref);
    return { customerId, ref };
  };
  const expired = async () => {
    const { customerId, ref } = await held();
    await trial.update(ref, { status: 'expired' });
    return { customerId, ref };
  };

  const fieldsFor = (customerId: number) =>
    trial.typed('vehicle', { customerId, policyNumber: newNumber() });
  type Happening = (of: Policies, customerId: number, ref: TermRef) => Promise<unknown>;

  it.each<[string, typeof held, Happening]>([
    ['issued', cancelled, (of, id) => of.issue('vehicle', fieldsFor(id), by())],
    ['renewed', expired, (of, _, ref) => of.renew(ref, {}, by())],
    ['reinstated', cancelled, (of, _, ref) => of.reinstate(ref, {}, by())],
    ['revived', cancelled, (of, _, ref) => of.update(ref, { status: 'active' }, by())],
    [
      'moved to them',
      cancelled,
      async (of, customerId) => of.update((await held()).ref, { customerId }, by()),
    ],
  ])('is left with no active policy that is %s at the same moment', async (_, ready, happens) => {
    const otherProcess = trial.over({});
    for (let round = 0; round < 16; round += 1) {
      const { customerId, ref } = await ready();
      const of = round % 4 < 2 ? otherProcess : trial.policies;
      const deleting = () => trial.customers.delete(customerId, by());
      const happening = () => happens(of, customerId, ref);
      // Whoever asks first, and whoever is ahead.
      const race = round % 2 ? [deleting(), happening()] : [happening(), deleting()];
      const outcomes = await Promise.allSettled(race);
      const won = outcomes.filter(({ status }) => status === 'fulfilled');
      expect(won).toHaveLength(1);
    }
  });

  it('does not get back into force what was renewed, when its next term is deleted', async () => {
    const { customerId, ref } = await held();
    const next = refOf((await trial.renew(ref)).policy);
    await cancel(next);
    await deleteCustomer(customerId);
    await trial.remove(next);
    expect(await trial.policies.find(ref.id)).toMatchObject({
      status: 'expired',
      successorId: null,
    });
  });
});

describe('a command that comes again when its customer has been deleted', () => {
  it('answers as it did at first', async () => {
    const { policies } = trial;
    const { customerId, ref } = await held();
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
    await trial.caughtUp();
    const next = refOf((await policies.termsOf(ref.id)).at(-1) as never);
    await trial.remove(next);
    await cancel(ref);
    await deleteCustomer(customerId);
    for (const { first, again } of answers) {
      expect(await again()).toEqual({ ...first, repeated: true });
    }
    await expect(policies.reinstate(ref, {}, by())).rejects.toMatchObject(unknown);
  });
});

import { randomBytes } from 'node:crypto';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { MergeInput } from '@insuremanager/contracts/customers/duplicates';
import type { HouseholdRelation } from '@insuremanager/contracts/households/relations';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { type Customers, createCustomers, customersSlice } from '../customers/index.js';
import { Refusal } from '../platform/errors.js';
import { by, openSlices, textOfLog } from '../platform/testing/serviceFixture.js';
import { createPolicies, type Policies, policiesSlice } from '../policies/index.js';
import { typedPolicy } from '../policies/testing/policyFixture.js';
import { createHouseholds, householdsSlice } from './index.js';

const fixture = testFixture(async (servers: Parameters<typeof openSlices>[0]) => {
  const clock = { now: () => new Date('2026-11-27T06:00:00Z') };
  const slices = [customersSlice, policiesSlice, householdsSlice];
  const opened = await openSlices(servers, slices, { masterKey: randomBytes(32), clock });
  const { platform, readModels, projected } = opened;
  const customers: Customers = createCustomers(platform, readModels, {
    policies: { activeNumbersOf: (id) => policies.activeNumbersOf(id) },
    claims: { openNumbersOf: async () => [] },
    documents: { isKycOf: async () => false },
  });
  const policies: Policies = createPolicies(platform, readModels, { customers });
  const households = createHouseholds(platform, readModels, { customers, policies });
  return {
    ...{ ...opened, customers, households },
    customer: async (name: string, ownerId: number | null = null) => {
      const typed = CustomerInput.parse({ name, phone: '9876500000' });
      const { id } = (await projected(await customers.create(typed, by(), ownerId))).record;
      return id;
    },
    policy: async (customerId: number, policyNumber: string, fields: object) =>
      projected(
        await policies.issue(
          'health',
          typedPolicy('health', {
            ...{ customerId, policyNumber, startDate: '2026-06-01', endDate: '2027-05-31' },
            ...fields,
          }),
          by(),
        ),
      ),
    join: async (customerId: number, memberId: number, relation: HouseholdRelation) =>
      projected(await households.setMember(customerId, { memberId, relation }, by())),
    /** Who is shown as what, by name; null: no household. */
    membersOf: async (customerId: number, of: Pick<typeof households, 'of'> = households) => {
      const household = await of.of(customerId);
      return household
        ? household.members.map(({ customer, relation }) => `${customer?.name}: ${relation}`)
        : null;
    },
    merge: async (intoId: number, duplicateId: number) => {
      const { first, second } = await customers.compare(intoId, duplicateId);
      const [version, duplicateVersion] = [first.version, second.version];
      const input = MergeInput.parse({ duplicateId, version, duplicateVersion });
      return projected(await customers.merge(intoId, input, by()));
    },
  };
});

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refusal)) throw error ?? new Error('It was not refused');
  return error.fields[0]?.code ?? error.code;
};

/** Ravi, Meera and their daughter Anu. */
async function family(ownerId: number | null = null) {
  const ravi = await fixture.customer('Ravi', ownerId);
  const meera = await fixture.customer('Meera', ownerId);
  const anu = await fixture.customer('Anu', ownerId);
  await fixture.join(ravi, meera, 'spouse');
  await fixture.join(meera, anu, 'child');
  return { ravi, meera, anu };
}

const FAMILY = ['Ravi: head', 'Meera: spouse', 'Anu: child'];

describe('a household', () => {
  it('is the same for each of its members, with what they hold and pay in a year', async () => {
    const { ravi, anu } = await family();
    await fixture.policy(ravi, 'HH/1', { premiumAmount: '12000.50', premiumFrequency: 'yearly' });
    await fixture.policy(anu, 'HH/2', { premiumAmount: '1000', premiumFrequency: 'quarterly' });
    const household = await fixture.households.of(anu);
    expect(await fixture.membersOf(anu)).toEqual(FAMILY);
    expect(household?.yearlyPremium).toBe('16000.50');
    expect(
      household?.members.map(({ policies }) => policies.map((one) => one.policyNumber)),
    ).toEqual([['HH/1'], [], ['HH/2']]);
    expect(await fixture.households.of(ravi)).toEqual(household);
  });

  it('is joined and left once, however often the command is sent', async () => {
    const { ravi, meera, anu } = await family();
    const other = await fixture.customer('Devi');
    const joining = by();
    const input = { memberId: other, relation: 'parent' } as const;
    await fixture.projected(await fixture.households.setMember(ravi, input, joining));
    const again = await fixture.households.setMember(ravi, input, joining);
    expect(again.repeated).toBe(true);

    const id = (await fixture.households.of(ravi))?.id ?? 0;
    const leaving = by();
    await fixture.projected(await fixture.households.leave(other, id, leaving));
    expect((await fixture.households.leave(other, id, leaving)).repeated).toBe(true);
    expect(await fixture.membersOf(other)).toBeNull();
    await fixture.projected(await fixture.households.leave(ravi, id, by()));
    expect(await fixture.membersOf(anu)).toEqual(['Meera: head', 'Anu: child']);
    await fixture.projected(await fixture.households.leave(meera, id, by()));
    expect(await fixture.membersOf(anu)).toBeNull();
    // Nobody is kept by one that has ended.
    await fixture.join(anu, ravi, 'parent');
    expect(await fixture.membersOf(anu)).toEqual(['Anu: head', 'Ravi: parent']);
  });

  it('is one for a customer: of two who add the same one at once, one is refused', async () => {
    const { ravi } = await family();
    const [devi, gopi, arun] = [
      await fixture.customer('Devi'),
      await fixture.customer('Gopi'),
      await fixture.customer('Arun'),
    ];
    const add = (to: number) =>
      fixture.households.setMember(to, { memberId: arun, relation: 'child' }, by());
    const tried = await Promise.allSettled([add(devi), add(gopi)]);
    const refused = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused.map(({ code }) => code)).toEqual(['member-id-taken']);
    const done = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const one of done) await fixture.projected(one);
    expect(await codeOf(fixture.join(ravi, arun, 'child'))).toBe('taken');
    const loser = tried[0].status === 'rejected' ? devi : gopi;
    expect(await fixture.membersOf(loser)).toBeNull();
    expect(await fixture.membersOf(arun)).toHaveLength(2);
  });

  it('has neither who is not there nor the same one twice', async () => {
    const ravi = await fixture.customer('Ravi');
    expect(await codeOf(fixture.join(ravi, ravi, 'spouse'))).toBe('same-customer');
    expect(await codeOf(fixture.join(ravi, 999_999, 'spouse'))).toBe('customer-unknown');
    expect(await fixture.households.of(999_999)).toBeNull();
  });

  it('shows to an agent with a book of their own others without name, and takes none', async () => {
    const { ravi, meera, anu } = await family(1);
    const stranger = await fixture.customer('Devi', 2);
    await fixture.projected(await fixture.customers.reassign(anu, 2, by()));
    await fixture.policy(anu, 'HH/3', { premiumAmount: '5000', premiumFrequency: 'yearly' });
    const own = fixture.households.within({ ownerId: 1 });
    expect(await fixture.membersOf(ravi, own)).toEqual([
      'Ravi: head',
      'Meera: spouse',
      'undefined: child',
    ]);
    const hidden = (await own.of(meera))?.members[2];
    expect(hidden).toEqual({ customer: null, relation: 'child', policies: [] });
    expect((await own.of(meera))?.yearlyPremium).toBe('0.00');
    expect(await own.of(anu)).toBeNull();
    const add = own.setMember(ravi, { memberId: stranger, relation: 'parent' }, by());
    expect(await codeOf(add)).toBe('customer-unknown');
    const id = (await own.of(ravi))?.id ?? 0;
    expect(await codeOf(own.leave(anu, id, by()))).toBe('customer-not-found');
  });

  it('follows who remains when two are merged, and goes back with them', async () => {
    const { ravi, anu } = await family();
    const remaining = await fixture.customer('Anu Nair');
    await fixture.merge(remaining, anu);
    expect(await fixture.membersOf(remaining)).toEqual([
      'Ravi: head',
      'Meera: spouse',
      'Anu Nair: child',
    ]);
    await fixture.join(ravi, remaining, 'sibling');
    expect((await fixture.membersOf(ravi))?.at(-1)).toBe('Anu Nair: sibling');
    await fixture.projected(await fixture.customers.undoMerge(remaining, anu, by()));
    expect((await fixture.membersOf(ravi))?.at(-1)).toBe('Anu: sibling');
    expect(await fixture.membersOf(remaining)).toBeNull();

    await fixture.merge(remaining, anu);
    const id = (await fixture.households.of(ravi))?.id ?? 0;
    await fixture.projected(await fixture.households.leave(remaining, id, by()));
    expect(await fixture.membersOf(ravi)).toEqual(['Ravi: head', 'Meera: spouse']);
  });

  it('shows a member twice neither who were both in it and are one now', async () => {
    const { ravi, meera, anu } = await family();
    await fixture.merge(meera, anu);
    expect(await fixture.membersOf(ravi)).toEqual(['Ravi: head', 'Meera: spouse']);
  });

  it('is without whoever is deleted or erased, and its events name nobody', async () => {
    const { ravi, meera, anu } = await family();
    await fixture.projected(await fixture.customers.delete(anu, by()));
    expect(await fixture.membersOf(ravi)).toEqual(['Ravi: head', 'Meera: spouse']);
    const request = { reason: 'Asked for', erasedBy: 1, overridesRetention: true } as const;
    const days = { retainedUntil: '2026-11-27', today: '2026-11-27' } as const;
    await fixture.projected(await fixture.customers.erase(meera, { ...request, ...days }, by()));
    expect(await fixture.membersOf(ravi)).toBeNull();
    const rows = await fixture.readModels.from('household_members').select('member_id');
    const members = rows.map(({ member_id }: { member_id: number }) => member_id);
    expect(members).toContain(ravi);
    expect(members).not.toContain(meera);
    expect(members).not.toContain(anu);
    const lines = (await textOfLog(fixture.platform.eventLog)).split('\n');
    const said = lines
      .map((line) => JSON.parse(line))
      .filter(({ stream }: { stream: string }) => stream.startsWith('household-'));
    expect(new Set(said.flatMap(({ data }: { data: object }) => Object.keys(data)))).toEqual(
      new Set(['householdId', 'customerId', 'relation']),
    );
  });
});

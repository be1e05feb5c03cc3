import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import type { DayKind } from '@insuremanager/contracts/myDay/dayKinds';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { taskRecord } from '@insuremanager/contracts/tasks/taskViews';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAgency } from '../agency/index.js';
import { claimsSlice, createClaims } from '../claims/index.js';
import { createDocuments, documentsSlice } from '../documents/index.js';
import { NO_CLAIMS } from '../documents/testing/documentFixture.js';
import { createExports } from '../exports/index.js';
import { createLeads, leadsSlice } from '../leads/index.js';
import type { EventLogPlace } from '../platform/eventLog/openEventLog.js';
import { by } from '../platform/testing/serviceFixture.js';
import { typedPolicy } from '../policies/testing/policyFixture.js';
import { openQuotationFixture } from '../quotations/testing/quotationFixture.js';
import { createReminders, remindersSlice } from '../reminders/index.js';
import { createTestNotices, REFUSED } from '../reminders/testing/testNotices.js';
import { createRenewals, renewalsSlice } from '../renewals/index.js';
import { createSavedViews } from '../savedViews/index.js';
import { createTasks, tasksSlice } from '../tasks/index.js';
import { birthdaysOn } from './createMyDay.js';
import { createMyDay, myDaySlice } from './index.js';

/** Of each test: what nobody does stays in a day. */
let MEERA = 0;
let JOSE = 0;

const fixture = testFixture(async (servers: EventLogPlace) => {
  const quoting = await openQuotationFixture(servers, [
    ...[
      renewalsSlice,
      remindersSlice,
      documentsSlice,
      claimsSlice,
      tasksSlice,
      leadsSlice,
      myDaySlice,
    ],
  ]);
  const { platform, readModels, customers, policies, quotations } = quoting;
  const sender = createTestNotices({ ...platform, customers, policies });
  const { notices } = sender;
  const reminders = createReminders(platform, readModels, { customers, policies, notices });
  const renewals = createRenewals(platform, readModels, { policies });
  const documents = createDocuments(platform, readModels, {
    ...{ customers, policies, claims: NO_CLAIMS },
  });
  const agency = createAgency(platform);
  const claims = createClaims(platform, readModels, { customers, policies, documents, agency });
  const tasks = createTasks(platform, readModels, {
    ...{ customers, policies, quotations, claims, documents },
  });
  const leads = createLeads(platform, readModels, {
    ...{ customers, agency, savedViews: await createSavedViews(platform) },
    exports: await createExports(platform, readModels),
    imports: { forgetLead: async () => {} },
  });
  const sources = { policies, quotations, reminders, renewals, claims, tasks, leads };
  const myDay = createMyDay(platform, readModels, sources);
  return { ...quoting, sender, reminders, renewals, claims, tasks, leads, myDay };
});

let numbers = 0;
beforeEach(() => {
  // Each test has days of its own: nothing of the one before is due any more.
  numbers += 1;
  MEERA = 100 + 2 * numbers;
  JOSE = MEERA + 1;
  fixture.setTime(`${today()}T06:00:00Z`);
});
const today = (): string => addDays('2026-04-10', numbers * 400);

const customer = async (ownerId: number, fields: object = {}) => {
  const { customers, projected } = fixture;
  const typed = CustomerInput.parse({ name: `Day ${numbers}`, phone: '9876500000', ...fields });
  const { id } = (await projected(await customers.create(typed, by()))).record;
  await projected(await customers.reassign(id, ownerId, by()));
  return id;
};
const issue = async (customerId: number, endsInDays: number, premiumAmount: string) => {
  const days = {
    startDate: addDays(today(), endsInDays - 364),
    endDate: addDays(today(), endsInDays),
  };
  const policyNumber = `D/${numbers}/${endsInDays}/${premiumAmount}`;
  const typed = typedPolicy('health', { customerId, policyNumber, premiumAmount, ...days });
  return (await fixture.projected(await fixture.policies.issue('health', typed, by()))).record;
};
/** By whom it is for. */
const asMeera = () => ({ ...by(), actor: { userId: MEERA, username: 'meera', role: 'agent' } });
const task = async (fields: object) => {
  const input = taskRecord.input.parse({ text: 'Ring', ...fields });
  return (await fixture.projected(await fixture.tasks.create(input, asMeera()))).record;
};
const dayOf = async (userId: number | null) => (await fixture.myDay.list(userId)).items;
const kinds = async (userId: number | null) => (await dayOf(userId)).map(({ kind }) => kind);
const later = (days: number) => fixture.setTime(`${addDays(today(), days)}T06:00:00Z`);

describe('my day', () => {
  it('has what earns most first, of one’s own customers', async () => {
    const id = await customer(MEERA, { dateOfBirth: `1980${today().slice(4)}` });
    const others = await customer(JOSE);
    const small = await issue(id, 2, '5000');
    const large = await issue(id, 3, '90000');
    const promised = await issue(id, 60, '7000');
    await issue(others, 2, '8000');
    await fixture.renewals.setFollowUp(promised.id, { followUpOn: today() }, by());
    await task({ dueOn: today(), dueAt: '16:00' });
    await task({ dueOn: addDays(today(), 1) });
    const quoted = await customer(MEERA);
    await fixture.create({
      ...{ customerId: quoted, insuranceType: 'health', validityDays: '3' },
      ...{ premiumAmount: '11800', policyType: 'family', sumAssured: '500000' },
    });
    await fixture.projected(
      await fixture.claims.create(
        {
          ...{ policyId: small.id, kind: 'cashless', lossDate: today(), intimatedOn: today() },
          ...{ amountClaimed: 5_000_000 },
        },
        by(),
      ),
    );
    expect(await dayOf(MEERA)).toMatchObject([
      { kind: 'follow_up', recordId: promised.id, day: today(), amount: '7000.00' },
      { kind: 'renewal', recordId: large.id, title: large.policyNumber, customerId: id },
      { kind: 'renewal', recordId: small.id, amount: '5000.00' },
      { kind: 'task', title: 'Ring', hour: '16:00' },
      { kind: 'quotation', customerId: quoted },
      { kind: 'claim_documents', missing: expect.any(Number), customerId: id },
      { kind: 'birthday', recordId: id },
    ]);
    expect(await kinds(JOSE)).toEqual(['renewal']);
    // The team’s has both.
    expect((await kinds(null)).filter((kind) => kind === 'renewal')).toHaveLength(3);
    expect((await fixture.myDay.within({ ownerId: JOSE }).list(MEERA)).items).toHaveLength(1);
  });

  it('has premiums that are due soon or were lately, until they are paid', async () => {
    const id = await customer(MEERA);
    const term = async (startedDaysAgo: number) => {
      const startDate = addDays(today(), -startedDaysAgo);
      const days = { startDate, endDate: addDays(startDate, 364) };
      const policyNumber = `P/${id}/${startedDaysAgo}`;
      const fields = { customerId: id, policyNumber, premiumFrequency: 'quarterly', ...days };
      const typed = typedPolicy('health', { premiumAmount: '5000', ...fields });
      return (await fixture.projected(await fixture.policies.issue('health', typed, by()))).record;
    };
    const late = await term(10);
    const soon = await term(-7);
    await term(-8);
    await term(46);
    expect(await dayOf(MEERA)).toMatchObject([
      { kind: 'premium', recordId: late.id, amount: '5000.00', day: late.startDate },
      { kind: 'premium', recordId: soon.id, day: soon.startDate },
    ]);
    expect(await kinds(JOSE)).toEqual([]);
    const payment = { paidOn: today(), amount: 0, means: 'upi' } as const;
    const ref = { kind: 'health', id: late.id } as const;
    await fixture.projected(await fixture.policies.payInstalments(ref, payment, by()));
    const key = `premium:${soon.id}:${soon.nextDueDate}`;
    await fixture.projected(await fixture.myDay.setAside(key, addDays(today(), 1), by()));
    expect(await kinds(MEERA)).toEqual([]);
    later(1);
    expect(await kinds(MEERA)).toContain('premium');
  });

  it('is empty once all of it is done, by the commands of what it is', async () => {
    const id = await customer(MEERA);
    const policy = await issue(id, 5, '5000');
    const { id: taskId } = await task({ dueOn: today(), onRecord: 'customer', onId: String(id) });
    expect(await kinds(MEERA)).toEqual(['renewal', 'task']);
    const { renewals, tasks, projected } = fixture;
    await projected(await renewals.move(policy.id, 'contacted', by()));
    await projected(await tasks.finish(taskId, {}, by()));
    expect(await fixture.myDay.list(MEERA)).toEqual({ today: today(), items: [], counts: [] });
  });

  it('lacks a renewal that is put off, until its day', async () => {
    const id = await customer(MEERA);
    const policy = await issue(id, 5, '5000');
    const followUpOn = addDays(today(), 2);
    const { renewals, projected } = fixture;
    await projected(await renewals.setFollowUp(policy.id, { followUpOn }, by()));
    expect(await kinds(MEERA)).toEqual([]);
    later(2);
    expect(await kinds(MEERA)).toEqual(['follow_up']);
  });

  it('sets aside what has no command of its own: done, or until a day', async () => {
    const { myDay, projected } = fixture;
    const id = await customer(MEERA);
    const policy = await issue(id, 40, '5000');
    fixture.sender.answer(() => REFUSED);
    const input = { customerId: id, policyId: policy.id, policyType: policy.kind };
    await customer(MEERA, { email: 'x@example.in' });
    await expect(fixture.reminders.send(input, by())).rejects.toBeDefined();
    const birthday = await customer(MEERA, { dateOfBirth: `1990${today().slice(4)}` });
    const [item] = (await dayOf(MEERA)).filter(({ kind }) => kind === 'birthday');
    expect(item).toMatchObject({ key: `birthday:${birthday}:${today().slice(0, 4)}` });
    const key = item?.key ?? '';
    await projected(await myDay.setAside(key, null, by()));
    expect(await kinds(MEERA)).not.toContain('birthday');
    await projected(await myDay.putBack(key, by()));
    expect(await kinds(MEERA)).toContain('birthday');
    await projected(await myDay.setAside(key, addDays(today(), 1), by()));
    expect(await kinds(MEERA)).not.toContain('birthday');
    await expect(myDay.setAside(key, today(), by())).rejects.toMatchObject({
      fields: [{ code: 'day-past' }],
    });
  });

  it('sets aside only what is in the day of who asks', async () => {
    const birthday = await customer(JOSE, { dateOfBirth: `1990${today().slice(4)}` });
    const key = `birthday:${birthday}:${today().slice(0, 4)}`;
    const of = (ownerId: number) => fixture.myDay.within({ ownerId });
    await expect(of(MEERA).setAside(key, null, by())).rejects.toMatchObject({ kind: 'not-found' });
    await expect(of(JOSE).setAside('task:1:0', null, by())).rejects.toMatchObject({
      kind: 'not-found',
    });
    await fixture.projected(await of(JOSE).setAside(key, null, by()));
    expect(await kinds(JOSE)).toEqual([]);
  });

  it('comes to what is behind more than fifty that are set aside, of each kind', async () => {
    const { myDay, platform, projected, reminders, claims, renewals } = fixture;
    const MANY = Array.from({ length: 53 }, (_, nth) => nth);
    const settled = async <Made>(made: Promise<Made>[]): Promise<Made[]> => {
      const all = await Promise.all(made);
      await projected({ position: await platform.eventLog.head() });
      return all;
    };
    const id = await customer(MEERA);
    const policy = await issue(id, 40, '5000');
    const birthdays = { dateOfBirth: `1990${today().slice(4)}`, phone: '9876500000' };
    const born = await settled(
      MANY.map((nth) =>
        fixture.customers.create(CustomerInput.parse({ name: `Born ${nth}`, ...birthdays }), by()),
      ),
    );
    await settled(born.map(({ record }) => fixture.customers.reassign(record.id, MEERA, by())));
    const quoted = {
      ...{ customerId: id, insuranceType: 'health', validityDays: '3', policyType: 'family' },
      ...{ premiumAmount: '11800', sumAssured: '500000' },
    } as const;
    await settled(MANY.map(() => fixture.create(quoted)));
    const claim = {
      ...{ policyId: policy.id, kind: 'cashless' as const, amountClaimed: 5_000_000 },
      ...{ lossDate: today(), intimatedOn: today() },
    };
    await settled(MANY.map(() => claims.create(claim, by())));
    const quarterly = (nth: number) => {
      const [startDate, endDate] = [addDays(today(), -(nth % 40)), addDays(today(), 300)];
      const premium = { premiumAmount: '5000', premiumFrequency: 'quarterly', startDate, endDate };
      const policyNumber = `A/${numbers}/${nth}`;
      return typedPolicy('health', { customerId: id, policyNumber, ...premium });
    };
    await settled(MANY.map((nth) => fixture.policies.issue('health', quarterly(nth), by())));
    // Put off until tomorrow: somebody has said when they come back to them.
    const ending = await Promise.all(
      born.map(({ record }, nth) => issue(record.id, 5, `${5000 + nth}`)),
    );
    const followUpOn = addDays(today(), 1);
    const later = ending
      .slice(1)
      .map((term) => renewals.setFollowUp(term.id, { followUpOn }, by()));
    await settled(later);

    fixture.sender.answer(() => REFUSED);
    for (const { id: policyId, customerId, kind: policyType } of ending) {
      const reminder = { customerId, policyId, policyType };
      await expect(reminders.send(reminder, by())).rejects.toBeDefined();
    }
    await settled([]);

    const aside: DayKind[] = [
      ...(['premium', 'quotation', 'failed_message', 'claim_documents', 'birthday'] as const),
    ];
    const shown = new Set<string>();
    const all = async () => (await dayOf(MEERA)).filter(({ kind }) => aside.includes(kind));
    for (let left = await all(); left.length > 0; left = await all()) {
      for (const { key } of left) shown.add(key);
      await settled(left.map(({ key }) => myDay.setAside(key, null, by())));
    }
    const countOf = (kind: DayKind) => [...shown].filter((key) => key.startsWith(kind)).length;
    expect(aside.map(countOf)).toEqual(aside.map(() => MANY.length));
    expect((await dayOf(MEERA)).map(({ recordId }) => recordId)).toEqual([ending[0]?.id]);
  });

  it('is bounded, and says so', async () => {
    const id = await customer(MEERA);
    await Promise.all(
      Array.from({ length: 52 }, () =>
        fixture.tasks.create(
          taskRecord.input.parse({
            ...{ text: 'Ring', dueOn: today() },
            ...{ onRecord: 'customer', onId: String(id) },
          }),
          asMeera(),
        ),
      ),
    );
    await fixture.projected({ position: await fixture.platform.eventLog.head() });
    const { items, counts } = await fixture.myDay.list(MEERA);
    expect(items).toHaveLength(50);
    expect(counts).toEqual([{ kind: 'task', count: 50, isExact: false }]);
    // So many as are wanted, of all that are counted.
    const some = await fixture.myDay.list(MEERA, 3);
    expect(some).toEqual({ today: today(), items: items.slice(0, 3), counts });
  });
});

describe('a birthday on 29 February', () => {
  it.each([
    ['2027-02-28', [228, 229]],
    ['2028-02-28', [228]],
    ['2028-02-29', [229]],
    ['2027-11-27', [1127]],
  ])('%s', (day, birthdays) => expect(birthdaysOn(day)).toEqual(birthdays));
});

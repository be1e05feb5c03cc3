import type { ToDoKind } from '@insuremanager/contracts/notifications/notificationViews';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAgency } from '../agency/index.js';
import { auditSlice } from '../audit/index.js';
import { breachesSlice } from '../breaches/index.js';
import { personRequestsSlice } from '../personRequests/index.js';
import type { EventLogPlace } from '../platform/eventLog/openEventLog.js';
import { by } from '../platform/testing/serviceFixture.js';
import { typedPolicy } from '../policies/testing/policyFixture.js';
import { openQuotationFixture } from '../quotations/testing/quotationFixture.js';
import { createReminders, remindersSlice } from '../reminders/index.js';
import { createTestNotices, REFUSED } from '../reminders/testing/testNotices.js';
import { createRenewals, renewalsSlice } from '../renewals/index.js';
import { createNotifications } from './index.js';

const TODAY = '2026-04-10';
const MEERA = 11;
const JOSE = 12;

async function openNotificationFixture(servers: EventLogPlace) {
  const quoting = await openQuotationFixture(servers, [
    ...[renewalsSlice, remindersSlice, personRequestsSlice, breachesSlice, auditSlice([])],
  ]);
  const { platform, readModels, customers, policies, quotations } = quoting;
  const sender = createTestNotices({ ...platform, customers, policies });
  const { notices } = sender;
  const reminders = createReminders(platform, readModels, { customers, policies, notices });
  const renewals = createRenewals(platform, readModels, { policies });
  const retention = { count: async () => ({ count: 0, exact: true }) };
  const agency = createAgency(platform);
  const personRequests = await personRequestsSlice.open(platform, readModels, {
    customers,
    agency,
  });
  const printer = { letters: async () => Buffer.from('') };
  const breaches = await breachesSlice.open(platform, readModels, { customers, agency, printer });
  const privacy = { personRequests, breaches };
  const imports = { ended: async () => [] };
  const others = { retention, imports, ...privacy };
  const sources = { customers, policies, quotations, reminders, renewals, ...others };
  const notifications = await createNotifications(platform, readModels, sources);
  return { ...quoting, ...privacy, sender, reminders, renewals, notifications };
}

const fixture = testFixture(openNotificationFixture);
let numbers = 0;

beforeEach(() => {
  // Each test has days of its own: nothing of the one before is due any more.
  numbers += 1;
  fixture.setTime(`${today()}T06:00:00Z`);
});

const today = (): string => addDays(TODAY, numbers * 60);
const customer = (name: string, kycStatus = 'verified') =>
  fixture.customer(name, { email: `c${numbers}@example.in`, kycStatus });
const issue = async (
  customerId: number,
  endsInDays: number,
  kind: 'health' | 'vehicle' = 'health',
) => {
  const policyNumber = `N/${numbers}/${endsInDays}/${customerId}`;
  const days = {
    startDate: addDays(today(), endsInDays - 364),
    endDate: addDays(today(), endsInDays),
  };
  const input = typedPolicy(kind, { customerId, policyNumber, ...days });
  return (await fixture.projected(await fixture.policies.issue(kind, input, by()))).record;
};
const giveTo = async (ownerId: number | null, customerId: number) =>
  fixture.projected(await fixture.customers.reassign(customerId, ownerId, by()));
const agent = (userId: number) => ({ userId, role: 'agent' }) as const;
const listed = async (kind: ToDoKind, userId = MEERA) =>
  (await fixture.notifications.list(agent(userId))).items.filter((item) => item.kind === kind);

describe('what is notified of', () => {
  it('is what ends within 15 days, until somebody has been in contact', async () => {
    const { id, name } = await customer('Anitha Nair');
    const later = await issue(id, 15, 'vehicle');
    const sooner = await issue(id, 3);
    await issue(id, 16);
    expect(await listed('renewal-due')).toMatchObject([
      {
        key: `renewal-due:${sooner.id}:${sooner.endDate}`,
        ...{ customerId: id, customerName: name, record: 'health', recordId: sooner.id },
        ...{ number: sooner.policyNumber, day: sooner.endDate, at: null, isRead: false },
      },
      { recordId: later.id, record: 'vehicle' },
    ]);
    await fixture.projected(await fixture.renewals.move(sooner.id, 'contacted', by()));
    expect(await listed('renewal-due')).toMatchObject([{ recordId: later.id }]);
  });

  it('is a follow-up on its day and after it, to its owner or, without one, to all', async () => {
    const { id } = await customer('Ravi Menon');
    const [owned, nobodys] = [await issue(id, 40), await issue(id, 41)];
    const day = addDays(today(), 2);
    for (const { id: termId } of [owned, nobodys]) {
      await fixture.renewals.setFollowUp(termId, { followUpOn: day }, by());
    }
    await fixture.projected(await fixture.renewals.assign(owned.id, MEERA, by()));
    expect(await listed('follow-up-due')).toEqual([]);

    fixture.setTime(`${day}T06:00:00Z`);
    const of = async (userId: number) =>
      (await listed('follow-up-due', userId)).map(({ recordId }) => recordId).sort();
    expect(await of(MEERA)).toEqual([owned.id, nobodys.id]);
    expect(await of(JOSE)).toEqual([nobodys.id]);
  });

  it('is a reminder that failed, for a week', async () => {
    const { id } = await customer('Sara Thomas');
    const policy = await issue(id, 25);
    fixture.sender.answer(() => REFUSED);
    const input = { customerId: id, policyId: policy.id, policyType: policy.kind };
    await expect(fixture.reminders.send(input, by())).rejects.toMatchObject({ kind: 'invalid' });
    await fixture.projected({ position: await fixture.platform.eventLog.head() });
    expect(await listed('reminder-failed')).toMatchObject([
      { customerId: id, record: 'health', recordId: policy.id, number: policy.policyNumber },
    ]);
    fixture.setTime(`${addDays(today(), 8)}T06:00:00Z`);
    expect(await listed('reminder-failed')).toEqual([]);
  });

  it('is a pending quotation whose last day comes within a week', async () => {
    const { id } = await customer('Biju Paul');
    await giveTo(null, id);
    const quote = async (validityDays: string) => {
      const amounts = { premiumAmount: '11800', policyType: 'family', sumAssured: '500000' };
      const fields = { customerId: id, insuranceType: 'health', validityDays, ...amounts };
      return (await fixture.create(fields)).record;
    };
    const [last, first] = [await quote('7'), await quote('1')];
    await quote('8');
    expect(await listed('quotation-ending')).toMatchObject([
      { recordId: first.id, record: 'quotation', number: first.quotationNumber },
      { recordId: last.id, day: addDays(today(), 7) },
    ]);
    await fixture.projected(await fixture.quotations.update(last.id, { status: 'accepted' }, by()));
    expect(await listed('quotation-ending')).toMatchObject([{ recordId: first.id }]);
  });

  it('is such a quotation to whom the customer belongs, or, without an owner, to all', async () => {
    const { id } = await customer('Devi Pillai');
    await giveTo(null, id);
    const amounts = { premiumAmount: '11800', policyType: 'family', sumAssured: '500000' };
    const fields = { customerId: id, insuranceType: 'health', validityDays: '3', ...amounts };
    const { record: quotation } = await fixture.create(fields);
    const of = async (userId: number) =>
      (await listed('quotation-ending', userId)).map(({ recordId }) => recordId);
    expect(await of(JOSE)).toContain(quotation.id);
    await giveTo(MEERA, id);
    expect(await of(MEERA)).toContain(quotation.id);
    expect(await of(JOSE)).not.toContain(quotation.id);
  });

  it('is only the number of customers with pending KYC', async () => {
    const pending = await customer('Leela Das', 'pending');
    await customer('Verified');
    const { items, counts } = await fixture.notifications.list(agent(MEERA));
    const { count } = await fixture.customers.count({ kycStatuses: ['pending'] });
    expect(count).toBeGreaterThan(0);
    expect(counts).toContainEqual({ kind: 'kyc-pending', count, isExact: true });
    expect(items.filter(({ customerId }) => customerId === pending.id)).toEqual([]);
    const { counts: unmuted } = await fixture.notifications.list(agent(MEERA), ['kyc-pending']);
    expect(unmuted.map(({ kind }) => kind)).not.toContain('kyc-pending');
  });
});

describe('who may not read something', () => {
  it('is not notified of it, nor told how many there are', async () => {
    const { id } = await customer('Anitha Nair');
    const policy = await issue(id, 5);
    fixture.sender.answer(() => REFUSED);
    const input = { customerId: id, policyId: policy.id, policyType: policy.kind };
    await expect(fixture.reminders.send(input, by())).rejects.toMatchObject({ kind: 'invalid' });
    await fixture.projected({ position: await fixture.platform.eventLog.head() });
    const { items, counts } = await fixture.notifications.list({ userId: JOSE, role: 'analyst' });
    for (const kind of ['renewal-due', 'reminder-failed'] as const) {
      expect((await listed(kind)).length).toBeGreaterThan(0);
    }
    const kinds = new Set([...items, ...counts].map(({ kind }) => kind));
    expect([...kinds].filter((kind) => /renewal|follow-up|reminder/.test(kind))).toEqual([]);
  });
});

describe('what was read', () => {
  it('is kept for each user, and can be unread again', async () => {
    const { id } = await customer('Anitha Nair');
    const [one, two] = [await issue(id, 5), await issue(id, 6)];
    const keys = (await listed('renewal-due')).map(({ key }) => key);
    const before = (await fixture.notifications.list(agent(MEERA))).unreadKeys;

    await fixture.notifications.mark(MEERA, keys, true);
    await fixture.notifications.mark(MEERA, keys, true);
    expect(await listed('renewal-due')).toMatchObject([
      { recordId: one.id, isRead: true },
      { recordId: two.id, isRead: true },
    ]);
    const { unreadKeys } = await fixture.notifications.list(agent(MEERA));
    expect(unreadKeys).toEqual(before.filter((key) => !keys.includes(key)));
    expect(unreadKeys).toHaveLength(before.length - 2);
    expect(await listed('renewal-due', JOSE)).toMatchObject([{ isRead: false }, { isRead: false }]);

    await fixture.notifications.mark(MEERA, keys.slice(0, 1), false);
    expect(await listed('renewal-due')).toMatchObject([{ isRead: false }, { isRead: true }]);
  });

  it('is new again when what it is about has changed', async () => {
    const { id } = await customer('Anitha Nair');
    const policy = await issue(id, 5);
    const [before] = await listed('renewal-due');
    await fixture.notifications.mark(MEERA, [before?.key ?? ''], true);
    const endDate = addDays(today(), 6);
    const ref = { kind: policy.kind, id: policy.id };
    await fixture.projected(await fixture.policies.update(ref, { endDate }, by()));
    expect(await listed('renewal-due')).toMatchObject([{ day: endDate, isRead: false }]);
  });

  it('is forgotten after a year, and is no event', async () => {
    const { pool, eventLog } = fixture.platform;
    const head = await eventLog.head();
    await fixture.notifications.mark(MEERA, ['kyc-pending:1:1'], true);
    await pool.query(
      `UPDATE notifications.read_marks SET read_at = now() - interval '367 days'
       WHERE key = 'kyc-pending:1:1'`,
    );
    await fixture.notifications.mark(MEERA, ['kyc-pending:2:2'], true);
    const { rows } = await pool.query(
      `SELECT key FROM notifications.read_marks WHERE key LIKE 'kyc-pending%'`,
    );
    expect(rows).toEqual([{ key: 'kyc-pending:2:2' }]);
    expect(await eventLog.head()).toEqual(head);
  });
});

describe('of very many', () => {
  const issueMany = async (count: number, endsInDays: number) => {
    const { id } = await customer('Fleet Owner');
    const days = {
      startDate: addDays(today(), -360),
      endDate: addDays(today(), endsInDays),
    };
    const one = (_: unknown, nth: number) =>
      typedPolicy('vehicle', {
        customerId: id,
        policyNumber: `F/${numbers}/${endsInDays}/${nth}`,
        ...days,
      });
    const inputs = Array.from({ length: count }, one);
    await Promise.all(inputs.map((input) => fixture.policies.issue('vehicle', input, by())));
    await fixture.projected({ position: await fixture.platform.eventLog.head() });
  };
  const due = async () => {
    const { items, counts, unreadKeys } = await fixture.notifications.list(agent(MEERA));
    return {
      shown: items.filter(({ kind }) => kind === 'renewal-due'),
      count: counts.find(({ kind }) => kind === 'renewal-due'),
      unread: unreadKeys.filter((key) => key.startsWith('renewal-due')),
    };
  };

  it('the 50 most urgent are shown, and all are counted to a hundred', async () => {
    await issueMany(100, 4);
    await issueMany(1, 2);
    const { shown, count, unread } = await due();
    expect(shown).toHaveLength(50);
    expect(shown[0]).toMatchObject({ number: `F/${numbers}/2/0` });
    expect(count).toEqual({ kind: 'renewal-due', count: 100, isExact: false });
    expect(unread).toHaveLength(100);
  });

  it('a new one is counted and shown when all others were read, however urgent they are', async () => {
    await issueMany(60, 2);
    await fixture.notifications.mark(MEERA, (await due()).unread, true);
    expect(await due()).toMatchObject({ count: { count: 60, isExact: true }, unread: [] });
    await issueMany(1, 9);
    const { shown, unread } = await due();
    expect(shown).toHaveLength(50);
    expect(shown.at(-1)).toMatchObject({ number: `F/${numbers}/9/0`, isRead: false });
    expect(unread).toEqual([shown.at(-1)?.key]);

    await fixture.notifications.mark(MEERA, unread, true);
    expect((await due()).shown.at(-1)).toMatchObject({ number: `F/${numbers}/9/0`, isRead: true });
  });
});
